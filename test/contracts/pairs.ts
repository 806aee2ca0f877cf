// Pairs of documents, an old one and a new one, each judged by hand: what the new one does to clients of the old one, and why.
import { json, type Members } from './documents.ts';
import { FURTHER } from './further-pairs.ts';
import { LATER } from './later-pairs.ts';
import { MORE } from './more-pairs.ts';
import { answers, asks, document, either, in30, object, query, takes, text, tree, whole } from './parts.ts';
import { UNREAD } from './unread-pairs.ts';

export interface DocumentPair {
  name: string;
  /** By hand. */
  judged: 'breaking' | 'safe' | 'unknown';
  /** Why. */
  because: string;
  old: Members;
  new: Members;
}

const list: [DocumentPair['judged'], string, string, Members, Members][] = [
  ['safe', 'the same', 'nothing changes', answers(object({ a: text })), answers(object({ a: text }))],
  [
    'safe',
    'words',
    'prose is no promise',
    answers(object({ a: { ...text, description: 'x' } })),
    answers(object({ a: { ...text, description: 'y' } })),
  ],
  [
    'breaking',
    'operation removed',
    'what clients call is gone',
    { ...answers(text), paths: { ...(answers(text).paths as Members), '/more': { get: { responses: { 200: json(text) } } } } },
    answers(text),
  ],
  [
    'safe',
    'operation added',
    'nobody called it',
    answers(text),
    { ...answers(text), paths: { ...(answers(text).paths as Members), '/more': { get: { responses: { 200: json(text) } } } } },
  ],
  [
    'breaking',
    'base path moved',
    'every address changes',
    { ...answers(text), servers: [{ url: 'https://a.example/v1' }] },
    { ...answers(text), servers: [{ url: 'https://a.example/v2' }] },
  ],
  [
    'safe',
    'host moved',
    'a deployment elsewhere is the same contract',
    { ...answers(text), servers: [{ url: 'https://a.example/v1' }] },
    { ...answers(text), servers: [{ url: 'https://b.example/v1' }] },
  ],
  ['breaking', 'required parameter added', 'nobody sends it', asks(), asks(query('a', text, { required: true }))],
  ['safe', 'optional parameter added', 'it may be left out', asks(), asks(query('a', text))],
  [
    'breaking',
    'parameter becomes required',
    'who left it out is refused',
    asks(query('a', text)),
    asks(query('a', text, { required: true })),
  ],
  ['breaking', 'parameter removed', 'what it did is not done any more', asks(query('a', text)), asks()],
  [
    'breaking',
    'parameter enum loses a value',
    'who sends it is refused',
    asks(query('a', { enum: ['x', 'y'] })),
    asks(query('a', { enum: ['x'] })),
  ],
  [
    'safe',
    'parameter enum gains a value',
    'nobody has to send it',
    asks(query('a', { enum: ['x'] })),
    asks(query('a', { enum: ['x', 'y'] })),
  ],
  [
    'breaking',
    'parameter lists are written otherwise',
    'a,b is not a=..&a=..',
    asks(query('a', { type: 'array', items: text })),
    asks(query('a', { type: 'array', items: text }, { explode: false })),
  ],
  [
    'breaking',
    'maximum lowered in a request',
    'larger values are refused',
    takes(object({ n: { ...whole, maximum: 100 } })),
    takes(object({ n: { ...whole, maximum: 10 } })),
  ],
  [
    'safe',
    'maximum raised in a request',
    'all that was taken is taken',
    takes(object({ n: { ...whole, maximum: 10 } })),
    takes(object({ n: { ...whole, maximum: 100 } })),
  ],
  [
    'breaking',
    'required member added to a request',
    'nobody sends it',
    takes(object({ a: text })),
    takes(object({ a: text, b: text }, ['b'])),
  ],
  ['safe', 'optional member added to a request', 'it may be left out', takes(object({ a: text })), takes(object({ a: text, b: text }))],
  [
    'breaking',
    'member of a request removed',
    'what clients send is dropped or refused',
    takes(object({ a: text, b: text })),
    takes(object({ a: text })),
  ],
  ['breaking', 'body becomes required', 'who sent none is refused', takes(text), takes(text, { required: true })],
  [
    'unknown',
    'pattern changed in a request',
    'whether one pattern lies within another is not worked out',
    takes({ ...text, pattern: '^a' }),
    takes({ ...text, pattern: '^[ab]' }),
  ],
  [
    'breaking',
    'required member of an answer removed',
    'clients read it',
    answers(object({ a: text, b: text }, ['a', 'b'])),
    answers(object({ a: text }, ['a'])),
  ],
  [
    'breaking',
    'member of an answer becomes optional',
    'clients rely on it',
    answers(object({ a: text }, ['a'])),
    answers(object({ a: text })),
  ],
  [
    'safe',
    'member of an answer becomes required',
    'clients took it when it came',
    answers(object({ a: text })),
    answers(object({ a: text }, ['a'])),
  ],
  [
    'safe',
    'member added to an answer',
    'clients pass over what they do not know',
    answers(object({ a: text })),
    answers(object({ a: text, b: text })),
  ],
  [
    'breaking',
    'member added to a closed answer',
    'it was promised that there is none',
    answers(object({ a: text }, [], { additionalProperties: false })),
    answers(object({ a: text, b: text }, [], { additionalProperties: false })),
  ],
  [
    'breaking',
    'enum of an answer gains a value',
    'clients do not know it',
    answers(object({ a: { enum: ['x'] } })),
    answers(object({ a: { enum: ['x', 'y'] } })),
  ],
  [
    'safe',
    'enum of an answer loses a value',
    'clients know all that is left',
    answers(object({ a: { enum: ['x', 'y'] } })),
    answers(object({ a: { enum: ['x'] } })),
  ],
  ['breaking', 'type of an answer changed', 'a number is no text', answers(object({ a: whole })), answers(object({ a: text }))],
  [
    'breaking',
    'null comes (3.1)',
    'clients expect a text',
    answers(object({ a: text })),
    answers(object({ a: { type: ['string', 'null'] } })),
  ],
  [
    'breaking',
    'null comes (3.0)',
    'clients expect a text',
    in30(answers(object({ a: text }))),
    in30(answers(object({ a: { ...text, nullable: true } }))),
  ],
  [
    'safe',
    'null in two spellings',
    '3.0 and 3.1 say the same',
    in30(answers(object({ a: { ...text, nullable: true } }))),
    answers(object({ a: { type: ['string', 'null'] } })),
  ],
  ['safe', 'integer in place of number', 'an integer is one', answers(object({ a: { type: 'number' } })), answers(object({ a: whole }))],
  [
    'breaking',
    'int32 becomes int64 in an answer',
    'it may not fit any more',
    answers(object({ a: { ...whole, format: 'int32' } })),
    answers(object({ a: { ...whole, format: 'int64' } })),
  ],
  [
    'breaking',
    'alternative added to an answer',
    'clients know two kinds',
    answers(either('cat', 'dog')),
    answers(either('cat', 'dog', 'cow')),
  ],
  [
    'safe',
    'alternative removed from an answer',
    'clients know the ones that are left',
    answers(either('cat', 'dog', 'cow')),
    answers(either('cat', 'dog')),
  ],
  [
    'safe',
    'allOf written out',
    'the same in other words',
    answers({ allOf: [object({ a: text }, ['a']), object({ b: text })] }),
    answers(object({ a: text, b: text }, ['a'])),
  ],
  [
    'safe',
    'a reference written out',
    'the same in other words',
    { ...answers({ $ref: '#/components/schemas/A' }), components: { schemas: { A: object({ a: text }) } } },
    answers(object({ a: text })),
  ],
  ['breaking', 'a tree whose nodes change', 'at any depth', tree({ enum: ['leaf'] }), tree({ enum: ['leaf', 'twig'] })],
  ['safe', 'a tree whose nodes promise more', 'at any depth', tree({ enum: ['leaf', 'twig'] }), tree({ enum: ['leaf'] })],
  [
    'unknown',
    'a condition changed',
    'if, then and else are compared as a whole',
    answers({ ...object({ a: text }), if: { required: ['a'] } }),
    answers({ ...object({ a: text }), if: { required: ['b'] } }),
  ],
  [
    'unknown',
    'a reference that leads away',
    'nobody reads what is there',
    answers({ $ref: 'https://elsewhere.example/a.json' }),
    answers({ $ref: 'https://elsewhere.example/b.json' }),
  ],
  [
    'breaking',
    'another status of success',
    'clients do not know it',
    document({ responses: { 200: json(text) } }),
    document({ responses: { 201: json(text) } }),
  ],
  [
    'safe',
    'another status of failure',
    'RFC 9110: it is taken for 400',
    document({ responses: { 200: json(text) } }),
    document({ responses: { 200: json(text), 422: json(text) } }),
  ],
  [
    'breaking',
    'media type of an answer gone',
    'who asks for it gets none',
    document({ responses: { 200: { description: '', content: { 'application/json': {}, 'text/csv': {} } } } }),
    document({ responses: { 200: { description: '', content: { 'application/json': {} } } } }),
  ],
  [
    'breaking',
    'promised header gone',
    'clients read it',
    answers(text, { headers: { Location: { required: true, schema: text } } }),
    answers(text),
  ],
  ...MORE,
  ...FURTHER,
  ...LATER,
  ...UNREAD,
];

export const PAIRS: readonly DocumentPair[] = list.map(([judged, name, because, old, now]) => ({ judged, name, because, old, new: now }));
