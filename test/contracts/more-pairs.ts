// Further pairs of documents, as in pairs.ts: credentials, Swagger 2.0, names that are not sent.
import { json, type Members } from './documents.ts';
import { answers, in2, keyed, object, takes, text, whole } from './parts.ts';

export const MORE: ['breaking' | 'safe' | 'unknown', string, string, Members, Members][] = [
  ['breaking', 'credentials asked for', 'who has none is refused', keyed([]), keyed([{ key: [] }])],
  ['breaking', 'another credential asked for', 'the key does not suffice', keyed([{ key: [] }]), keyed([{ login: [] }])],
  [
    'safe',
    'fewer values, one with its members in another order',
    'it was among them',
    answers({ enum: [{ a: 1, b: [{ c: 2, d: 3 }] }, 'x'] }),
    answers({ enum: [{ b: [{ d: 3, c: 2 }], a: 1 }] }),
  ],
  ['safe', 'a second way to log in', 'the key suffices', keyed([{ key: [] }]), keyed([{ key: [] }, { login: [] }])],
  [
    'breaking',
    'Swagger 2.0: type of a parameter',
    'a text is refused',
    in2({ name: 'a', in: 'query', type: 'string' }, object({ a: text })),
    in2({ name: 'a', in: 'query', type: 'integer' }, object({ a: text })),
  ],
  [
    'safe',
    'Swagger 2.0: member added to an answer',
    'clients pass over it',
    in2({ name: 'a', in: 'query', type: 'string' }, object({ a: text })),
    in2({ name: 'a', in: 'query', type: 'string' }, object({ a: text, b: text })),
  ],
  [
    'safe',
    'a path parameter with another name',
    'it is filled in and not sent',
    {
      ...answers(text),
      paths: {
        '/t/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], responses: { 200: json(text) } } },
      },
    },
    {
      ...answers(text),
      paths: {
        '/t/{key}': { get: { parameters: [{ name: 'key', in: 'path', required: true, schema: text }], responses: { 200: json(text) } } },
      },
    },
  ],
  [
    'safe',
    'readOnly member required of requests',
    'it is not sent in requests',
    takes(object({ id: { ...whole, readOnly: true } })),
    takes(object({ id: { ...whole, readOnly: true } }, ['id'])),
  ],
];
