// What is refused costs nothing, and what was paid for is not lost: every cause of either, for payments by x402 and for what counts under a ceiling.
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { builtChild } from '../gate/containment/built.ts';
import { type Pages, pages, target as site, spec, type Target, writing } from '../gate/support.ts';
import { type Answer, post } from './ask.ts';
import { entitled } from './entitled.ts';
import { GOOD, type LocalFacilitator, localFacilitator, payment, written } from './facilitator.ts';
import { served, type Whole } from './served.ts';

const ACCEPTS = { verification: { writes: { accept: [writing.digest] } } };
const NO = { verification: false };
const ROBOTS = { '/robots.txt': 'User-agent: axproof\nDisallow: /\n' };
const CONSENT = '/.well-known/axproof.json';

describe('what is paid', function () {
  this.timeout(120_000);
  let whole: Whole;
  let facilitator: LocalFacilitator;
  let asked: Target;
  let has: Pages = {};
  /** What holds answers to /doc.json back. */
  let gate: Promise<void> | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'axproof-paid-'));
  const env = (): Record<string, string> => ({
    ...facilitator.env,
    AXPROOF_UNISOLATED_SPECS: 'true',
    AXPROOF_DATA: join(folder, 'data'),
    AXPROOF_KEYS: join(folder, 'keys'),
    AXPROOF_SHUTDOWN: '0',
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/doc.json') await gate;
    if (!response.destroyed) pages(has)(request, response);
  };

  before(async () => {
    await builtChild();
    facilitator = await localFacilitator(() => 0);
    whole = await served(env());
  });
  beforeEach(async () => {
    // Of its own each time: who declines is left alone for a day.
    asked = await site((request, response) => void answer(request, response));
    has = { '/doc.json': { links: [] } };
    facilitator.asked = [];
    facilitator.does = GOOD;
  });
  afterEach(() => asked.close());
  after(async () => {
    facilitator.close();
    await whole.close();
    rmSync(folder, { recursive: true });
  });

  const test = (headers: Record<string, string>, { document, digest }: LoadedPack = spec, more: object = {}): Promise<Answer> =>
    post(`${whole.url}/functional-tests`, { target: asked.origin, spec: document, expectedDigest: digest, ...more }, headers);
  const pays = (one = payment()): Record<string, string> => ({ 'payment-signature': written(one) });
  const settled = (): number => facilitator.asked.filter(([step]) => step === 'settle').length;
  const operator = () => ({ ...whole, keys: join(folder, 'keys') });

  const CAUSES: [title: string, status: number, code: string, pack: LoadedPack, pages: Pages, more: object][] = [
    ['a target without consent', 403, 'consent-missing', writing, {}, {}],
    [
      'a target that consents to something else',
      403,
      'consent-missing',
      writing,
      { [CONSENT]: { verification: { writes: { accept: [] } } } },
      {},
    ],
    ['a target that opted out by robots.txt', 403, 'declined', spec, ROBOTS, {}],
    ['a target that opted out by its file', 403, 'declined', spec, { [CONSENT]: NO }, {}],
    ['another digest', 409, 'digest-mismatch', spec, {}, { expectedDigest: `sha256:${'0'.repeat(64)}` }],
    ['a spec that is none', 422, 'bad-pack', spec, {}, { expectedDigest: undefined, spec: { ...spec.document, rules: [] } }],
    ['a target that may not be named', 400, 'bad-domain', spec, {}, { target: 'http://user@10.0.0.1' }],
    ['a target that nobody reaches', 502, 'unreachable', spec, {}, { target: 'http://127.0.0.1:1' }],
  ];
  for (const [title, status, code, pack, more, body] of CAUSES)
    it(`is not settled for ${title}, and the payment stays good`, async () => {
      const one = payment();
      has = { ...has, ...more };
      const got = await test(pays(one), pack, body);
      expect([got.status, got.json().code, settled()], got.text).to.deep.equal([status, code, 0]);
      const other = await site(pages({ '/doc.json': { links: [] } }));
      expect((await test(pays(one), spec, { target: other.origin })).status).to.equal(200);
      expect(settled()).to.equal(1);
      await other.close();
    });

  // Who cannot be reached was looked at, which is what is bought.
  for (const [title, status, code, pack, more, body] of CAUSES.slice(0, -1))
    it(`is not counted under a ceiling for ${title}`, async () => {
      const { authorization, id } = await entitled(operator(), { ceiling: 1 });
      has = { ...has, ...more };
      const got = await test({ authorization }, pack, body);
      expect([got.status, got.json().code, (await store().entitlement(id))?.used], got.text).to.deep.equal([status, code, 0]);
    });
  const store = () => whole.store;

  it('is settled and counted where the target consents', async () => {
    has[CONSENT] = ACCEPTS;
    expect([(await test(pays(), writing)).status, settled()]).to.deep.equal([200, 1]);
    const { authorization, id } = await entitled(operator(), { ceiling: 1 });
    expect([(await test({ authorization }, writing, { seed: 1 })).status, (await store().entitlement(id))?.used]).to.deep.equal([200, 1]);
  });

  it('is settled once for requests that join their run', async () => {
    const one = pays();
    const answers = await Promise.all([test(one), test(one), test(one)]);
    expect(answers.map(({ status }) => status)).to.include(200);
    expect(settled()).to.equal(1);
  });

  it('is not settled where a budget, the queue or a running service says no', async () => {
    const tight = {
      AXPROOF_DATA: join(folder, 'tight/data'),
      AXPROOF_KEYS: join(folder, 'tight/keys'),
      AXPROOF_CONCURRENCY: '1',
      AXPROOF_QUEUE: '0',
      AXPROOF_COOLDOWN: '3600',
    };
    const [before, busy] = [whole, await served({ ...env(), ...tight })];
    whole = busy;
    let open = (): void => {};
    try {
      const turns = async (): Promise<Answer> => test(pays(), spec);
      for (let turn = 0; turn < 6; turn++) expect((await turns()).status).to.equal(200);
      expect([settled(), (await turns()).json().code, settled()]).to.deep.equal([6, 'cooldown', 6]);
      gate = new Promise((resolve) => {
        open = resolve;
      });
      // One or two run, as there are slots for children, and two wait; the sixth finds no place on any machine.
      const slow = await Promise.all(Array.from({ length: 6 }, () => site((request, response) => void answer(request, response))));
      const answers: number[] = [];
      for (const { origin } of slow) answers.push((await test({ ...pays(), prefer: 'respond-async' }, spec, { target: origin })).status);
      expect(answers).to.include.members([202, 503]);
      const begun = answers.filter((status) => status === 202).length;
      const third = await site(pages(has));
      const got = await test(pays(), spec, { target: third.origin });
      expect([got.json().code, settled()]).to.deep.equal(['busy', 6 + begun]);
      open();
      await Promise.all([...slow, third].map((one) => one.close()));
    } finally {
      open();
      gate = undefined;
      whole = before;
      await busy.close();
    }
  });

  it('is not lost when the service stops in the middle of its run: the same payment buys it again, and is settled once', async () => {
    const one = pays();
    let open = (): void => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const cut = test(one);
    while (!asked.heard.includes('GET /doc.json')) await new Promise((resolve) => setTimeout(resolve, 20));
    await whole.close();
    open();
    gate = undefined;
    expect((await cut.catch(() => undefined))?.status ?? 503).to.equal(503);
    whole = await served(env());
    const again = await test(one);
    expect([again.status, again.json().passed, settled()], again.text.slice(0, 300)).to.deep.equal([200, true, 1]);
    expect((await test(one, spec, { seed: 3 })).json().detail).to.equal('this payment has bought its run already');
  });
});
