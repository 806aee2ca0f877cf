// Pairs of documents that were judged wrongly once, as in pairs.ts.
import type { Members } from './documents.ts';
import { answers, in30, object, text } from './parts.ts';

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

export const LATER: ['breaking' | 'safe' | 'unknown', string, string, Members, Members][] = [
  ['breaking', 'a base that lists its heirs, widened', 'longer names come', pets({ ...text, maxLength: 5 }), pets(text)],
  ['unknown', 'a base that lists its heirs, narrowed', 'both heirs may fit', pets(text), pets({ ...text, maxLength: 5 })],
];
