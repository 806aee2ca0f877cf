// What an operation answers, in the old and the new contract: whatever is answered has to be what clients were told of.
import type { Json } from '../../contract/json.ts';
import { entries, member } from '../../views/members.ts';
import { declaredBody } from '../../views/openapi/declared-body.ts';
import { parseMediaType } from '../../views/openapi/media-type.ts';
import { keyFor, statusKeys, successKeys } from '../../views/openapi/responses.ts';
import { answerWidened, breaking, type ContractChange, type ContractSide, changePlace, type Pair, typeIn, unknown } from './change.ts';

/** The old key that speaks of all that a new one does. */
function former(keys: string[], key: string): string | undefined {
  if (/^\d{3}$/.test(key)) return keyFor(keys, Number(key));
  const range = keys.find((one) => one.toUpperCase() === key.toUpperCase());
  return range ?? keys.find((one) => one === 'default');
}

const responseOf = (side: ContractSide, key: string): Json | undefined =>
  side.context.follow(member(member(side.operation, 'responses'), key) ?? {}, '')?.value;

type Content = Map<string, Json | undefined>;

/** Media types with the schema of each; null where any body will do; undefined where that is not known. */
function contentOf(side: ContractSide, response: Json): Content | null | undefined {
  const declared = declaredBody(side.contract.document, side.operation, response, side.source.root);
  if (declared === null) return null;
  const out: Content = new Map();
  for (const [type, schema] of declared) {
    if (typeof schema === 'string') return undefined;
    out.set(parseMediaType(type)?.name ?? type, schema?.schema);
  }
  return out;
}

function headerChanges(pair: Pair, key: string, [old, now]: [Json, Json]): ContractChange[] {
  const { was, is } = pair;
  const named = (side: ContractSide, response: Json): Map<string, Json | undefined> =>
    new Map([...entries(member(response, 'headers'))].map(([name, value]) => [name.toLowerCase(), side.context.follow(value, '')?.value]));
  const after = named(is, now);
  const shown = changePlace(is, 'responses', key);
  return [...named(was, old)].flatMap(([name, header]): ContractChange[] => {
    const what = `the header ${name} of ${key}`;
    const next = after.get(name);
    if (header === undefined) return [unknown('answer-unread', `${what} cannot be read`, shown)];
    const required = member(header, 'required') === true;
    if (next === undefined) return required ? [breaking('header-removed', `${what} is not promised any more`, shown)] : [];
    const optional = required && member(next, 'required') !== true;
    return [
      ...(optional ? [breaking('header-removed', `${what} may be missing`, shown)] : []),
      ...answerWidened(pair, member(header, 'schema'), member(next, 'schema'), what, shown),
    ];
  });
}

function bodyChanges(pair: Pair, key: string, [old, now]: [Json, Json]): ContractChange[] {
  const { was, is } = pair;
  const shown = changePlace(is, 'responses', key);
  const [before, after] = [contentOf(was, old), contentOf(is, now)];
  if (before === undefined || after === undefined) return [unknown('answer-unread', `the body of ${key} cannot be read`, shown)];
  if (before === null) return [];
  if (after === null) return [breaking('answer-removed', `nothing is said of the body of ${key} any more`, shown)];
  return [...before].flatMap(([type, schema]): ContractChange[] => {
    const same = typeIn(after, type);
    // What is named now of a range lies within it.
    const types = same === undefined ? [...after.keys()].filter((one) => typeIn(before, one) === type) : [same];
    if (types.length === 0) return [breaking('answer-type-removed', `${key} does not come as ${type} any more`, shown)];
    return types.flatMap((one) => answerWidened(pair, schema, after.get(one), `${key} as ${type}`, shown));
  });
}

/**
 * Clients take a status of the 4xx and 5xx that they do not know for 400 and 500 (RFC 9110 section 15), pass over what comes before the answer (1xx), and get
 * a 304 only where they ask for one; one of success they cannot read.
 */
const isTaken = (key: string): boolean => /^(?:[145]|304$)/.test(key);

export function answerChanges(pair: Pair): ContractChange[] {
  const { was, is } = pair;
  const [old, now] = [was, is].map(({ operation }) => statusKeys(member(operation, 'responses')));
  if (!old || !now || old.length === 0) return [];
  if (now.length === 0) return [breaking('answer-removed', 'no answer is declared any more', changePlace(is, 'responses'))];
  const success = new Set(successKeys(now));
  const isGone = successKeys(old).length > 0 && success.size === 0;
  const gone = isGone ? [breaking('answer-removed', 'no success is declared any more', changePlace(is, 'responses'))] : [];
  const ofKeys = now.flatMap((key): ContractChange[] => {
    const before = former(old, key);
    const shown = changePlace(is, 'responses', key);
    if (before === undefined) {
      const plain = !isTaken(key) && (key !== 'default' || success.has(key));
      return plain ? [breaking('status-added', `it may answer ${key}, which nobody knew of`, shown)] : [];
    }
    const [response, next] = [responseOf(was, before), responseOf(is, key)];
    if (response === undefined || next === undefined)
      return [unknown('answer-unread', `what ${key} is cannot be read: its reference leads nowhere, or away`, shown)];
    return [...headerChanges(pair, key, [response, next]), ...bodyChanges(pair, key, [response, next])];
  });
  return [...gone, ...ofKeys];
}
