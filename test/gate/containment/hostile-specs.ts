// Specs that strangers may send to hang, flood or misuse a verifier. Made by code, since some are ten megabytes long. None may be run.

import type { Json } from '../../../src/contract/json.ts';
import { ENGINE } from '../../../src/contract/limits.ts';
import { pack, rule } from '../../engine/world.ts';

export interface HostileSpec {
  name: string;
  text: () => string;
  code: 'bad-pack' | 'spec-too-large' | 'spec-too-costly' | 'engine-mismatch';
  /** A part of what the refusal says, message and details together. */
  says: string;
}

type Loose = { [member: string]: unknown };

/** A good spec, which one change makes hostile. */
const GOOD = pack({ home: { get: '/' } }, [
  rule('home', { assert: [{ select: '$.home.status', schema: { const: 200 }, else: 'gone' }], reasons: { pass: 'good', gone: 'gone' } }),
]);

export const goodText = (): string => JSON.stringify(GOOD);

const changed = (change: (spec: Loose) => void): string => {
  const spec = JSON.parse(goodText()) as Loose;
  change(spec);
  return JSON.stringify(spec);
};

const judging = (schema: Json, schemas?: Json): string =>
  changed((spec) => {
    ((spec.rules as Loose[])[0]!.assert as Loose[])[0]!.schema = schema;
    if (schemas !== undefined) spec.schemas = schemas;
  });

const asking = (probe: Json): string =>
  changed((spec) => {
    spec.probes = { home: probe };
  });

const looking = (select: string): string =>
  changed((spec) => {
    ((spec.rules as Loose[])[0]!.assert as Loose[])[0]!.select = select;
  });

const nested = (depth: number, inner: Json, wrap: (inner: Json) => Json): Json => {
  let out = inner;
  for (let i = 0; i < depth; i++) out = wrap(out);
  return out;
};

/** a0 is any of a1 and a1, a1 any of a2 and a2, …: two to the power of the depth. */
const doubling = (depth: number): Json =>
  Object.fromEntries(
    Array.from({ length: depth }, (_, i): [string, Json] => {
      const next = { $ref: `pack:a${i + 1}` };
      return [`a${i}`, i === depth - 1 ? { type: 'string' } : { anyOf: [{ items: next }, { items: next }] }];
    }),
  );

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

export const HOSTILE: readonly HostileSpec[] = [
  { name: 'a schema a thousand deep', text: () => judging(nested(1000, {}, (not) => ({ not }))), code: 'bad-pack', says: 'deep' },
  { name: 'a schema just too deep', text: () => judging(nested(40, {}, (not) => ({ not }))), code: 'bad-pack', says: 'bad-schema' },
  {
    name: 'a schema that leads to itself through anyOf',
    text: () => judging({ $ref: 'pack:a' }, { a: { anyOf: [{ $ref: 'pack:b' }, { type: 'null' }] }, b: { anyOf: [{ $ref: 'pack:a' }] } }),
    code: 'bad-pack',
    says: 'refer to itself',
  },
  {
    name: 'schemas that lead on and on',
    text: () =>
      judging(
        { $ref: 'pack:a0' },
        Object.fromEntries(many(2_000, (i): [string, Json] => [`a${i}`, i < 1_999 ? { $ref: `pack:a${i + 1}` } : {}])),
      ),
    code: 'bad-pack',
    says: 'one after another',
  },
  { name: 'a remote $ref', text: () => judging({ $ref: 'http://127.0.0.1:9/schema.json' }), code: 'bad-pack', says: 'nothing is fetched' },
  { name: 'a $ref to a file', text: () => judging({ $ref: 'file:///etc/passwd' }), code: 'bad-pack', says: 'nothing is fetched' },
  { name: 'exponential anyOf', text: () => judging({ $ref: 'pack:a0' }, doubling(24)), code: 'spec-too-costly', says: 'schemas of a spec' },
  {
    name: 'a wide anyOf',
    text: () => judging({ anyOf: many(9_000, (i) => ({ const: i })) }),
    code: 'spec-too-costly',
    says: 'schemas of a spec',
  },
  {
    name: 'a catastrophic pattern',
    text: () => judging({ type: 'string', pattern: '^(?=(a+)+$)((a|a)*)*\\1$' }),
    code: 'bad-pack',
    says: 'bad-pattern',
  },
  {
    name: 'a pattern that unfolds',
    text: () => judging({ type: 'string', pattern: '(((a{1,99}){1,99}){1,99}){1,99}' }),
    code: 'bad-pack',
    says: 'bad-pattern',
  },
  { name: 'a huge enum', text: () => judging({ enum: many(20_000, (i) => i) }), code: 'spec-too-costly', says: 'enum' },
  {
    name: '__proto__ as a member',
    text: () => goodText().replace('"probes":{', '"probes":{"__proto__":{"get":"/"},'),
    code: 'bad-pack',
    says: 'bad-key',
  },
  {
    name: 'thousands of rules',
    text: () =>
      changed((spec) => {
        spec.rules = many(3_000, (i) => ({ id: `r${i}` }));
      }),
    code: 'spec-too-large',
    says: '200 rules',
  },
  { name: 'a path with two descendants', text: () => looking('$.home.json..*..*'), code: 'bad-pack', says: 'bad-path' },
  { name: 'a path of unions', text: () => looking(`$.home.json${"['a','b']".repeat(12)}`), code: 'bad-pack', says: 'bad-path' },
  {
    name: 'a path that filters by code',
    text: () => looking('$.home.json[?(@.constructor.constructor("return process")())]'),
    code: 'bad-pack',
    says: 'bad-path',
  },
  {
    name: 'a template that names nothing',
    text: () => asking({ get: '{{ $.nothing.json.url }}' }),
    code: 'bad-pack',
    says: 'unknown-name',
  },
  {
    name: 'a file of the machine as its base',
    text: () =>
      changed((spec) => {
        spec.extends = { pack: '../../../../../../etc/passwd' };
      }),
    code: 'bad-pack',
    says: 'extends: unknown-member',
  },
  { name: 'a file: URL', text: () => asking({ get: 'file:///etc/passwd' }), code: 'bad-pack', says: 'bad-url' },
  { name: 'another host', text: () => asking({ get: 'https://elsewhere.example/' }), code: 'bad-pack', says: 'bad-url' },
  { name: 'another host without a scheme', text: () => asking({ get: '//elsewhere.example/' }), code: 'bad-pack', says: 'bad-url' },
  {
    name: 'a header of two lines',
    text: () => asking({ get: '/', headers: { 'x-a': 'b\r\nhost: elsewhere.example' } }),
    code: 'bad-pack',
    says: 'wrong-value',
  },
  {
    name: 'a Host header',
    text: () => asking({ get: '/', headers: { host: 'elsewhere.example' } }),
    code: 'bad-pack',
    says: 'forbidden-header',
  },
  {
    name: 'credentials',
    text: () => asking({ get: '/', headers: { authorization: 'Bearer x' } }),
    code: 'bad-pack',
    says: 'forbidden-header',
  },
  {
    name: 'a member twice',
    text: () => goodText().replace('"title":', '"title":"another","title":'),
    code: 'bad-pack',
    says: 'duplicate-key',
  },
  {
    name: 'an integer beyond 2^53',
    text: () => goodText().replace('"requests":64', '"requests":9007199254740993'),
    code: 'bad-pack',
    says: 'bad-value',
  },
  { name: 'half a character', text: () => goodText().replace('A pack of a test', '\\ud800'), code: 'bad-pack', says: 'canonical' },
  {
    name: 'ten megabytes',
    text: () => goodText().replace('A pack of a test', 'x'.repeat(10 * 1024 * 1024)),
    code: 'spec-too-large',
    says: 'bytes',
  },
  {
    name: 'a member name of a hundred kilobytes',
    text: () => goodText().replace('"title"', `"${'n'.repeat(100_000)}":[${'1,'.repeat(40_000)}1],"title"`),
    code: 'spec-too-large',
    says: 'member name',
  },
  {
    name: 'a hundred thousand values',
    text: () => goodText().replace('"title"', `"x":[${'1,'.repeat(100_000)}1],"title"`),
    code: 'spec-too-large',
    says: 'values',
  },
  {
    name: 'an invisible twin of a member',
    text: () => goodText().replace('"title":', '"title\\u200b":"x","title":'),
    code: 'bad-pack',
    says: 'unknown-member',
  },
  {
    name: 'limits above the ceilings',
    text: () => changed((spec) => Object.assign(spec, { limits: { requests: 1_000_000, bytes: 1e15 } })),
    code: 'bad-pack',
    says: 'over-ceiling',
  },
  {
    name: 'more requests than it says',
    text: () =>
      changed((spec) => {
        for (let p = 0; p < 4; p++) (spec.probes as Loose)[`p${p}`] = { eachOf: many(20, (i) => ({ get: `/${p}/${i}` })) };
      }),
    code: 'bad-pack',
    says: 'over-limits',
  },
  {
    name: 'a selection without an end',
    text: () => asking({ select: '$.control[*].headers.link', get: '{{ $.item }}' }),
    code: 'bad-pack',
    says: 'unbounded',
  },
  { name: 'a DELETE without consent', text: () => asking({ delete: '/everything' }), code: 'bad-pack', says: 'needs-consent' },
  {
    name: 'a tool call',
    text: () => asking({ post: '{{ $.control[0].url }}', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'buy' } } }),
    code: 'bad-pack',
    says: 'forbidden-method',
  },
  {
    name: 'probes in a circle',
    text: () => changed((spec) => Object.assign(spec, { probes: { home: { get: '{{ $.b.url }}' }, b: { get: '{{ $.home.url }}' } } })),
    code: 'bad-pack',
    says: 'cycle',
  },
  {
    name: 'another engine',
    text: () => goodText().replace(`"engine":"${ENGINE}"`, '"engine":"999"'),
    code: 'engine-mismatch',
    says: '999',
  },
  { name: 'no JSON', text: () => 'pack: !!js/function "return 1"', code: 'bad-pack', says: 'plain JSON' },
];
