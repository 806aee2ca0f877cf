// A small world for engine tests: a pack written in place and a target that is a table of answers.
import type { Answer, Assertion, Check, Failure, FailureCode, Pack, Probes, Rule, Verdict } from '../../src/contract/generated/types.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import type { Hop, Transport } from '../../src/contract/transport.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { Recording } from '../../src/record/recording.ts';
import type { JudgeInput } from '../../src/record/step.ts';
import { drive } from '../../src/run/drive.ts';
import { judgeHere } from '../../src/run/run.ts';

export const ORIGIN = 'https://t.example';

export const rule = (id: string, parts: Partial<Rule> & { assert: Assertion[] }): Rule => {
  const reasons = { pass: 'good', ...parts.reasons };
  const base = {
    id,
    order: 10,
    title: `Rule ${id}`,
    why: 'because it is a test',
    fix: 'mend what is tested',
    refs: ['https://t.example/spec'],
  };
  return { ...base, ...(parts.cap ? {} : { points: 1 }), ...parts, reasons } as Rule;
};

export const pack = (probes: Probes, rules: Rule[], more: Partial<Pack> = {}): Pack => ({
  format: 1,
  name: 'test/pack',
  version: '1.0.0',
  title: 'A pack of a test',
  engine: ENGINE,
  limits: { requests: 64, bytes: 67_108_864 },
  control: { eachOf: [{ get: '/{{ $.run.nonce }}' }] },
  bands: [
    [100, 'A+'],
    [90, 'A'],
    [70, 'B'],
    [50, 'C'],
    [30, 'D'],
    [0, 'F'],
  ],
  probes,
  rules,
  ...more,
});

export const json = (value: unknown, status = 200, headers: { [name: string]: string } = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: { text: JSON.stringify(value) },
});
export const text = (body: string, type = 'text/plain', status = 200): Answer => ({
  status,
  headers: { 'content-type': type },
  body: { text: body },
});
export const failure = (code: FailureCode, phase?: Failure['phase']): Answer => ({ failure: { code, ...(phase ? { phase } : {}) } });

/** Keys: path and query, or METHOD path, or an absolute URL; `*` for all that has no other. A function sees the hop. */
export type Table = { [key: string]: Answer | ((hop: Hop) => Answer) };

export interface World extends Transport {
  log: string[];
}

export function world(table: Table, order: (waiting: (() => void)[]) => void = (w) => w.shift()?.()): World {
  const waiting: (() => void)[] = [];
  const log: string[] = [];
  const answer = (hop: Hop): Answer => {
    const { method, url } = hop.request;
    const at = new URL(url);
    const path = at.pathname + at.search;
    const found =
      table[url] ??
      table[`${method} ${path}`] ??
      (at.origin === ORIGIN ? table[path] : undefined) ??
      table['*'] ??
      json({ error: 'not found' }, 404);
    return typeof found === 'function' ? found(hop) : found;
  };
  return {
    log,
    registrable: (host) => (/^[\d.]+$|localhost/.test(host) ? null : host.split('.').slice(-2).join('.')),
    send(hop) {
      log.push(`${hop.request.method} ${hop.request.url}`);
      return new Promise((resolve) => {
        waiting.push(() => resolve(answer(hop)));
        setImmediate(() => order(waiting));
      });
    },
    async close() {},
  };
}

export async function judged(
  document: Pack,
  table: Table,
  options: { seed?: number; order?: (w: (() => void)[]) => void; target?: string; given?: Partial<JudgeInput>; deadline?: number } = {},
): Promise<{ verdict: Verdict; log: string[]; recording: Recording }> {
  const transport = world(table, options.order);
  const recording = await Recording.start(judgeHere(openPack(document)), {
    target: options.target ?? ORIGIN,
    seed: options.seed ?? 1,
    registrable: (h) => transport.registrable(h),
    ...options.given,
  });
  await drive(recording, { transport, ...(options.deadline === undefined ? {} : { deadline: options.deadline }) });
  return { verdict: (await recording.result()).verdict, log: transport.log, recording };
}

/** The one check of a pack of one rule. */
export async function check(probes: Probes, one: Rule, table: Table): Promise<Check> {
  return (await judged(pack(probes, [one]), table)).verdict.checks[0] as Check;
}
