// Alternatives that a discriminator tells apart where it stands in the base that they inherit.
import { expect } from 'chai';
import { sized } from '../../whole.ts';
import { type Loose, toldSchema } from './support.ts';

const ref = (name: string): Loose => ({ $ref: `#/components/schemas/${name}` });
const subtype = (base: string, properties: Loose): Loose => ({ allOf: [ref(base), { type: 'object', properties }] });

const schemas: Loose = {
  Pet: { type: 'object', required: ['type'], properties: { type: { type: 'string' } }, discriminator: { propertyName: 'type' } },
  Cat: subtype('Pet', { lives: { type: 'integer' } }),
  Dog: subtype('Pet', { barks: { type: 'boolean' } }),
  Puppy: subtype('Dog', { weeks: { type: 'integer' } }),
  Stone: { type: 'object', properties: { weight: { type: 'integer' } } },
  Plant: { type: 'object', discriminator: { propertyName: 'type' } },
  Rose: subtype('Plant', { thorns: { type: 'integer' } }),
  // A chain that goes on for ever has no base.
  Loop: { allOf: [ref('Loop')] },
};
const oneOf = (...names: string[]): Loose => ({ oneOf: names.map(ref) });

describe('schemas: a discriminator in the base of the alternatives', () => {
  for (const [name, schema, body, expected] of [
    ['a body that fits two', oneOf('Cat', 'Dog'), { type: 'Cat', lives: 9 }, 'true'],
    ['a base of the base', oneOf('Cat', 'Puppy'), { type: 'Puppy' }, 'true'],
    ['the base among its subtypes', oneOf('Pet', 'Cat'), { type: 'Cat' }, 'true'],
    ['the one that is named does not fit, and another does', oneOf('Cat', 'Dog'), { type: 'Cat', lives: 'nine' }, 'false type /lives'],
    ['none fits', oneOf('Cat', 'Dog'), { lives: 9 }, 'false anyOf '],
    ['an alternative that inherits nothing', oneOf('Cat', 'Stone'), { type: 'Cat' }, 'false oneOf '],
    ['alternatives of two bases', oneOf('Cat', 'Rose'), { type: 'Cat' }, 'false oneOf '],
    ['no discriminator anywhere', oneOf('Stone', 'Stone'), {}, 'false oneOf '],
    ['a base that has itself for a base', oneOf('Loop', 'Stone'), {}, 'not-evaluated too-deep'],
  ] as const)
    for (const line of ['3.0', '3.1']) it(`${line}: ${name}`, () => expect(toldSchema(line, schema, body, schemas)).to.equal(expected));

  it('tells that a value names none of them', () => {
    expect(toldSchema('3.0', oneOf('Cat', 'Dog'), { type: 'Bird' }, schemas)).to.equal('true discriminator');
  });

  it('gives up on bases without end', function () {
    this.timeout(5_000);
    const wide = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`W${i}`, { allOf: Array.from({ length: sized(1_000) }, () => ref(`W${i + 1}`)) }]),
    );
    const many = { ...wide, W6: { type: 'string' } };
    expect(toldSchema('3.0', { oneOf: Array.from({ length: sized(1_000) }, () => ref('W0')) }, {}, many)).to.match(/^not-evaluated|^false/);
  });
});

describe('schemas: alternatives that a format alone tells apart', () => {
  const text = (format?: string): Loose => ({ type: 'string', ...(format === undefined ? {} : { format }) });
  const at = (format: string): Loose => ({ type: 'object', required: ['at'], properties: { at: text(format) } });
  const named: Loose = { Day: at('date'), Instant: at('date-time') };
  for (const [name, oneOf, body, expected] of [
    ['two formats', [text('date'), text('date-time')], '2026-11-26', 'true'],
    ['two formats below references', [ref('Day'), ref('Instant')], { at: '2026-11-26' }, 'true'],
    [
      'two formats of elements',
      [
        { type: 'array', items: text('ipv4') },
        { type: 'array', items: text('ipv6') },
      ],
      ['::1'],
      'true',
    ],
    ['two formats in a part', [{ allOf: [at('uri')] }, { allOf: [at('email')] }], { at: 'a@b.example' }, 'true'],
    ['two formats, and none fits', [text('date'), text('date-time')], 20261126, 'false anyOf '],
    ['one format', [text('date'), text('date')], '2026-11-26', 'false oneOf '],
    ['a format beside none', [text('date'), text()], '2026-11-26', 'true'],
    ['a format beside the empty text', [text('date-time'), { type: 'string', enum: [''] }], '', 'true'],
    ['a format beside one value of any type', [ref('Day'), { properties: { at: { const: 'none' } } }], { at: 'none' }, 'true'],
    ['a format beside none, and none fits', [text('date'), { type: 'string', enum: [''] }], 7, 'false anyOf '],
    ['a format beside a number', [{ type: ['string', 'null'], format: 'date' }, { type: ['number', 'null'] }], null, 'false oneOf '],
    ['two formats of two members', [at('date'), { type: 'object', properties: { to: text('date-time') } }], { at: 'x' }, 'false oneOf '],
  ] as const)
    it(name, () => expect(toldSchema('3.1', { oneOf }, body, named)).to.equal(expected));
});
