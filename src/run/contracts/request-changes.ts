// What an operation takes, in the old and the new contract: whatever clients send has to be taken still.
import { isObject, type Json } from '../../contract/json.ts';
import { entries, list, member, text } from '../../views/members.ts';
import { parseMediaType } from '../../views/openapi/media-type.ts';
import type { Parameter } from '../../views/openapi/parameters.ts';
import { type Change, type Pair, placeOf, type Side, says, schemaChanges } from './change.ts';

/** Members of a Swagger parameter that are its schema. */
const isSwagger = ({ contract }: Side): boolean => contract.document.edition.line === '2.0';

/** What a body or parameter is held against: its schema, or that of its one media type. */
function schemaOf(side: Side, { object, in: where }: Parameter): Json | undefined {
  if (isSwagger(side) && where !== 'body') {
    const { name: _, in: __, required: ___, allowEmptyValue: ____, collectionFormat: _____, ...schema } = isObject(object) ? object : {};
    return schema;
  }
  const [content] = [...entries(member(object, 'content'))];
  return content ? member(content[1], 'schema') : member(object, 'schema');
}

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];

/** Whether it has no parts: `explode` is about parts. */
function isScalar(side: Side, one: Parameter): boolean {
  const type = member(side.context.follow(schemaOf(side, one) ?? {}, '')?.value, 'type');
  return type !== undefined && (Array.isArray(type) ? type : [type]).every((name) => SCALARS.includes(name));
}

/** How its value is written, as far as it has parts. */
function writtenAs({ object, in: where }: Parameter, parts: boolean): string {
  const style = text(object, 'style') ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple');
  const explode = parts && (member(object, 'explode') ?? style === 'form');
  const [content] = [...entries(member(object, 'content'))];
  return JSON.stringify([style, explode, text(object, 'collectionFormat') ?? 'csv', content?.[0]]);
}

/** Names of what is filled into a path say nothing: those stand by their place in it. */
function keyed(side: Side): Map<string, Parameter> {
  const path = side.place;
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    [...side.parameters.parameters.values()].map((one) => [
      `${one.in} ${one.in === 'path' ? `{${names.indexOf(one.name)}}` : one.in === 'header' ? one.name.toLowerCase() : one.name}`,
      one,
    ]),
  );
}

const isBody = ({ in: where }: Parameter): boolean => where === 'body' || where === 'formData';

/** OpenAPI gives these no meaning as parameters. */
const isMeant = ({ in: where, name }: Parameter): boolean => where !== 'header' || !/^(accept|content-type|authorization)$/i.test(name);

const defaultOf = (side: Side, one: Parameter): Json | undefined =>
  member(side.context.follow(schemaOf(side, one) ?? {}, '')?.value, 'default');

/** Who leaves a parameter out is answered by its default. */
function defaultChanges({ was, is }: Pair, old: Parameter, one: Parameter): Change[] {
  const [before, after] = [defaultOf(was, old), defaultOf(is, one)].map((value) => JSON.stringify(value));
  if (one.required || before === undefined || before === after) return [];
  const text = `the ${one.in} parameter ${one.name} stands for ${after ?? 'nothing'} where it is left out, and stood for ${before}`;
  return [{ effect: 'unknown', code: 'default-changed', text, side: 'new', place: one.place }];
}

function parameterChanges(pair: Pair): Change[] {
  const { was, is, requests } = pair;
  const out: Change[] = [];
  const [before, after] = [keyed(was), keyed(is)];
  for (const [key, one] of after) {
    const old = before.get(key);
    if (!isMeant(one)) continue;
    const place = one.place;
    const what = `the ${one.in} ${isBody(one) ? '' : 'parameter '}${one.name}`;
    const change = { side: 'new', place } as const;
    if (one.required && !old?.required) {
      const code = old ? 'parameter-required' : 'parameter-added';
      out.push({ effect: 'breaking', code, text: `${what} has to be sent${old ? '' : ', which nobody knew of'}`, ...change });
    }
    if (!old) continue;
    const parts = !isScalar(was, old);
    if (writtenAs(old, parts) !== writtenAs(one, parts))
      out.push({ effect: 'breaking', code: 'parameter-written', text: `${what} is written in another way`, ...change });
    out.push(
      ...defaultChanges(pair, old, one),
      ...schemaChanges({ side: was, schema: schemaOf(was, old) }, { side: is, schema: schemaOf(is, one) }, requests, {
        code: 'request-narrowed',
        what,
        ...change,
      }),
    );
  }
  for (const [key, one] of before)
    if (!after.has(key) && isMeant(one))
      out.push({
        effect: 'breaking',
        code: 'parameter-removed',
        text: `the ${one.in} parameter ${one.name} is not taken any more`,
        side: 'old',
        place: one.place,
      });
  if (was.parameters.gaps || is.parameters.gaps)
    out.push({
      effect: 'unknown',
      code: 'parameter-unread',
      text: 'a parameter cannot be read: its reference leads nowhere, or away',
      side: 'new',
      place: is.place,
    });
  return out;
}

/** Media types by their names, without parameters. */
export const contentOf = (holder: Json | undefined): Map<string, Json> =>
  new Map([...entries(member(holder, 'content'))].map(([type, value]) => [parseMediaType(type)?.name ?? type, value]));

function consumes({ operation, contract }: Side): string[] {
  const own = member(operation, 'consumes') === undefined ? contract.document.root : operation;
  return list(own, 'consumes').map(String);
}

function bodyChanges({ was, is, requests }: Pair): Change[] {
  if (isSwagger(was) && isSwagger(is)) {
    const gone = consumes(was).filter((type) => !consumes(is).includes(type));
    return gone.map((type) => ({
      effect: 'breaking',
      code: 'request-type-removed',
      text: `a body of ${type} is not taken any more`,
      side: 'new',
      place: is.place,
    }));
  }
  const change = { side: 'new', place: placeOf(is, 'requestBody') } as const;
  const [before, after] = [was, is].map((side) => side.context.follow(member(side.operation, 'requestBody') ?? {}, ''));
  if (!before || !after)
    return [
      { effect: 'unknown', code: 'request-unread', text: 'the body cannot be read: its reference leads nowhere, or away', ...change },
    ];
  const [old, now] = [contentOf(before.value), contentOf(after.value)];
  if (old.size > 0 && now.size === 0)
    return [{ effect: 'breaking', code: 'request-removed', text: 'a body is not taken any more', ...change, place: is.place }];
  const out: Change[] = [];
  if (member(after.value, 'required') === true && member(before.value, 'required') !== true) {
    out.push({ effect: 'breaking', code: 'request-required', text: 'a body has to be sent', ...change });
  }
  for (const [type, media] of old) {
    const next = now.get(type) ?? now.get(`${type.split('/')[0]}/*`) ?? now.get('*/*');
    if (next === undefined) {
      out.push({ effect: 'breaking', code: 'request-type-removed', text: `a body of ${type} is not taken any more`, ...change });
      continue;
    }
    const what = `a body of ${type}`;
    out.push(
      ...schemaChanges({ side: was, schema: member(media, 'schema') }, { side: is, schema: member(next, 'schema') }, requests, {
        code: 'request-narrowed',
        what,
        ...change,
      }),
    );
    if (!says(was, member(media, 'encoding'), is, member(next, 'encoding')))
      out.push({ effect: 'unknown', code: 'not-compared', text: `${what} is encoded in another way, which is not compared`, ...change });
  }
  return out;
}

export function requestChanges(pair: Pair): Change[] {
  const { was, is } = pair;
  if (isSwagger(was) !== isSwagger(is)) {
    const bodies = [was, is].some((side) => isSwagger(side) && [...side.parameters.parameters.values()].some(isBody));
    if (bodies)
      return [
        {
          effect: 'unknown',
          code: 'not-compared',
          text: 'a body of Swagger 2.0 is not compared with one of OpenAPI 3',
          side: 'new',
          place: is.place,
        },
      ];
  }
  return [...parameterChanges(pair), ...bodyChanges(pair)];
}
