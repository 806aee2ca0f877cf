// loadPackDocument: packs that arrive as JSON, from anybody. Refused with a code and every finding; never a crash, never long.

import { expect } from 'chai';
import fc from 'fast-check';
import { AxproofError } from '../../src/contract/errors.ts';
import type { JsonSchema, Pack } from '../../src/contract/generated/types.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { loadPackDocument } from '../../src/pack/load.ts';
import { sized } from '../whole.ts';
import { good, loadFiles } from './folder.ts';

const document = (): Pack => structuredClone(loadFiles(good).pack?.document) as Pack;

function refused(value: unknown): AxproofError {
  try {
    loadPackDocument(value);
  } catch (error) {
    expect(error).to.be.instanceOf(AxproofError);
    return error as AxproofError;
  }
  throw new Error('accepted');
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
};

/** Shared schemas of which each refers to another one; named so that the first of them comes first or last. */
const chain = (length: number, leadsUp: boolean, refer = (ref: JsonSchema): JsonSchema => ref): Pack['schemas'] =>
  Object.fromEntries(
    Array.from({ length }, (_, i) => {
      const name = (n: number): string => `s${String(leadsUp ? n : length - n).padStart(4, '0')}`;
      return [name(i), i === length - 1 ? { type: 'string' } : refer({ $ref: `pack:${name(i + 1)}` })];
    }),
  );

describe('pack documents', () => {
  it('loads a good one', () => {
    const pack = loadPackDocument(document());
    expect(pack.document.rules).to.have.length(1);
    expect(pack.probes.find(({ name }) => name === 'list')?.plans[0]?.where?.check({ href: '/x' })).to.deep.equal([]);
  });

  const CASES: [string, (d: Pack) => unknown, RegExp][] = [
    ['no object', () => 5, /wrong-type/],
    ['null', () => null, /wrong-type/],
    ['another format', (d) => ({ ...d, format: 2 }), /pack#\/format: wrong-value/],
    ['extends', (d) => ({ ...d, extends: { pack: 'x' } }), /pack#\/extends: unknown-member/],
    ['an unknown probe', (d) => ({ ...d, probes: {} }), /pack#\/rules\/0\/assert\/0\/select: unknown-name/],
    ['a function', (d) => ({ ...d, title: () => 1 }), /function/],
    ['undefined', (d) => ({ ...d, title: undefined }), /undefined/],
    ['a cycle of objects', (d) => Object.assign(d, { title: d }), /cycle/],
    ['deep nesting', (d) => ({ ...d, title: deep(100_000) }), /nesting/],
    ['a lone surrogate', (d) => ({ ...d, title: 'a\ud800b' }), /surrogate/],
    ['__proto__', (d) => ({ ...d, schemas: JSON.parse('{"words": {"type": "string", "__proto__": {"type": 1}}}') }), /bad-key/],
    ['schemas that lead on and on', (d) => ({ ...d, schemas: { ...d.schemas, ...chain(1000, true) } }), /one after another/],
    ['the same from their end', (d) => ({ ...d, schemas: { ...d.schemas, ...chain(1000, false) } }), /one after another/],
    [
      'fewer of them, each below a member',
      (d) => ({ ...d, schemas: { ...d.schemas, ...chain(100, true, (ref) => ({ properties: { x: ref }, required: [] })) } }),
      /one after another/,
    ],
    ['an integer beyond 2^53-1', (d) => ({ ...d, limits: { requests: 2 ** 60, bytes: 1 } }), /bad-value/],
  ];
  for (const [name, change, message] of CASES) {
    it(`refuses ${name}`, () => {
      const error = refused(change(document()));
      expect(error.code).to.equal('bad-pack');
      expect(error.details.join('\n')).to.match(message);
    });
  }

  it('says that another engine is needed, before any other fault', () => {
    const error = refused({ ...document(), engine: '99', probes: {}, rules: 'of another language', later: true });
    expect([error.code, error.details]).to.deep.equal(['engine-mismatch', []]);
    expect(error.message).to.include('engine 99').and.to.include(`engine ${ENGINE}`);
  });

  it('bounds findings and time on a document that is all mistakes', () => {
    const started = process.cpuUsage().user;
    const junk = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`junk${i}`, i]));
    expect(refused({ ...document(), ...junk }).details.length).to.be.lessThan(202);
    const rules = Array.from({ length: 200 }, (_, i) => ({
      ...document().rules[0],
      id: `r${i}`,
      reasons: { pass: 'x', ...Object.fromEntries(Array.from({ length: 60 }, (_, j) => [`c${j}`, 'text'])) },
    }));
    expect(refused({ ...document(), rules }).details.length).to.be.lessThan(202);
    expect((process.cpuUsage().user - started) / 1e6).to.be.lessThan(10);
  });

  it('never throws anything but its own errors, whatever part is replaced', () => {
    const original = document();
    const places: (string | number)[][] = [];
    const collect = (value: unknown, path: (string | number)[]): void => {
      places.push(path);
      if (Array.isArray(value)) for (const [i, v] of value.entries()) collect(v, [...path, i]);
      else if (typeof value === 'object' && value !== null) for (const [k, v] of Object.entries(value)) collect(v, [...path, k]);
    };
    collect(original, []);
    const junk = fc.oneof(
      fc.constantFrom(
        null,
        true,
        0,
        -1,
        '',
        '{{',
        '$',
        [],
        {},
        [[]],
        [null],
        { get: 1 },
        { eachOf: 1 },
        { firstOf: [null] },
        { select: null },
        '$.doc',
        { $ref: '#/x' },
      ),
      fc.jsonValue({ maxDepth: 3 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), junk, (path, value) => {
        const changed = structuredClone<{ root: unknown }>({ root: original });
        const whole: (string | number)[] = ['root', ...path];
        let at = changed as { [key: string | number]: unknown };
        for (const key of whole.slice(0, -1)) at = at[key] as typeof at;
        at[whole.at(-1) as string] = structuredClone(value);
        try {
          loadPackDocument(changed.root);
        } catch (error) {
          expect(error).to.be.instanceOf(AxproofError);
          expect((error as AxproofError).code).to.be.oneOf(['bad-pack', 'engine-mismatch']);
        }
      }),
      { numRuns: sized(400) },
    );
  });
});
