// A migration keeps what a pack means where that can be told, names what it cannot tell, and changes nothing else.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256 } from '../../../src/contract/digest.ts';
import { AxproofError } from '../../../src/contract/errors.ts';
import { ENGINE } from '../../../src/contract/limits.ts';
import { jcs } from '../../../src/json/jcs.ts';
import { at } from '../../../src/json/pointer.ts';
import { loadPackDocument } from '../../../src/pack/load.ts';
import { migrate } from '../../../src/pack/migrate/migrate.ts';
import { releasedPacks } from '../../../src/run/released.ts';

/** A pack of the first engine, as it was released. */
const released = (): Record<string, unknown> =>
  JSON.parse(readFileSync(fileURLToPath(new URL('../../../fixtures/engine-1/pack.json', import.meta.url)), 'utf8'));

const small = (more: object = {}): Record<string, unknown> => ({
  format: 1,
  name: 'test/pack',
  version: '1.0.0',
  title: 'A pack for tests',
  engine: '1',
  limits: { requests: 60, bytes: 20_000_000 },
  bands: [
    [100, 'A+'],
    [0, 'F'],
  ],
  control: { get: '/{{ $.run.nonce }}' },
  probes: { doc: { get: '/doc.json' }, list: { eachOf: [{ get: '/a' }, { get: '/b' }] } },
  rules: [rule({ assert: [{ select: '$.doc', else: 'missing' }] })],
  ...more,
});

const rule = (more: object): object => ({
  id: 'alpha',
  order: 10,
  title: 'The first rule',
  points: 1,
  why: 'because a test needs a rule',
  fix: 'nothing is to be fixed here',
  refs: ['https://example.com/'],
  reasons: { pass: 'all is well', missing: 'nothing is there' },
  ...more,
});

const asserting = (select: unknown, schema: unknown, schemas?: object): Record<string, unknown> =>
  small({ rules: [rule({ assert: [{ select, schema, else: 'missing' }] })], ...(schemas ? { schemas } : {}) });

const NONE = ['absent', 'refused', 'elsewhere'];
const exchange = (outcome: unknown): object => ({ type: 'object', required: ['outcome'], properties: { outcome } });
const AT = '/rules/0/assert/0/schema';

type Case = [name: string, pack: Record<string, unknown>, changed: string[], left: string[]];

const CASES: Case[] = [
  ['a list of what is not there', asserting('$.doc.outcome', { enum: NONE }), [`${AT}/enum`], []],
  ['the outcomes of a list', asserting('$.list[*].outcome', { enum: NONE }), [`${AT}/enum`], []],
  ['the outcomes of attempts', asserting("$.tried['doc','list'][*].outcome", { enum: NONE }), [`${AT}/enum`], []],
  ['several paths', asserting(['$.doc.status', '$.doc.outcome'], { enum: NONE }), [`${AT}/enum`], []],
  ['a negated list', asserting('$.doc.outcome', { not: { enum: NONE } }), [`${AT}/not/enum`], []],
  ['the member of an exchange', asserting('$.doc', exchange({ enum: NONE })), [`${AT}/properties/outcome/enum`], []],
  [
    'a branch of an exchange',
    asserting('$.list[*]', { anyOf: [{ type: 'string' }, exchange({ enum: NONE })] }),
    [`${AT}/anyOf/1/properties/outcome/enum`],
    [],
  ],
  [
    'a shared schema',
    asserting('$.doc', { $ref: 'pack:gone' }, { gone: exchange({ enum: NONE }) }),
    ['/schemas/gone/properties/outcome/enum'],
    [],
  ],
  [
    'a shared schema of outcomes, used twice',
    asserting('$.doc.outcome', { allOf: [{ $ref: 'pack:gone' }, { $ref: 'pack:gone' }] }, { gone: { enum: NONE } }),
    ['/schemas/gone/enum'],
    [],
  ],
  ['a list with what is there', asserting('$.doc.outcome', { enum: ['found', ...NONE] }), [`${AT}/enum`], []],
  ['absent alone', asserting('$.doc.outcome', { const: 'absent' }), [], [`${AT}/const`]],
  ['refused alone', asserting('$.doc', exchange({ const: 'refused' })), [], [`${AT}/properties/outcome/const`]],
  ['one half of a 405', asserting('$.doc.outcome', { enum: ['found', 'refused', 'elsewhere'] }), [], [`${AT}/enum`]],
  ['the other half', asserting('$.doc.outcome', { enum: ['absent', 'elsewhere'] }), [], [`${AT}/enum`]],
  ['a pattern', asserting('$.doc.outcome', { pattern: '^(absent|refused)$' }), [], [`${AT}/pattern`]],
  ['found alone', asserting('$.doc.outcome', { const: 'found' }), [], []],
  ['a list without either', asserting('$.doc.outcome', { not: { enum: ['found', 'elsewhere'] } }), [], []],
  ['a list that names it already', asserting('$.doc.outcome', { enum: [...NONE, 'method-refused'] }), [], []],
  ["the target's own member", asserting('$.doc.json.outcome', { enum: NONE }), [], []],
  [
    "the target's own member, further down",
    asserting('$.doc', { type: 'object', required: ['json'], properties: { json: exchange({ enum: NONE }) } }),
    [],
    [],
  ],
  ['another member of an exchange', asserting('$.doc.type', { enum: NONE }), [], []],
  ['a schema that leads back to itself', asserting('$.doc.outcome', { $ref: 'pack:a' }, { a: { anyOf: [{ $ref: 'pack:a' }] } }), [], []],
];

const places = (list: readonly { place: string }[]): string[] => list.map(({ place }) => place);

describe('pack/migrate', () => {
  it('has one step from every engine to the next', () => {
    for (let from = 1; from < Number(ENGINE); from += 1) {
      const next = migrate(small({ engine: String(from) }), String(from + 1));
      expect([next.document.engine, next.to]).to.deep.equal([String(from + 1), String(from + 1)]);
      expect(next.judges.length).to.be.greaterThan(0);
    }
  });

  describe('from engine 1 to 2', () => {
    for (const [name, pack, changed, left] of CASES) {
      it(`reads ${name}`, () => {
        const before = structuredClone(pack);
        const migrated = migrate(pack, '2');
        expect(pack, 'what was given stays').to.deep.equal(before);
        // The worst case is counted by the bounds of today.
        const rewritten = places(migrated.changes).filter((place) => !place.startsWith('/limits/'));
        expect([rewritten, places(migrated.left)]).to.deep.equal([['/engine', ...changed], left]);
        for (const place of changed) {
          expect(at(migrated.document, place)).to.deep.equal([...(at(pack, place) as unknown[]), 'method-refused']);
        }
      });
    }

    it('changes what it says that it changes, and nothing else', () => {
      const migrated = migrate(released(), '2');
      expect(migrated.changes.length).to.be.greaterThan(3);
      const back = structuredClone(migrated.document);
      for (const { place, was, value } of migrated.changes) {
        expect(at(back, place), place).to.deep.equal(value);
        const outer = at(back, place.slice(0, place.lastIndexOf('/'))) as Record<string, unknown>;
        outer[place.slice(place.lastIndexOf('/') + 1)] = was;
      }
      expect(back).to.deep.equal(released());
    });

    it('raises a limit that is lower than the worst case, and no other', () => {
      const low = migrate(small({ limits: { requests: 1, bytes: 1 } }), '2');
      expect(places(low.changes)).to.deep.equal(['/engine', '/limits/requests', '/limits/bytes']);
      const limits = low.document.limits as { requests: number; bytes: number };
      const high = { requests: limits.requests + 1, bytes: limits.bytes + 1 };
      expect(places(migrate(small({ limits: high }), '2').changes)).to.deep.equal(['/engine']);
      expect(places(migrate(small({ limits }), '2').changes)).to.deep.equal(['/engine']);
    });
  });

  it('knows the released pack of the first engine by its digest', () => {
    const digest = sha256(jcs(released()));
    expect(releasedPacks().some((one) => one.digest === digest && one.engine === '1')).to.equal(true);
  });

  it('makes a pack of the first engine one that loads today', () => {
    for (const pack of [released(), small()]) {
      const { document, to } = migrate(pack);
      expect(to).to.equal(ENGINE);
      const loaded = loadPackDocument(document);
      expect(loaded.digest).to.equal(sha256(jcs(document)));
      expect(migrate(document)).to.deep.include({ document, changes: [], left: [], judges: [] });
    }
  });

  const REFUSED: [string, unknown, string][] = [
    ['a newer engine', small({ engine: '99' }), 'engine-mismatch'],
    ['no engine', small({ engine: 1 }), 'bad-pack'],
    ['no object', [1], 'bad-pack'],
    ['a text', '1', 'bad-pack'],
  ];
  for (const [name, pack, code] of REFUSED)
    it(`refuses ${name}`, () => {
      expect(() => migrate(pack, '2'))
        .to.throw(AxproofError)
        .with.property('code', code);
    });

  it('ends on every document that is none', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const member = fc.constantFrom('limits', 'control', 'probes', 'rules', 'schemas', 'engine', 'bands');
    fc.assert(
      fc.property(member, value, fc.boolean(), (name, junk, deep) => {
        const pack = deep ? asserting(junk, junk, { a: junk as object }) : small({ [name]: junk });
        try {
          expect(migrate(pack, '2').document.engine).to.equal('2');
        } catch (error) {
          expect(error).to.be.instanceOf(AxproofError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
