// Single runs paid for by x402, at a facilitator on loopback that does what it is told to: no run without a settled payment, no payment for what was refused, one run for one payment.
import { expect } from 'chai';
import { readConfig } from '../../src/service/config.ts';
import { builtChild } from '../gate/containment/built.ts';
import { pages, target as site, spec, type Target } from '../gate/support.ts';
import { type Answer, ask, post } from './ask.ts';
import { Contract } from './contract.ts';
import { entitled } from './entitled.ts';
import { GOOD, type LocalFacilitator, localFacilitator, payment, REQUIRED, written } from './facilitator.ts';
import { served, type Whole } from './served.ts';

const PATH = '/functional-tests';
const NAME = `POST ${PATH}`;
const read = (header: unknown): { [name: string]: unknown } => JSON.parse(Buffer.from(String(header), 'base64').toString());

describe('payments by x402', function () {
  this.timeout(90_000);
  let whole: Whole;
  let willing: Target;
  let contract: Contract;
  let facilitator: LocalFacilitator;

  before(async () => {
    await builtChild();
    facilitator = await localFacilitator(() => willing.heard.length);
    whole = await served({ AXPROOF_UNISOLATED_SPECS: 'true', ...facilitator.env });
    willing = await site(pages({ '/doc.json': { links: [] } }));
    contract = new Contract((await ask(`${whole.url}/openapi.json`)).json());
  });
  beforeEach(() => {
    facilitator.does = GOOD;
    facilitator.asked = [];
  });
  after(async () => {
    facilitator.close();
    await willing.close();
    await whole.close();
  });

  const test = (header: string | undefined, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    post(
      `${whole.url}${PATH}`,
      { target: willing.origin, spec: spec.document, expectedDigest: spec.digest, ...more },
      { ...headers, ...(header === undefined ? {} : { 'payment-signature': header }) },
    );
  const steps = (): string[] => facilitator.asked.map(([step]) => step);
  const ends = async (promise: Promise<Answer>): Promise<[number, string | undefined, string[]]> => {
    const got = await promise;
    contract.holds(NAME, got);
    return [got.status, got.json().code, steps()];
  };

  it('are asked for in the header of the 402, and only where one run is sold', async () => {
    const refused = await test(undefined);
    contract.holds(NAME, refused);
    expect([refused.status, refused.json().id]).to.deep.equal([402, 'functional-tests']);
    expect(read(refused.headers['payment-required'])).to.deep.include({
      x402Version: 2,
      accepts: [REQUIRED],
      resource: { url: `${whole.url}${PATH}`, description: 'One run', mimeType: 'application/json' },
    });
    expect(JSON.stringify(refused.json())).to.not.match(/10000|settlement is not live/);
    const monitors = await post(
      `${whole.url}/monitors`,
      { target: willing.origin, interval: 300 },
      { 'payment-signature': written(payment()) },
    );
    expect([monitors.status, monitors.headers['payment-required'], facilitator.asked]).to.deep.equal([402, undefined, []]);
    const [run, card] = [await ask(`${whole.url}/offers/attested-run`), await ask(`${whole.url}/.well-known/agents.json`)];
    for (const { text } of [monitors, run, card])
      expect(text)
        .to.include('/functional-tests')
        .and.to.not.match(/settlement is not live|nothing can be bought|[Nn]o (?:prices|amounts)/);
  });

  it('buy one run: looked at, admitted, settled, and then begun', async () => {
    const heard = willing.heard.length;
    const got = await test(written(payment()));
    contract.holds(NAME, got);
    expect([got.status, got.json().passed], got.text.slice(0, 500)).to.deep.equal([200, true]);
    expect(read(got.headers['payment-response'])).to.deep.equal(GOOD.settle);
    expect(facilitator.asked).to.deep.equal([
      ['verify', heard],
      // What the target would refuse is known by then.
      ['settle', heard + 2],
    ]);
    expect(willing.heard.length).to.be.greaterThan(heard);
  });

  it('buy no second run, however they are signed or spelled, and however often it is tried at once', async () => {
    const one = payment();
    const { nonce } = one.payload.authorization;
    const spelled = [nonce, nonce.toUpperCase().replace('0X', '0x')];
    const signed = (i: number): string =>
      written({ ...one, payload: { ...payment(spelled[i % 2], `0x${i}`).payload, ...(i > 5 ? { more: i } : {}) } });
    // Of other seeds, so that no two are equal requests, which are one run.
    const answers = await Promise.all(Array.from({ length: 12 }, (_, seed) => test(signed(seed), { seed })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(11).fill(402)]);
    expect(steps().filter((step) => step === 'settle')).to.have.length(1);
    const heard = willing.heard.length;
    const again = await test(written(one));
    expect([again.status, again.json().detail]).to.deep.equal([402, 'this payment has bought its run already']);
    expect(willing.heard.length).to.equal(heard);
  });

  it('answer the same request under an Idempotency-Key again, once paid for', async () => {
    const header = written(payment());
    const key = { 'idempotency-key': 'k1' };
    const [first, second] = [await test(header, {}, key), await test(header, {}, key)];
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(second.json().verdictDigest).to.equal(first.json().verdictDigest);
    expect(steps()).to.deep.equal(['verify', 'settle']);
  });

  it('are never settled for a request that is refused', async () => {
    const header = written(payment());
    const heard = willing.heard.length;
    expect(await ends(test(header, { expectedDigest: `sha256:${'0'.repeat(64)}` }))).to.deep.equal([409, 'digest-mismatch', ['verify']]);
    expect(await ends(test(header, { expectedDigest: undefined, spec: { ...spec.document, rules: [] } }))).to.deep.equal([
      422,
      'bad-pack',
      ['verify', 'verify'],
    ]);
    expect(await ends(test(header, { target: 'http://10.0.0.1:99999' }))).to.deep.equal([400, 'bad-domain', ['verify', 'verify']]);
    expect(willing.heard.length).to.equal(heard);
    // It was not used, and buys its run.
    expect((await test(header)).status).to.equal(200);
  });

  it('are refused before anybody is asked where they are none, or for something else', async () => {
    // Deeper than any writer of JSON goes.
    const deep = (value: unknown): string =>
      Buffer.from(JSON.stringify(value).replace('"DEEP"', `${'['.repeat(4500)}${']'.repeat(4500)}`)).toString('base64');
    const other = { ...payment(), accepted: { ...REQUIRED, amount: '1' } };
    for (const [header, status] of [
      ['%%%', 400],
      [written('text'), 400],
      [written({ ...payment(), x402Version: 1 }), 400],
      [written({ ...payment(), payload: {} }), 400],
      [written(other), 402],
      [written({ ...payment(), accepted: { ...REQUIRED, more: 1 } }), 402],
      [deep({ ...payment(), accepted: { ...REQUIRED, extra: { of: 'DEEP' } } }), 400],
      [deep({ ...payment(), payload: { ...payment().payload, of: 'DEEP' } }), 400],
      [written({ ...payment(), payload: { ...payment().payload, nonce: '\ud800' } }), 400],
    ] as const)
      expect((await test(header)).status, header).to.equal(status);
    expect(facilitator.asked).to.deep.equal([]);
  });

  it('begin nothing where the facilitator refuses, fails or is away; where it never says whether it settled, who paid is served', async () => {
    for (const [doing, status, code] of [
      [{ verify: { isValid: false, invalidReason: 'insufficient_funds' } }, 402, 'payment-required'],
      [{ verify: 500 }, 503, 'busy'],
      [{ verify: 'cuts' }, 503, 'busy'],
      [{ verify: 'no JSON' }, 503, 'busy'],
      [{ verify: { isValid: 'yes' } }, 503, 'busy'],
      [{ verify: 'hangs' }, 503, 'busy'],
      [{ settle: { success: false, errorReason: 'expired' } }, 402, 'payment-required'],
    ] as const) {
      facilitator.does = { ...GOOD, ...doing };
      const heard = willing.heard.length;
      const got = await test(written(payment()));
      contract.holds(NAME, got);
      expect([got.status, got.json().code ?? 'payment-required'], JSON.stringify(doing)).to.deep.equal([status, code]);
      expect(willing.heard.slice(heard), JSON.stringify(doing)).to.not.include('GET /doc.json');
      if ('settle' in doing) expect(read(got.headers['payment-response'])).to.deep.equal(doing.settle);
    }
    for (const settle of [500, 'cuts', 'no JSON', { success: 'yes' }, 'hangs']) {
      facilitator.does = { ...GOOD, settle };
      const got = await test(written(payment()));
      expect([got.status, got.headers['payment-response']], String(settle)).to.deep.equal([200, undefined]);
    }
  });

  it('quote what a facilitator says: it may say anything', async () => {
    const odd = `${'x'.repeat(199)}\u{1f600}\u202e\u001b[31m\u0000`;
    facilitator.does = { ...GOOD, verify: { isValid: false, invalidReason: `no\u202e\u001b[31m ${odd}` } };
    const refused = await test(written(payment()));
    expect([refused.status, /[\p{Cc}\u202e\p{Surrogate}]/u.test(refused.json().detail)]).to.deep.equal([402, false]);
    facilitator.does = { verify: { isValid: true, payer: odd }, settle: { ...GOOD.settle, payer: odd, transaction: odd } };
    const bought = await test(written(payment()));
    expect(bought.status, bought.text).to.equal(200);
    expect(JSON.stringify(read(bought.headers['payment-response']))).to.not.match(/[\u202e\ud800-\udfff]|\\ud8/);
  });

  it('are not asked of whoever has an entitlement, nor of what is free', async () => {
    const { authorization } = await entitled(whole);
    expect((await test(written(payment()), {}, { authorization })).status).to.equal(200);
    const headers = { 'payment-signature': '%%%' };
    expect((await post(`${whole.url}/verify`, { target: willing.origin }, headers)).status).to.equal(200);
    expect((await ask(`${whole.url}/health`, { headers })).status).to.equal(200);
    expect(facilitator.asked).to.deep.equal([]);
  });

  it('are configured whole or not at all', async () => {
    const url = 'https://facilitator.example/';
    for (const env of [{ AXPROOF_X402_FACILITATOR: url }, { AXPROOF_X402_ACCEPTS: '[]' }])
      expect(() => readConfig(env))
        .to.throw()
        .with.property('code', 'bad-config');
    for (const accepts of [
      '[]',
      '{}',
      'x',
      JSON.stringify([{ ...REQUIRED, amount: 1 }]),
      JSON.stringify([{ ...REQUIRED, network: 'base' }]),
    ]) {
      const wrong = await served({ AXPROOF_X402_FACILITATOR: url, AXPROOF_X402_ACCEPTS: accepts }).catch(
        (error: { code: string }) => error.code,
      );
      expect(wrong, accepts).to.equal('bad-config');
    }
  });
});
