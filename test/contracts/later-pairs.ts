// Pairs of documents that were judged wrongly once, as in pairs.ts.
import type { Members } from './documents.ts';
import { answers, in30, object, takes, text, whole } from './parts.ts';

/** As springdoc writes inheritance: the base lists those that are made of it. */
const pets = (name: Members): Members =>
  in30({
    ...answers({ $ref: '#/components/schemas/Pet' }),
    components: {
      schemas: {
        Pet: { ...object({ kind: text, name }, ['kind']), oneOf: ['Cat', 'Dog'].map((one) => ({ $ref: `#/components/schemas/${one}` })) },
        Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, object({ claws: text })] },
        Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, object({ bark: text })] },
      },
    },
  });

const number = { type: 'number' };
const fixed = (title: string): Members => ({ const: { title } });
const listed = (items: unknown): Members => ({ type: 'array', items });
const mapped = (rest: unknown): Members => ({ type: 'object', additionalProperties: rest });
const patterned = (one: unknown): Members => ({ type: 'object', properties: { a: text }, patternProperties: { '^x-': one } });

export const LATER: ['breaking' | 'safe' | 'unknown', string, string, Members, Members][] = [
  ['breaking', 'a base that lists its heirs, widened', 'longer names come', pets({ ...text, maxLength: 5 }), pets(text)],
  ['unknown', 'a base that lists its heirs, narrowed', 'both heirs may fit', pets(text), pets({ ...text, maxLength: 5 })],
  ['safe', 'a whole number above nought', 'it is one at least', takes({ ...whole, exclusiveMinimum: 0 }), takes({ ...whole, minimum: 1 })],
  [
    'safe',
    'a whole number below ten',
    'it is nine at most',
    answers({ ...whole, maximum: 9 }),
    answers({ ...whole, exclusiveMaximum: 10 }),
  ],
  ['breaking', 'a number above nought', 'a half comes', answers({ ...number, minimum: 1 }), answers({ ...number, exclusiveMinimum: 0 })],
  ['safe', 'steps in decimals', '0.3 is three of 0.1', answers({ ...number, multipleOf: 0.1 }), answers({ ...number, multipleOf: 0.3 })],
  ['safe', 'numbers in steps of one', 'they are whole', answers(whole), answers({ ...number, multipleOf: 1 })],
  ['breaking', 'steps for listed values', '1 is refused', takes({ enum: [1, 2] }), takes({ ...whole, multipleOf: 2 })],
  ['breaking', 'constants of members that are named as words are', 'the other one comes', answers(fixed('a')), answers(fixed('b'))],
  ['unknown', 'a list becomes a tuple', 'numbers come', answers(listed(text)), answers({ ...listed(false), prefixItems: [number] })],
  ['unknown', 'members by a pattern', 'they may be numbers', answers(mapped(text)), answers({ ...patterned(number) })],
  [
    'safe',
    'a member beside a pattern',
    'both keep the pattern',
    answers(patterned(text)),
    answers({ ...patterned(text), required: ['a'] }),
  ],
  ['breaking', 'a member has to have one of its own', 'it was free', takes(object({}, ['m'])), takes(object({ m: { required: ['a'] } }))],
];
