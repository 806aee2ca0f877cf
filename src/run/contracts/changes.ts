// What a new contract breaks for clients of an old one: operations, what they take, what they answer, what they ask for. It asks nobody and judges no deployment.
import { isObject, type JsonObject } from '../../contract/json.ts';
import { at, pointerOf, tokensOf } from '../../json/pointer.ts';
import { member } from '../../views/members.ts';
import { ReadBudget, ReadContext } from '../../views/openapi/context.ts';
import { dialectOf } from '../../views/openapi/dialect.ts';
import { effective, readParameters } from '../../views/openapi/parameters.ts';
import { Problems } from '../../views/openapi/problems.ts';
import { SchemaSource } from '../../views/openapi/schema-source.ts';
import { addresses, Unread } from './addresses.ts';
import { answerChanges } from './answer-changes.ts';
import { breaking, type ChangePlace, type ContractChange, type ContractSide, changePlace, type Pair, says, unknown } from './change.ts';
import type { Contract } from './read-contract.ts';
import { requestChanges } from './request-changes.ts';
import { type Placed, SameSchema } from './same-schema.ts';
import { SchemaSubset } from './schema-subset.ts';
import { securityChanges } from './security-changes.ts';

export interface OperationChanges {
  id: string;
  /** added: nobody called it before. */
  is: 'kept' | 'added' | 'removed';
  changes: ContractChange[];
}

/** How both halves of the comparison read the operations of a document. */
function sides(contract: Contract): (item: JsonObject) => ContractSide {
  const { root, edition } = contract.document;
  const context = new ReadContext(root, edition.line, { url: 'https://document.invalid/', headers: {} }, new ReadBudget(), new Problems());
  const source = new SchemaSource(root, dialectOf(root, edition.line));
  return (item) => {
    const place = String(item.place);
    const tokens = tokensOf(place);
    const holder = pointerOf(tokens.slice(0, tokens.at(-2) === 'additionalOperations' ? -2 : -1));
    const operation = at(root, place) ?? {};
    const shared = readParameters(context, at(root, holder) ?? {}, holder);
    const parameters = effective(context, shared, readParameters(context, operation, place));
    return { contract, context, source, operation, place, parameters };
  };
}

/** What the service sends of its own accord is not compared, only whether it is said in the same way. */
function callbackChanges({ was, is }: Pair): ContractChange[] {
  const [before, after] = [was, is].map(({ operation }) => member(operation, 'callbacks'));
  if (before === undefined || says(was, before, is, after)) return [];
  return [unknown('not-compared', 'callbacks differ, which are not compared', changePlace(is, 'callbacks'))];
}

const ofOperation = (pair: Pair): ContractChange[] => [
  ...requestChanges(pair),
  ...answerChanges(pair),
  ...securityChanges(pair),
  ...callbackChanges(pair),
];

/** The webhooks of a document, below the member that they are. */
function webhooksOf({ document: { root, edition } }: Contract): Placed {
  const source = new SchemaSource(root, dialectOf(root, edition.line));
  return { source, site: { ...source.root, schema: { webhooks: member(root, 'webhooks') ?? {} } } };
}

/** The same of webhooks. */
function elsewhere(was: Contract, is: Contract): OperationChanges[] {
  const before = member(was.document.root, 'webhooks') ?? {};
  if ((isObject(before) && Object.keys(before).length === 0) || new SameSchema().of(webhooksOf(was), webhooksOf(is))) return [];
  const change = unknown('not-compared', 'webhooks differ, which are not compared', { side: 'new', place: '/webhooks' });
  return [{ id: 'webhooks', is: 'kept', changes: [change] }];
}

const notRead = ({ message, place }: JsonObject, side: ChangePlace['side']): ContractChange =>
  unknown('not-read', `it cannot be read: ${message}`, { side, place: String(place) });

const isSaid = (was: ContractSide, is: ContractSide): boolean => says(was, was.operation, is, is.operation);

/** Compares the operations of two contracts, and knows which of the new one were met. */
class Comparison {
  readonly #before: (item: JsonObject) => ContractSide;
  readonly #after: (item: JsonObject) => ContractSide;
  readonly #requests = new SchemaSubset('request');
  readonly #answers = new SchemaSubset('answer');
  readonly #found = new Map<string, JsonObject>();
  readonly #unread: Unread;
  readonly #met = new Set<JsonObject>();

  constructor(was: Contract, is: Contract) {
    [this.#before, this.#after] = [sides(was), sides(is)];
    for (const item of is.view.operations)
      for (const address of addresses(item)) if (!this.#found.has(address)) this.#found.set(address, item);
    this.#unread = new Unread(is);
  }

  operation(item: JsonObject): OperationChanges {
    const id = String(item.id);
    // Clients go by any server that the document names: each has to be there still.
    const there = addresses(item).map((address) => this.#found.get(address));
    const [now] = there;
    if (!now || there.includes(undefined)) {
      const hidden = this.#counterparts(item);
      if (hidden[0]) return { id, is: 'kept', changes: [notRead(hidden[0], 'new')] };
      const text = now ? 'it is not there below one of the servers any more' : 'the operation is not there any more';
      return { id, is: 'removed', changes: [breaking('operation-removed', text, { side: 'old', place: String(item.place) })] };
    }
    this.#met.add(now);
    const [was, is] = [this.#before(item), this.#after(now)];
    return { id, is: 'kept', changes: ofOperation({ was, is, requests: this.#requests, answers: this.#answers }) };
  }

  /** What of the old contract was not read may be anything: it is neither kept nor gone. */
  unread(item: JsonObject): OperationChanges {
    const others = this.#counterparts(item);
    // What the version of the document does not know is not compared, only whether it is said in the same way.
    const same = item.code === 'unknown-member' && others.find(({ id, code }) => id === item.id && code === item.code);
    const isKept = same && isSaid(this.#before(item), this.#after(same));
    return { id: String(item.id), is: 'kept', changes: isKept ? [] : [notRead(item, 'old')] };
  }

  isMet(item: JsonObject): boolean {
    return this.#met.has(item);
  }

  #counterparts(item: JsonObject): JsonObject[] {
    const all = this.#unread.at(item);
    for (const one of all) this.#met.add(one);
    return all;
  }
}

/** Every operation of both documents, in the order of the old one. */
export function contractChanges(was: Contract, is: Contract): OperationChanges[] {
  const comparison = new Comparison(was, is);
  const before = new Unread(was);
  const kept = [
    ...was.view.operations.map((item) => comparison.operation(item)),
    ...was.view.unread.map((item) => comparison.unread(item)),
  ];
  const added = [...is.view.operations, ...is.view.unread]
    .filter((item) => !comparison.isMet(item) && before.at(item).length === 0)
    .map((item): OperationChanges => ({ id: String(item.id), is: 'added', changes: [] }));
  return [...kept, ...elsewhere(was, is), ...added];
}
