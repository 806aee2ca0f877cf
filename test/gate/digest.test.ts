// What changes a digest: every edit of what a spec says, and nothing of how it is written.
import { expect } from 'chai';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { readLocalSpec } from '../../src/gate/local-spec.ts';
import { specOf } from '../../src/gate/spec.ts';
import { jcs } from '../../src/json/jcs.ts';
import { openPack } from '../../src/run/bundled.ts';
import { good, withFolder } from '../pack/folder.ts';
import { digestOf, spec } from './support.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = (string | number)[];

/** Every place of a value, containers included. */
function places(value: Json, path: Path = []): Path[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([name, one]) => places(one as Json, [...path, Array.isArray(value) ? Number(name) : name]))];
}

/** The value with the one at path in place of itself changed. */
function edited(value: Json, path: Path, change: (at: Json) => Json): Json {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  if (Array.isArray(value)) return value.map((one, i) => (i === head ? edited(one, rest, change) : one));
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, name === head ? edited(one, rest, change) : one]));
}

/** Changes that are none to a value of another kind give it back as it is. */
const CHANGES: ((at: Json, n: number) => Json)[] = [
  (at) => (typeof at === 'string' ? `${at} ` : at),
  (at, n) => (typeof at === 'string' && at.length > 0 ? at.slice(0, n % at.length) + at.slice((n % at.length) + 1) : at),
  (at, n) =>
    typeof at === 'string' && at.length > 0
      ? at.slice(0, n % at.length) + (at[n % at.length] === 'x' ? 'y' : 'x') + at.slice((n % at.length) + 1)
      : at,
  (at) => (typeof at === 'number' ? at + 1 : at),
  (at) => (typeof at === 'number' ? String(at) : at),
  (at) => (typeof at === 'boolean' ? !at : at),
  () => null,
  (at) => [at],
  (at) => (Array.isArray(at) ? [...at, null] : at),
  (at, n) => (Array.isArray(at) && at.length > 0 ? at.filter((_, i) => i !== n % at.length) : at),
  (at) => (Array.isArray(at) ? [...at].reverse() : at),
  (at) => (typeof at === 'object' && at !== null && !Array.isArray(at) ? { ...at, more: 1 } : at),
  (at, n) => renamed(at, n, (name) => `${name}x`),
  (at, n) => {
    const names = Object.keys(typeof at === 'object' && at !== null && !Array.isArray(at) ? at : {});
    return names.length === 0 ? at : Object.fromEntries(Object.entries(at as object).filter(([name]) => name !== names[n % names.length]));
  },
];

function renamed(at: Json, n: number, name: (was: string) => string): Json {
  if (typeof at !== 'object' || at === null || Array.isArray(at)) return at;
  const entries = Object.entries(at);
  return Object.fromEntries(entries.map(([key, one], i) => [i === n % entries.length ? name(key) : key, one]));
}

function shuffled(value: Json, numbers: Iterator<number>): Json {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, numbers));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map((entry) => [numbers.next().value as number, entry] as const);
  return Object.fromEntries(entries.sort((a, b) => a[0] - b[0]).map(([, [name, one]]) => [name, shuffled(one, numbers)]));
}

describe('the digest of a spec', function () {
  this.timeout(30_000);
  const document = JSON.parse(jcs(spec.document)) as Json;

  it('is the one that the loader gives, and spec-digest prints', async () => {
    expect(digestOf(spec.document)).to.equal(spec.digest);
    const bundled = await openPack(undefined);
    expect(digestOf(bundled.document)).to.equal(bundled.digest);
  });

  it('changes with every edit', () => {
    const all = places(document);
    fc.assert(
      fc.property(fc.nat(all.length - 1), fc.nat(CHANGES.length - 1), fc.nat(1000), (place, change, n) => {
        const other = edited(document, all[place] as Path, (at) => (CHANGES[change] as (typeof CHANGES)[number])(at, n));
        fc.pre(JSON.stringify(other) !== JSON.stringify(document));
        fc.pre(typeof other === 'object' && other !== null && !Array.isArray(other));
        expect(digestOf(other)).not.to.equal(spec.digest);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not change with key order and white space, in JSON and in YAML', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.nat(8), fc.boolean(), (numbers, indent, yaml) => {
        const other = shuffled(document, numbers);
        const text = yaml ? stringify(other, { indent: Math.max(1, indent) }) : ` \n${JSON.stringify(other, null, indent)}\r\n\t`;
        const local = withFolder({ [yaml ? 'spec.yaml' : 'spec.json']: text }, (root) =>
          readLocalSpec(`${root}/spec.${yaml ? 'yaml' : 'json'}`),
        );
        expect(digestOf(local.document)).to.equal(spec.digest);
      }),
      { numRuns: 100 },
    );
  });

  it('is the same for the folder, and every edited character of a rule that changes its value changes it', () => {
    const rule = good['alpha.yaml'] as string;
    const digest = (text: string): string =>
      withFolder({ ...good, 'alpha.yaml': text }, (root) => {
        try {
          return digestOf(readLocalSpec(root).document);
        } catch {
          return 'unreadable';
        }
      });
    expect(digest(`# a comment\n${rule}\n\n`)).to.equal(spec.digest);
    const [from, to] = [rule.indexOf('title: ') + 'title: '.length, rule.indexOf('\npoints')];
    for (let at = from; at < to; at++) expect(digest(`${rule.slice(0, at)}Q${rule.slice(at + 1)}`), `${at}`).not.to.equal(spec.digest);
  });

  it('is not given to a folder of which a file cannot be read', () => {
    for (const text of ['{', 'a: 1\na: 2', 'a: .inf', '__proto__: 1'])
      withFolder({ ...good, 'beta.yaml': text }, (root) => expect(() => readLocalSpec(root), text).to.throw('cannot be read'));
  });

  it('is not made of what is too long, which costs less to see', () => {
    const long = { ...spec.document, title: `\ud800${'a'.repeat(300_000)}` };
    expect(() => specOf(long)).to.throw('at most 256 KiB');
    expect(() => specOf({ ...long, title: '\ud800' })).to.throw('lone surrogate');
  });
});
