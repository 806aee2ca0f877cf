// Which refusals hang on no uncertain place.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { OpenPlace } from '../../src/contract/view.ts';
import { refusesUnseen } from '../../src/engine/assert/unseen.ts';

const at = (...paths: (string | number)[][]): OpenPlace[] => paths.map((path) => ({ path, why: 'redacted' }));
const BODY = { name: 'W', mail: 'x', users: [{ id: 1, mail: 'x' }], deep: { a: { b: 1 } } };

describe('engine/assert/unseen', () => {
  const ajv = new Ajv2020({ ownProperties: true, strict: false });
  for (const [name, schema, places, expected] of [
    ['a member that is missing', { required: ['data'] }, at(['mail']), true],
    ['another member', { properties: { name: { const: 'V' } } }, at(['mail'], ['users', 0, 'mail']), true],
    ['the member itself', { properties: { mail: { const: 'y' } } }, at(['mail']), false],
    ['an element', { properties: { users: { items: { required: ['gone'] } } } }, at(['users', 0, 'mail']), true],
    [
      'a member of an element',
      { properties: { users: { items: { properties: { mail: { const: 1 } } } } } },
      at(['users', 0, 'mail']),
      false,
    ],
    ['every member, of which one before it is refused', { additionalProperties: { const: 1 } }, at(['mail']), true],
    ['every member, and it comes first', { additionalProperties: { const: 1 } }, at(['name']), false],
    ['names of members', { propertyNames: { maxLength: 2 } }, at(['mail']), true],
    ['the whole', { const: { ...BODY, mail: 'y' } }, at(['mail']), false],
    ['a place within an uncertain one', { required: ['data'] }, at(['deep', 'a'], ['deep', 'a', 'b']), true],
    ['a place that is not there', { required: ['data'] }, at(['gone']), false],
    ['a place below what holds nothing', { required: ['data'] }, at(['name', 'x']), false],
    ['the whole value', { required: ['data'] }, at([]), false],
    ['a cut', { required: ['data'] }, [{ path: ['mail'], why: 'cut' } as const], false],
    ['what is not refused', { required: ['name'] }, at(['mail']), false],
  ] as [string, object, OpenPlace[], boolean][])
    it(`${name}: ${expected}`, () => {
      const validate = ajv.compile(schema);
      const before = JSON.stringify(BODY);
      expect(refusesUnseen(BODY, places, (value) => !validate(value))).to.equal(expected);
      expect(JSON.stringify(BODY)).to.equal(before);
    });
});
