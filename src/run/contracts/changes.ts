// What a new contract breaks for clients of an old one: operations, what they take, what they answer, what they ask for. It asks nobody and judges no deployment.
import { isObject, type JsonObject } from '../../contract/json.ts';
import { at, pointerOf, tokensOf } from '../../json/pointer.ts';
import { member } from '../../views/members.ts';
import { basesOf } from '../../views/openapi/bases.ts';
import { ReadBudget, ReadContext } from '../../views/openapi/context.ts';
import { dialectOf } from '../../views/openapi/dialect.ts';
import { effective, readParameters } from '../../views/openapi/parameters.ts';
import { Problems } from '../../views/openapi/problems.ts';
import { SchemaSource } from '../../views/openapi/schema-source.ts';
import { answerChanges } from './answer-changes.ts';
import { breaking, type ContractChange, type ContractSide, changePlace, type Pair, says, unknown } from './change.ts';
import type { Contract } from './read-contract.ts';
import { requestChanges } from './request-changes.ts';
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

/** The paths below which an operation stands, whatever the host: names of what is filled in say nothing. */
function addresses(operation: JsonObject): string[] {
  const bases = basesOf(operation);
  return (bases.length > 0 ? bases : ['']).map((base) => {
    const prefix = URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : '';
    return `${operation.method} ${prefix}${String(operation.path).replace(/\{[^{}]*\}/g, '{}')}`;
  });
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

/** The same of webhooks. */
function elsewhere(was: Contract, is: Contract): OperationChanges[] {
  const [before, after] = [was, is].map(({ document }) => member(document.root, 'webhooks') ?? {});
  if (JSON.stringify(before) === JSON.stringify(after) || !isObject(before) || Object.keys(before).length === 0) return [];
  const change = unknown('not-compared', 'webhooks differ, which are not compared', { side: 'new', place: '/webhooks' });
  return [{ id: 'webhooks', is: 'kept', changes: [change] }];
}

/** Every operation of both documents, in the order of the old one. */
export function contractChanges(was: Contract, is: Contract): OperationChanges[] {
  const [before, after] = [sides(was), sides(is)];
  const requests = new SchemaSubset('request');
  const answers = new SchemaSubset('answer');
  const found = new Map<string, JsonObject>();
  for (const item of is.view.operations) for (const address of addresses(item)) if (!found.has(address)) found.set(address, item);
  const met = new Set<JsonObject>();
  const kept = was.view.operations.map((item): OperationChanges => {
    const id = String(item.id);
    // Clients go by any server that the document names: each has to be there still.
    const there = addresses(item).map((address) => found.get(address));
    const [now] = there;
    if (!now || there.includes(undefined)) {
      const text = now ? 'it is not there below one of the servers any more' : 'the operation is not there any more';
      return { id, is: 'removed', changes: [breaking('operation-removed', text, { side: 'old', place: String(item.place) })] };
    }
    met.add(now);
    return { id, is: 'kept', changes: ofOperation({ was: before(item), is: after(now), requests, answers }) };
  });
  const added = is.view.operations
    .filter((item) => !met.has(item))
    .map((item): OperationChanges => ({ id: String(item.id), is: 'added', changes: [] }));
  return [...kept, ...elsewhere(was, is), ...added];
}
