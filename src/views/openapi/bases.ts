// The base URLs of an operation, or of a call of a card: each of its servers, or the one that it names. It must not look at its path.
import type { JsonObject } from '../../contract/json.ts';
import { list, text } from '../members.ts';

export function basesOf(operation: JsonObject): string[] {
  const all = list(operation, 'servers').filter((url) => typeof url === 'string');
  const first = text(operation, 'server');
  return all.length > 0 ? all : first === undefined ? [] : [first];
}
