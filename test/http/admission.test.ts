// Admission before cost: a slot before a child, a budget before a slot, and an end to the work of callers who leave. Children are real, and are counted in /proc.
import { expect } from 'chai';
import { family, rss } from '../../bench/lab/proc.ts';
import { MOST_CHILDREN } from '../../src/gate/slots.ts';
import { openPack } from '../../src/run/bundled.ts';
import { builtChild } from '../gate/containment/built.ts';
import { goodText } from '../gate/containment/hostile-specs.ts';
import { served, type Whole } from './served.ts';

/** Nobody listens there: a run ends as soon as it is started. */
const NOBODY = 'http://127.0.0.1:1';
const CALLER = { 'x-forwarded-for': '203.0.113.7' };

/** A spec that is read, and refused by the child: it has a member that there is none of. */
const bad = (number: number) => ({ ...JSON.parse(goodText()), title: `Bad ${number}`, nonsense: true });
const sound = (number: number) => ({ ...JSON.parse(goodText()), title: `Sound ${number}` });

async function until(holds: () => boolean, what: string): Promise<void> {
  for (const end = performance.now() + 12_000; performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 5)))
    if (holds()) return;
  throw new Error(`not within twelve seconds: ${what}`);
}

describe('admission', function () {
  this.timeout(60_000);
  let whole: Whole;
  let others: Set<number>;
  let number = 0;

  const children = (): number[] =>
    family(process.pid)
      .slice(1)
      .filter((pid) => !others.has(pid));
  const send = (spec: unknown, { headers = {}, signal }: { headers?: object; signal?: AbortSignal } = {}): Promise<Response> =>
    fetch(`${whole.url}/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ target: NOBODY, spec }),
      ...(signal ? { signal } : {}),
    });
  const codeOf = async (answer: Response): Promise<[number, string]> => [answer.status, ((await answer.json()) as { code: string }).code];
  /** Stops the next child in the middle of its work; what gives it its time back. */
  async function held(): Promise<() => void> {
    const pids: number[] = [];
    /** Whether it was there: on a busy machine a child ends between a list and a signal, or is ended for its lateness. */
    const signal = (pid: number, name: NodeJS.Signals): boolean => {
      try {
        return process.kill(pid, name);
      } catch {
        return false;
      }
    };
    await until(() => {
      pids.push(...children().filter((pid) => signal(pid, 'SIGSTOP')));
      return pids.length > 0;
    }, 'a child');
    return () => {
      for (const pid of pids) signal(pid, 'SIGCONT');
    };
  }

  before(async function () {
    this.timeout(120_000);
    await builtChild();
    whole = await served({
      AXPROOF_UNISOLATED_SPECS: 'true',
      AXPROOF_TRUST_PROXY: '1',
      AXPROOF_CALLER_BURST: '1',
      AXPROOF_CALLER_SPECS: '1',
      AXPROOF_CALLER_SPECS_BURST: '2',
      AXPROOF_GATE_RUNS: '1',
      AXPROOF_GATE_BURST: '2',
    });
    // The first one also tries what the machine can contain.
    await send(bad(number++)).then((answer) => answer.text());
    others = new Set(family(process.pid).slice(1));
  });
  after(() => whole.close());
  afterEach(() => until(() => children().length === 0, 'no child is left'));

  it('holds no more children than slots for many specs, lets some wait, refuses the rest at once, and ends the work of those who leave', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const refused: Response[] = [];
    const sent = [send(bad(number++), { signal })];
    await held();
    // Slots may be more on larger machines: each is held before the rest comes.
    const most = Math.max(1, MOST_CHILDREN - 1);
    for (let i = 1; i < most; i++) {
      sent.push(send(bad(number++), { signal }));
      await until(() => children().length > i * 2 - 1, 'the next child');
      await held();
    }
    for (let i = 0; i < 20; i++) {
      const one = send(bad(number++), { signal });
      sent.push(one);
      void one.then((answer) => refused.push(answer)).catch(() => undefined);
    }
    await until(() => refused.length >= 12, 'those that find no place are told so while the others wait');
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).to.equal('5');
      expect(await codeOf(answer)).to.deep.equal([503, 'busy']);
    }
    const below = children();
    expect(below.length).to.be.within(1, most * 2);
    expect(below.reduce((sum, pid) => sum + rss(pid), 0)).to.be.lessThan(400);
    stop.abort();
    await Promise.allSettled(sent);
    await until(() => children().length === 0, 'the children of callers who left are ended, though they are stopped');
    expect(refused.length).to.equal(12);
    expect(await codeOf(await send(bad(number++)))).to.deep.equal([422, 'bad-pack']);
  });

  it('ends the work of a caller of MCP who leaves', async () => {
    const stop = new AbortController();
    const params = { name: 'verify_pinned_spec', arguments: { target: NOBODY, spec: bad(number++) } };
    const call = fetch(`${whole.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: stop.signal,
    }).then((answer) => answer.text());
    await held();
    stop.abort();
    await call.catch(() => undefined);
    await until(() => children().length === 0, 'its child is ended');
  });

  it('validates equal specs once, for the budget of one, and the rest of that budget is each its own', async () => {
    const same = bad(number++);
    const stop = new AbortController();
    const leaves = send(same, { headers: CALLER, signal: stop.signal }).catch(() => 'left');
    const goOn = await held();
    const stay = Array.from({ length: 4 }, () => send(same, { headers: CALLER }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(children().length).to.be.at.most(2);
    stop.abort();
    expect(await leaves).to.equal('left');
    goOn();
    for (const answer of await Promise.all(stay)) expect(await codeOf(answer)).to.deep.equal([422, 'bad-pack']);
    expect(await codeOf(await send(bad(number++), { headers: CALLER }))).to.deep.equal([422, 'bad-pack']);
    const over = await send(bad(number++), { headers: CALLER });
    expect(over.headers.get('ratelimit-policy')).to.equal('"specs";q=1;w=3600');
    expect(Number(over.headers.get('retry-after'))).to.be.within(1, 3600);
    expect(await codeOf(over)).to.deep.equal([429, 'too-many-specs']);
  });

  it('keeps the budgets of grades and of the gate apart, and starts no child for a spec whose run could not start', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
    const ask = (body: object): Promise<Response> =>
      fetch(`${whole.url}/verify`, { method: 'POST', headers, body: JSON.stringify({ target: NOBODY, ...body }) });
    const { digest } = await openPack('auth');
    const told = async (body: object): Promise<string> => {
      const answer = await ask(body);
      return [...(await codeOf(answer)), answer.headers.get('ratelimit-policy') ?? ''].join(' ').trim();
    };
    expect([await told({}), await told({})]).to.deep.equal(['502 unreachable', '429 too-many-runs "caller";q=10;w=3600']);
    const gate = { expectedDigest: digest };
    const third = '429 too-many-runs "gate";q=1;w=3600';
    expect([await told(gate), await told({ ...gate, seed: 1 }), await told(gate)]).to.deep.equal([
      '502 unreachable',
      '502 unreachable',
      third,
    ]);
    const seen = new Set<number>();
    const looking = setInterval(() => {
      for (const pid of children()) seen.add(pid);
    }, 5);
    expect(await told({ spec: sound(number++) })).to.equal(third);
    clearInterval(looking);
    expect(seen.size).to.equal(0);
  });

  it("gives runs of callers' specs a slot each, and grades do not wait for them", async () => {
    const runs = Array.from({ length: 2 }, () => send(sound(number++)));
    const grade = fetch(`${whole.url}/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: NOBODY }),
    });
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, children().length);
    }, 10);
    expect((await grade).status).to.equal(502);
    for (const answer of await Promise.all(runs)) expect(await codeOf(answer)).to.deep.equal([502, 'unreachable']);
    clearInterval(looking);
    expect(most).to.be.within(1, MOST_CHILDREN * 2);
  });
});
