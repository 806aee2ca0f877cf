// Documents with operations, and which of these a request is a call of, for the tests of calls.
import { Calls, type SentCall } from '../../../src/views/openapi/calls.ts';
import { type Loose, reader, sourceOf, view } from './support.ts';

export const URL_OF = 'https://api.example/v0/openapi.json';
export const JSON_OK = { 200: { description: 'd', content: { 'application/json': { schema: {} } } } };
export const get = (operation: Loose = {}) => ({ get: { responses: JSON_OK, ...operation } });
export const query = (name: string, more: Loose = {}) => ({ name, in: 'query', schema: {}, ...more });

export function operationsOf(document: Loose, url = URL_OF) {
  const read = reader(sourceOf(JSON.stringify(document), 'application/json', url));
  return view(document, { url }).operations.map((item: Loose) => ({ item, document: url, read }));
}

interface Sent extends Partial<Omit<SentCall, 'builtFrom'>> {
  /** Paths of the operations that the URL was built from. */
  from?: readonly string[];
}

/** The ids of the operations that a request to a path is a call of. */
export function callsOf(document: Loose, path: string, { from = [], ...sent }: Sent = {}): string[] {
  const operations = operationsOf(document);
  const built = operations.filter(({ item }: Loose) => from.includes(item.path)).map(({ item }: Loose) => `${URL_OF}#${item.place}`);
  const call: SentCall = {
    method: 'GET',
    url: new URL(path, 'https://api.example').href,
    headers: { accept: 'application/json, */*;q=0.1' },
    type: 'application/json',
    builtFrom: new Set(built),
    ...sent,
  };
  return new Calls(operations).of(call).map(({ item }) => String(item.id));
}
