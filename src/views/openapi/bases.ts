// Below what an operation of a document, or a call of a card, stands: each of its servers, or the one that it names. It must not look at its path.
import type { JsonObject } from '../../contract/json.ts';
import { list, text } from '../members.ts';

export function basesOf(operation: JsonObject): string[] {
  const all = list(operation, 'servers').filter((url) => typeof url === 'string');
  const first = text(operation, 'server');
  return all.length > 0 ? all : first === undefined ? [] : [first];
}
