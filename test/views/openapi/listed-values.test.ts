// Listed values that none of the stated types has: what YAML makes of 1.0 or true without quotes.
import { expect } from 'chai';
import { type Loose, toldSchema } from './support.ts';

const ALL = ['2.0', '3.0', '3.1', '3.2'];
/** Since a constant is one. */
const NEW = ['3.1', '3.2'];

const ROWS: [name: string, schema: Loose, body: Loose, told: string, lines?: string[]][] = [
  ['numbers beside texts alone', { type: 'string', enum: [1, 1.1] }, '1.0', 'true not-evaluated'],
  ['the same, and a number', { type: 'string', enum: [1, 1.1] }, 1, 'false type '],
  ['a truth value beside texts alone', { type: 'string', enum: ['a', true] }, 'true', 'true not-evaluated'],
  ['texts beside numbers alone', { type: 'integer', enum: ['1', '2'] }, 2, 'true not-evaluated'],
  ['a constant number beside texts alone', { type: 'string', const: 1 }, '1.0', 'true not-evaluated', NEW],
  ['null beside texts, and another text', { type: 'string', enum: ['a', null] }, 'b', 'false enum '],
  ['both types that are stated', { type: ['string', 'integer'], enum: ['a', 1] }, 'b', 'false enum '],
  ['a type that nobody knows', { type: 'date', enum: ['a'] }, 'b', 'false enum '],
  ['no type', { enum: ['a', 1] }, 'b', 'false enum '],
  ['objects and lists beside texts alone', { type: 'string', enum: ['a', [1], {}] }, 'b', 'false enum '],
];

describe('schemas: listed values', () => {
  for (const [name, schema, body, told, lines = ALL] of ROWS)
    for (const line of lines) it(`${line}: ${name}`, () => expect(toldSchema(line, schema, body)).to.equal(told));
});
