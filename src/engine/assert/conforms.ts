// conforms: an exchange answers as an OpenAPI operation declares: the one at a path, or every one that it is a call of.
import type { Claim } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { unseenBy } from '../../contract/unclear.ts';
import { ASSERTION_KINDS } from '../../pack/assertion-kinds.ts';
import type { AssertionOf, CompiledHeldAgainst } from '../../pack/compiled/assertion.ts';
import type { Node, Observation } from '../../record/observation.ts';
import { type CallOperation, Calls } from '../../views/openapi/calls.ts';
import { conforms as judge } from '../../views/openapi/conform.ts';
import type { Conformance, ConformanceFault, ConformsPolicy } from '../../views/openapi/conformance.ts';
import { STEPS } from '../budget.ts';
import { byClaim } from '../probe/claim.ts';
import { select, selectAll } from '../select/select.ts';
import type { Selection } from '../select/selection.ts';
import { detail, LONGEST_PLACE, quoted, type Tell } from './detail.ts';
import { type AssertionResult, type Detail, type JudgeContext, unclear } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';
import { filterNodes, fits } from './schema.ts';
import { whereOf } from './where.ts';

/** An operation as a path selected it. */
interface Operation extends CallOperation {
  node: Node;
}

function operationOf(node: Node | undefined): Operation | undefined {
  const value = node?.value;
  if (!node?.observation || !isObject(value) || typeof value.place !== 'string') return undefined;
  const { record } = node.observation;
  return { item: value, document: record.url, read: record.read, node };
}

/** `2XX` stands for a hundred statuses. */
const covers = (pattern: string, status: number): boolean =>
  pattern.endsWith('XX') ? pattern.charAt(0) === String(status).charAt(0) : pattern === String(status);

type Undeclared = NonNullable<CompiledHeldAgainst['undeclared']>;

const ANY_SUCCESS: Undeclared = [{ status: '2XX', where: undefined }];

function policyOf(undeclared: Undeclared, { node }: Operation, context: JudgeContext): ConformsPolicy {
  const isMeant = (where: Undeclared[number]['where']): boolean => where === undefined || fits(where, node, context.scope);
  return { undeclared: (status) => undeclared.some((entry) => covers(entry.status, status) && isMeant(entry.where)) };
}

function hold(observation: Observation, operation: Operation, undeclared: Undeclared, context: JudgeContext): Conformance | undefined {
  const { request, source, read, redirects } = observation.record;
  if (!source) return undefined;
  context.scope.budget?.spend(ASSERTION_KINDS.conforms.steps + STEPS.byte * source.bytes.length);
  const first = redirects[0]?.answer;
  const hop = first?.status === undefined ? {} : { hop: { status: first.status, headers: first.headers ?? {} } };
  const answer = { method: request.method, source, read, ...hop };
  return judge(operation, operation.item.place as string, answer, policyOf(undeclared, operation, context));
}

const idOf = ({ item }: Operation): { operation?: string } => (typeof item.id === 'string' ? { operation: quote(item.id, 200) } : {});

function toDetail(node: Node, operation: Operation, f: ConformanceFault, context: JudgeContext): Detail {
  const found = detail(node, { message: f.message, keyword: f.keyword, ...(f.value === undefined ? {} : { value: f.value }) }, context);
  return {
    ...found,
    ...idOf(operation),
    document: operation.document,
    ...quoted(whereOf(operation.node)),
    ...(f.place === '' ? {} : { part: quote(f.place, LONGEST_PLACE) }),
  };
}

function noted(node: Node, operation: Operation, f: ConformanceFault, context: JudgeContext): Detail {
  const found = toDetail(node, operation, f, { ...context, level: 'should' });
  return { ...found, code: found.keyword ?? 'note', level: 'note' };
}

/** Most findings of one answer. */
const TOLD = 3;

const placeOfClaim = ({ url, place }: Claim): string => `${url}#${place}`;
const claimPlace = ({ document, item }: Operation): string => `${document}#${item.place}`;

/** Claims that were answered beside what their schemas speak of, but for those of which another answer is not so. */
class Beside {
  readonly #told = new Set<string>();
  readonly #beside = new Set<string>();

  hear(claim: string, isBeside: boolean): void {
    (isBeside ? this.#beside : this.#told).add(claim);
  }

  leave(context: JudgeContext): void {
    for (const claim of this.#beside) if (!this.#told.has(claim)) context.leave?.('unshown', claim);
  }
}

interface Held {
  undeclared: Undeclared;
  beside: Beside;
  /** Operations of which an answer is one that they declare, if in a range alone, or that declare none. */
  answered: Set<Operation>;
}

const newHeld = (undeclared: Undeclared = ANY_SUCCESS): Held => ({ undeclared, beside: new Beside(), answered: new Set() });

function verdictOf(
  node: Node,
  operation: Operation,
  { undeclared, beside, answered }: Held,
  context: JudgeContext,
): NodeVerdict & { shown?: true } {
  const result = node.observation && hold(node.observation, operation, undeclared, context);
  if (result && (result.value !== 'dropped' || result.why !== 'undeclared' || result.ranged)) answered.add(operation);
  if (!result || result.value === 'dropped') return { is: 'dropped' };
  if (result.value === 'unclear') return { is: 'unsure', why: result.why };
  // Where the body was not seen, a status that nobody declares is all that can be told.
  const failure = node.observation?.record.answer.failure;
  if (failure && !(result.value === 'false' && result.faults[0]?.place === 'status')) return { is: 'unsure', why: unseenBy(failure) };
  const tells = (faults: readonly ConformanceFault[], tell: typeof toDetail): Tell[] =>
    faults.map((f) => () => tell(node, operation, f, context));
  if (result.value === 'false') return { is: 'bad', details: tells(result.faults.slice(0, TOLD), toDetail) };
  if (result.value === 'not-evaluated') {
    context.leave?.(result.reason, claimPlace(operation));
    return { is: 'unsure', why: 'not-evaluated' };
  }
  beside.hear(claimPlace(operation), result.beside === true);
  const [left] = Object.keys(result.left);
  if (left !== undefined) context.leave?.(left, claimPlace(operation));
  return {
    is: 'good',
    notes: tells(result.notes, noted),
    ...(result.shown === 'schema' ? { shown: true as const } : {}),
  };
}

/** The operations that data of a pack says answers are held against. */
function operationsOf({ operations, where }: CompiledHeldAgainst, { scope }: JudgeContext): { found: Operation[]; selection: Selection } {
  const selection = selectAll(operations, scope);
  const certain = { ...selection, nodes: selection.nodes.filter((node) => !node.open) };
  const meant = where ? filterNodes(where, certain, scope) : certain;
  return { found: meant.nodes.flatMap((node) => operationOf(node) ?? []), selection: meant };
}

type HowCalled = 'of' | 'inAnyForm';

/** Operations that an exchange is a call of, by what was sent and by where it was redirected to. */
function callsOf(calls: Calls, observation: Observation, how: HowCalled = 'of'): Operation[] {
  const { request, url, redirects, type } = observation.record;
  const builtFrom = new Set(observation.claimedBy.map(placeOfClaim));
  const carried = request.body !== undefined;
  const sent = { method: request.method, headers: request.headers, carried, ...(type === undefined ? {} : { type }) };
  const first = calls[how]({ ...sent, url: request.url, builtFrom });
  const last = redirects.length === 0 ? [] : calls[how]({ ...sent, url, builtFrom: new Set() });
  return [...new Set([...first, ...last])] as Operation[];
}

/** An operation that says nothing of the form of its success is shown by a status, whatever form came. */
const showsByStatus = (calls: Calls, operation: Operation, observation: Observation): boolean =>
  (!Array.isArray(operation.item.types) || operation.item.types.length === 0) &&
  callsOf(calls, observation, 'inAnyForm').includes(operation);

/** Operations for which something was sent, of which nothing is a call of theirs, or no answer one that they declare. */
function tellMissed(
  s: Selection,
  calls: Calls,
  called: ReadonlySet<Operation>,
  missing: readonly Operation[],
  context: JudgeContext,
): void {
  const sentFor = byClaim(
    s.nodes.flatMap(({ observation }) => observation ?? []),
    placeOfClaim,
  );
  for (const operation of missing) {
    const claim = claimPlace(operation);
    const sent = sentFor.get(claim);
    const isShown = !called.has(operation) && sent?.some((observation) => showsByStatus(calls, operation, observation));
    if (sent && !isShown) context.miss?.(claim);
  }
}

/** What the pack takes for no answer of an operation. */
const isExcepted = ({ except }: CompiledHeldAgainst, exchange: Node, { node }: Operation, { scope }: JudgeContext): boolean =>
  except.some((one) => fits(one.exchange, exchange, scope) && (!one.where || fits(one.where, node, scope)));

/** Every exchange against every operation that it is a call of, and by no other: those that are none count for nothing. */
function allAgainst(against: CompiledHeldAgainst, mayBeEmpty: boolean, s: Selection, context: JudgeContext): AssertionResult {
  const { found, selection } = operationsOf(against, context);
  if (found.length === 0 && selection.open) return unclear(selection.open, selection.openAt);
  const calls = new Calls(found);
  const held = newHeld(against.undeclared);
  const pairs = new Map<Node, Operation>();
  for (const node of s.nodes)
    for (const operation of node.observation ? callsOf(calls, node.observation) : []) {
      if (isExcepted(against, node, operation, context)) continue;
      // Evidence is what was held against something, not all that was asked.
      if (node.observation) context.scope.touch?.(node.observation);
      pairs.set({ ...node }, operation);
    }
  let shown = 0;
  let left = false;
  const judged = judgeNodes({ nodes: [...pairs.keys()], partial: false }, context, true, (node) => {
    const verdict = verdictOf(node, pairs.get(node) as Operation, held, context);
    if (verdict.is === 'good' && verdict.shown) shown++;
    if (verdict.is !== 'unsure' || verdict.why !== 'not-evaluated') return verdict;
    left = true;
    return { is: 'dropped' };
  });
  held.beside.leave(context);
  const missing = found.filter((operation) => !held.answered.has(operation));
  if (missing.length > 0) tellMissed(s, calls, new Set(pairs.values()), missing, context);
  if (judged.value === 'F' || judged.value === 'U' || shown > 0) return judged;
  if (left) return unclear('not-evaluated', undefined, judged.findings);
  if (mayBeEmpty) return { value: 'N', findings: judged.findings };
  return { value: 'F', code: context.code, findings: judged.findings };
}

export function conforms({ operands, mayBeEmpty }: AssertionOf<'conforms'>, s: Selection, context: JudgeContext): AssertionResult {
  if (!('operation' in operands)) return allAgainst(operands, mayBeEmpty, s, context);
  const held = newHeld();
  const judged = judgeNodes(s, context, mayBeEmpty, (node) => {
    const operations = select(operands.operation, { ...context.scope, each: node });
    const [first] = operations.nodes;
    if (operations.open && (!first || first.open)) return { is: 'unsure', why: operations.open, at: operations.openAt };
    const operation = operationOf(first);
    if (operation) return verdictOf(node, operation, held, context);
    const message = 'expected an exchange with the operation that it was sent for';
    return { is: 'bad', details: [() => detail(node, { message, keyword: 'conforms' }, context)] };
  });
  held.beside.leave(context);
  return judged;
}
