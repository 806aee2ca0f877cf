// Single runs paid for by x402, at a facilitator on loopback that does what it is told to: no run without a settled payment, no payment for what was refused, one run for one payment.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { readConfig } from '../../src/service/config.ts';
import { builtChild } from '../gate/containment/built.ts';
import { pages, target as site, spec, type Target } from '../gate/support.ts';
import { type Answer, ask, post } from './ask.ts';
import { Contract } from './contract.ts';
import { entitled } from './entitled.ts';
import { served, type Whole } from './served.ts';

const REQUIRED = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '10000',
  asset: '0xA5',
  payTo: '0xB0',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC' },
};
const GOOD = {
  verify: { isValid: true, payer: '0xC1' },
  settle: { success: true, transaction: '0xD2', network: 'eip155:84532', payer: '0xC1' },
};
const PATH = '/functional-tests';
const NAME = `POST ${PATH}`;
const written = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const read = (header: unknown): { [name: string]: unknown } => JSON.parse(Buffer.from(String(header), 'base64').toString());

describe('payments by x402', function () {
  this.timeout(90_000);
  let whole: Whole;
  let willing: Target;
  let contract: Contract;
  let facilitator: Server;
  let does: { verify: unknown; settle: unknown } = GOOD;
  /** Steps that the facilitator was asked for, and what the target had heard by then. */
  let asked: [step: string, heard: number][] = [];

  function answer(request: IncomingMessage, response: ServerResponse): void {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const step = request.url!.slice('/x/'.length) as 'verify' | 'settle';
      const { x402Version, paymentRequirements } = JSON.parse(body);
      asked.push([x402Version === 2 && paymentRequirements.amount === REQUIRED.amount ? step : body, willing.heard.length]);
      const said = does[step];
      if (said === 'hangs') return;
      if (said === 'cuts') return void request.socket.destroy();
      if (typeof said === 'number') return void response.writeHead(said).end('{"success": true, "isValid": true}');
      response.writeHead(200, { 'content-type': 'application/json' }).end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  }

  before(async () => {
    await builtChild();
    facilitator = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => facilitator.once('listening', resolve));
    whole = await served({
      AXPROOF_UNISOLATED_SPECS: 'true',
      AXPROOF_X402_FACILITATOR: `http://127.0.0.1:${(facilitator.address() as AddressInfo).port}/x/`,
      AXPROOF_X402_ACCEPTS: JSON.stringify([REQUIRED]),
    });
    willing = await site(pages({ '/doc.json': { links: [] } }));
    contract = new Contract((await ask(`${whole.url}/openapi.json`)).json());
  });
  beforeEach(() => {
    does = GOOD;
    asked = [];
  });
  after(async () => {
    facilitator.closeAllConnections();
    facilitator.close();
    await willing.close();
    await whole.close();
  });

  let last = 0;
  const payment = (nonce = `n${++last}`, signature = '0xF0') => ({
    x402Version: 2,
    accepted: REQUIRED,
    payload: { signature, authorization: { from: '0xC1', nonce } },
  });
  const test = (header: string | undefined, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    post(
      `${whole.url}${PATH}`,
      { target: willing.origin, spec: spec.document, expectedDigest: spec.digest, ...more },
      { ...headers, ...(header === undefined ? {} : { 'payment-signature': header }) },
    );
  const steps = (): string[] => asked.map(([step]) => step);
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
    expect([monitors.status, monitors.headers['payment-required'], asked]).to.deep.equal([402, undefined, []]);
  });

  it('buy one run: looked at, admitted, settled, and then begun', async () => {
    const heard = willing.heard.length;
    const got = await test(written(payment()));
    contract.holds(NAME, got);
    expect([got.status, got.json().passed], got.text.slice(0, 500)).to.deep.equal([200, true]);
    expect(read(got.headers['payment-response'])).to.deep.equal(GOOD.settle);
    expect(asked).to.deep.equal([
      ['verify', heard],
      ['settle', heard],
    ]);
    expect(willing.heard.length).to.be.greaterThan(heard);
  });

  it('buy no second run, however they are signed or spelled, and however often it is tried at once', async () => {
    const one = payment();
    const { nonce } = one.payload.authorization;
    const signed = (i: number): string => written({ ...one, payload: payment(nonce, `0x${i}`).payload });
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
    const other = { ...payment(), accepted: { ...REQUIRED, amount: '1' } };
    for (const [header, status] of [
      ['%%%', 400],
      [written('text'), 400],
      [written({ ...payment(), x402Version: 1 }), 400],
      [written({ ...payment(), payload: {} }), 400],
      [written(other), 402],
      [written({ ...payment(), accepted: { ...REQUIRED, more: 1 } }), 402],
    ] as const)
      expect((await test(header)).status, header).to.equal(status);
    expect(asked).to.deep.equal([]);
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
      does = { ...GOOD, ...doing };
      const heard = willing.heard.length;
      const got = await test(written(payment()));
      contract.holds(NAME, got);
      expect([got.status, got.json().code ?? 'payment-required'], JSON.stringify(doing)).to.deep.equal([status, code]);
      expect(willing.heard.length, JSON.stringify(doing)).to.equal(heard);
      if ('settle' in doing) expect(read(got.headers['payment-response'])).to.deep.equal(doing.settle);
    }
    for (const settle of [500, 'cuts', 'no JSON', { success: 'yes' }, 'hangs']) {
      does = { ...GOOD, settle };
      const got = await test(written(payment()));
      expect([got.status, got.headers['payment-response']], String(settle)).to.deep.equal([200, undefined]);
    }
  });

  it('are not asked of whoever has an entitlement, nor of what is free', async () => {
    const { authorization } = await entitled(whole);
    expect((await test(written(payment()), {}, { authorization })).status).to.equal(200);
    const headers = { 'payment-signature': '%%%' };
    expect((await post(`${whole.url}/verify`, { target: willing.origin }, headers)).status).to.equal(200);
    expect((await ask(`${whole.url}/health`, { headers })).status).to.equal(200);
    expect(asked).to.deep.equal([]);
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
