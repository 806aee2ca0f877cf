// Where operations of a contract stand, whatever the host, and which of its paths may hold them without being read.
import type { JsonObject } from '../../contract/json.ts';
import { text } from '../../views/members.ts';
import { basesOf } from '../../views/openapi/bases.ts';
import type { Contract } from './read-contract.ts';

/** Names of what is filled in say nothing. */
const shapeOf = (item: JsonObject): string => String(item.path).replace(/\{[^{}]*\}/g, '{}');

const pathsBelow = (bases: string[], item: JsonObject): string[] =>
  (bases.length > 0 ? bases : ['']).map((base) => {
    const prefix = URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : '';
    return prefix + shapeOf(item);
  });

/** The paths below which an operation stands. */
export const addresses = (operation: JsonObject): string[] =>
  pathsBelow(basesOf(operation), operation).map((path) => `${operation.method} ${path}`);

/** What a contract has that was not read, by where it stands. */
export class Unread {
  readonly #by = new Map<string, JsonObject[]>();

  constructor({ view }: Contract) {
    const bases = view.servers.flatMap((server) => text(server, 'url') ?? []);
    for (const item of view.unread) {
      for (const path of new Set([shapeOf(item), ...pathsBelow(bases, item)])) {
        const there = this.#by.get(path);
        if (there) there.push(item);
        else this.#by.set(path, [item]);
      }
    }
  }

  /** What may be the same as an operation or a path of the other contract: where it stands is the same, and no method tells them apart. */
  at(item: JsonObject): JsonObject[] {
    return [...new Set([shapeOf(item), ...pathsBelow(basesOf(item), item)])]
      .flatMap((path) => this.#by.get(path) ?? [])
      .filter(({ method }) => method === undefined || item.method === undefined || method === item.method);
  }
}
