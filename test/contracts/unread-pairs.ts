// Pairs of documents with paths or operations that cannot be read, each judged by hand: what is not read is never taken for gone, or for nothing.
import { json, type Members } from './documents.ts';
import type { DocumentPair } from './pairs.ts';
import { text } from './parts.ts';

const call: Members = { responses: { 200: json(text) } };
const get: Members = { get: call };
/** Beside what is compared: one operation that stays. */
const has = (paths: Members, more: Members = {}): Members => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: { '/stays': get, ...paths },
  ...more,
});
const NONE = has({});
const AWAY = { $ref: 'items.yaml' };
const BROKEN: [string, unknown, Members?][] = [
  ['in another document', AWAY],
  ['behind a reference that leads nowhere', { $ref: '#/components/pathItems/None' }],
  ['behind a reference that leads back', { $ref: '#/paths/~1x' }],
  ['behind a component that leads away', { $ref: '#/components/pathItems/X' }, { components: { pathItems: { X: AWAY } } }],
  ['behind a component that is no object', { $ref: '#/components/pathItems/X' }, { components: { pathItems: { X: [] } } }],
  ['behind a reference that is no text', { $ref: 1 }],
  ['that is a list', [get]],
  ['that is null', null],
  ['of an operation that is a list', { get: [] }],
  ['of an operation in another document', { get: AWAY }],
];

const broken = BROKEN.flatMap(([what, item, more]): [DocumentPair['judged'], string, string, Members, Members][] => [
  ['unknown', `a path ${what} is gone`, 'nobody knows what was there', has({ '/x': item }, more), NONE],
  ['unknown', `a path ${what} stays so`, 'nobody knows what is there', has({ '/x': item }, more), has({ '/x': item }, more)],
  ['unknown', `a path ${what} can be read now`, 'nobody knows what was there', has({ '/x': item }, more), has({ '/x': get })],
  ['unknown', `a path ${what} could be read before`, 'it may be there still', has({ '/x': get }), has({ '/x': item }, more)],
  ['safe', `a path ${what} is new`, 'nobody called it', NONE, has({ '/x': item }, more)],
]);

const server = (url: string): Members => ({ servers: [{ url }] });
/** More than a view lists of one kind. */
const FAULTS = { tags: Array.from({ length: 30 }, (_, i) => i) };
const QUERY = { ...get, query: call };
export const UNREAD: [DocumentPair['judged'], string, string, Members, Members][] = [
  ...broken,
  ['breaking', 'another operation than the one that is not read is gone', 'GET is gone', has({ '/x': get }), has({ '/x': { post: AWAY } })],
  ['breaking', 'another path than the one that is not read is gone', '/y is gone', has({ '/y': get }), has({ '/x': AWAY })],
  [
    'unknown',
    'a path that is not read, of another name of what is filled in',
    'names say nothing',
    has({ '/x/{a}': get }),
    has({ '/x/{b}': AWAY }),
  ],
  [
    'unknown',
    'a path that is not read, with what was the base path',
    'it is the same address',
    has({ '/x': get }, server('https://a.example/v1')),
    { ...has({ '/v1/x': AWAY, '/v1/stays': get }), ...server('https://a.example') },
  ],
  [
    'unknown',
    'a path that is a list is gone, of a document with many faults',
    'none is passed over',
    has({ '/x': [get] }, FAULTS),
    has({}, FAULTS),
  ],
  [
    'unknown',
    'a path that is not read, below what was a part of it',
    'it is the same address',
    { ...has({ '/v1/x': get, '/v1/stays': get, '/stays': undefined }), ...server('https://a.example') },
    has({ '/x': AWAY }, server('https://a.example/v1')),
  ],
  ['unknown', 'webhooks that are a list are gone', 'nobody knows what they were', has({}, { webhooks: [get] }), NONE],
  ['unknown', 'an operation of a later line is gone', 'this line does not know it', has({ '/x': QUERY }), has({ '/x': get })],
  [
    'unknown',
    'an operation of a later line says otherwise',
    'it is not compared',
    has({ '/x': QUERY }),
    has({ '/x': { ...QUERY, query: {} } }),
  ],
  ['safe', 'an operation of a later line says the same', 'nothing changes', has({ '/x': QUERY }), has({ '/x': QUERY })],
  ['unknown', 'a method in capital letters', 'this line does not know it', has({ '/x': get }), has({ '/x': { GET: call } })],
  [
    'unknown',
    'additional operations of a later line are gone',
    'this line does not know them',
    has({ '/x': { ...get, additionalOperations: { COPY: call } } }),
    has({ '/x': get }),
  ],
];
