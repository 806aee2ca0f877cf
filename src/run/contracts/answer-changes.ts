// What an operation answers, in the old and the new contract: whatever is answered has to be what clients were told of.
import type { Json } from '../../contract/json.ts';
import { entries, member } from '../../views/members.ts';
import { declaredBody } from '../../views/openapi/declared-body.ts';
import { parseMediaType } from '../../views/openapi/media-type.ts';
import { keyFor, statusKeys, successKeys } from '../../views/openapi/responses.ts';
import { type Change, type Pair, placeOf, type Side, schemaChanges } from './change.ts';

/** The old key that speaks of all that a new one does. */
function former(keys: string[], key: string): string | undefined {
  if (/^\d{3}$/.test(key)) return keyFor(keys, Number(key));
  const range = keys.find((one) => one.toUpperCase() === key.toUpperCase());
  return range ?? keys.find((one) => one === 'default');
}

const responseOf = (side: Side, key: string): Json | undefined =>
  side.context.follow(member(member(side.operation, 'responses'), key) ?? {}, '')?.value;

type Content = Map<string, Json | undefined>;

/** Media types with the schema of each; null where any body will do; undefined where that is not known. */
function contentOf(side: Side, response: Json): Content | null | undefined {
  const declared = declaredBody(side.contract.document, side.operation, response, side.source.root);
  if (declared === null) return null;
  const out: Content = new Map();
  for (const [type, schema] of declared) {
    if (typeof schema === 'string') return undefined;
    out.set(parseMediaType(type)?.name ?? type, schema?.schema);
  }
  return out;
}

function headerChanges(pair: Pair, key: string, [old, now]: [Json, Json]): Change[] {
  const { was, is, answers } = pair;
  const named = (side: Side, response: Json): Map<string, Json | undefined> =>
    new Map([...entries(member(response, 'headers'))].map(([name, value]) => [name.toLowerCase(), side.context.follow(value, '')?.value]));
  const after = named(is, now);
  return [...named(was, old)].flatMap(([name, header]): Change[] => {
    const what = `the header ${name} of ${key}`;
    const change = { side: 'new', place: placeOf(is, 'responses', key) } as const;
    const next = after.get(name);
    if (header === undefined) return [{ effect: 'unknown', code: 'answer-unread', text: `${what} cannot be read`, ...change }];
    const required = member(header, 'required') === true;
    if (next === undefined)
      return required ? [{ effect: 'breaking', code: 'header-removed', text: `${what} is not promised any more`, ...change }] : [];
    const optional: Change[] =
      required && member(next, 'required') !== true
        ? [{ effect: 'breaking', code: 'header-removed', text: `${what} may be missing`, ...change }]
        : [];
    return [
      ...optional,
      ...schemaChanges({ side: is, schema: member(next, 'schema') }, { side: was, schema: member(header, 'schema') }, answers, {
        code: 'answer-widened',
        what,
        ...change,
      }),
    ];
  });
}

function bodyChanges({ was, is, answers }: Pair, key: string, [old, now]: [Json, Json]): Change[] {
  const change = { side: 'new', place: placeOf(is, 'responses', key) } as const;
  const [before, after] = [contentOf(was, old), contentOf(is, now)];
  if (before === undefined || after === undefined)
    return [{ effect: 'unknown', code: 'answer-unread', text: `the body of ${key} cannot be read`, ...change }];
  if (before === null) return [];
  if (after === null)
    return [{ effect: 'breaking', code: 'answer-removed', text: `nothing is said of the body of ${key} any more`, ...change }];
  return [...before].flatMap(([type, schema]): Change[] => {
    const next = after.has(type) ? type : [`${type.split('/')[0]}/*`, '*/*'].find((range) => after.has(range));
    if (next === undefined)
      return [{ effect: 'breaking', code: 'answer-type-removed', text: `${key} does not come as ${type} any more`, ...change }];
    const what = `${key} as ${type}`;
    return schemaChanges({ side: is, schema: after.get(next) }, { side: was, schema }, answers, {
      code: 'answer-widened',
      what,
      ...change,
    });
  });
}

/** Clients take a status of the 4xx and 5xx that they do not know for 400 and 500 (RFC 9110 section 15); one of success they cannot read. */
const isFailure = (key: string): boolean => /^[45]/.test(key);

export function answerChanges(pair: Pair): Change[] {
  const { was, is } = pair;
  const [old, now] = [was, is].map(({ operation }) => statusKeys(member(operation, 'responses')));
  if (!old || !now || old.length === 0) return [];
  const change = { side: 'new', place: placeOf(is, 'responses') } as const;
  if (now.length === 0) return [{ effect: 'breaking', code: 'answer-removed', text: 'no answer is declared any more', ...change }];
  const success = new Set(successKeys(now));
  const out: Change[] = [];
  if (successKeys(old).length > 0 && success.size === 0)
    out.push({ effect: 'breaking', code: 'answer-removed', text: 'no success is declared any more', ...change });
  for (const key of now) {
    const before = former(old, key);
    const place = placeOf(is, 'responses', key);
    if (before === undefined) {
      const plain = !isFailure(key) && (key !== 'default' || success.has(key));
      if (plain)
        out.push({ effect: 'breaking', code: 'status-added', text: `it may answer ${key}, which nobody knew of`, side: 'new', place });
      continue;
    }
    const [response, next] = [responseOf(was, before), responseOf(is, key)];
    if (response === undefined || next === undefined) {
      out.push({
        effect: 'unknown',
        code: 'answer-unread',
        text: `what ${key} is cannot be read: its reference leads nowhere, or away`,
        side: 'new',
        place,
      });
      continue;
    }
    out.push(...headerChanges(pair, key, [response, next]), ...bodyChanges(pair, key, [response, next]));
  }
  return out;
}
