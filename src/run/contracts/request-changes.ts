// What an operation takes, in the old and the new contract: whatever clients send has to be taken still.
import { isObject, type Json } from '../../contract/json.ts';
import { entries, list, member, text } from '../../views/members.ts';
import { parseMediaType } from '../../views/openapi/media-type.ts';
import type { OpenApiParameter } from '../../views/openapi/parameters.ts';
import {
  breaking,
  type ChangePlace,
  type ContractChange,
  type ContractSide,
  changePlace,
  type Pair,
  requestNarrowed,
  says,
  typeIn,
  unknown,
} from './change.ts';

/** Members of a Swagger parameter that are its schema. */
const isSwagger = ({ contract }: ContractSide): boolean => contract.document.edition.line === '2.0';

/** What a body or parameter is held against: its schema, or that of its one media type. */
function schemaOf(side: ContractSide, { object, in: where }: OpenApiParameter): Json | undefined {
  if (isSwagger(side) && where !== 'body') {
    const { name: _, in: __, required: ___, allowEmptyValue: ____, collectionFormat: _____, ...schema } = isObject(object) ? object : {};
    return schema;
  }
  const [content] = [...entries(member(object, 'content'))];
  return content ? member(content[1], 'schema') : member(object, 'schema');
}

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];

/** Whether it has no parts: `explode` is about parts. */
function isScalar(side: ContractSide, one: OpenApiParameter): boolean {
  const type = member(side.context.follow(schemaOf(side, one) ?? {}, '')?.value, 'type');
  return type !== undefined && (Array.isArray(type) ? type : [type]).every((name) => SCALARS.includes(name));
}

/** Styles of OpenAPI 3 by the collectionFormat of Swagger 2.0. */
const STYLES: { readonly [format: string]: string } = { ssv: 'spaceDelimited', pipes: 'pipeDelimited', tsv: 'tsv' };

/** How its value is written, as far as it has parts. */
function styleOf(side: ContractSide, { object, in: where }: OpenApiParameter, parts: boolean): string {
  const format = isSwagger(side) ? (text(object, 'collectionFormat') ?? 'csv') : undefined;
  const named = format === undefined ? text(object, 'style') : parts ? STYLES[format] : undefined;
  const style = named ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple');
  const explode = parts && (format === undefined ? (member(object, 'explode') ?? style === 'form') : format === 'multi');
  const [content] = [...entries(member(object, 'content'))];
  return JSON.stringify([style, explode, content?.[0]]);
}

/** Names of what is filled into a path say nothing, those stand by their place in it, and neither does that of the one body of Swagger 2.0. */
function keyed(side: ContractSide): Map<string, OpenApiParameter> {
  const path = side.place;
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const keyOf = ({ in: where, name }: OpenApiParameter): string => {
    if (where === 'path') return `path {${names.indexOf(name)}}`;
    return where === 'body' ? where : `${where} ${where === 'header' ? name.toLowerCase() : name}`;
  };
  return new Map([...side.parameters.parameters.values()].map((one) => [keyOf(one), one]));
}

const isBody = ({ in: where }: OpenApiParameter): boolean => where === 'body' || where === 'formData';

const hasBody = (side: ContractSide): boolean => [...side.parameters.parameters.values()].some(isBody);

/** OpenAPI gives these no meaning as parameters. */
const isMeant = ({ in: where, name }: OpenApiParameter): boolean =>
  where !== 'header' || !/^(accept|content-type|authorization)$/i.test(name);

const defaultOf = (side: ContractSide, one: OpenApiParameter): Json | undefined =>
  member(side.context.follow(schemaOf(side, one) ?? {}, '')?.value, 'default');

/** Who leaves a parameter out is answered by its default. */
function defaultChanges({ was, is }: Pair, old: OpenApiParameter, one: OpenApiParameter): ContractChange[] {
  const [before, after] = [defaultOf(was, old), defaultOf(is, one)].map((value) => JSON.stringify(value));
  if (one.required || before === undefined || before === after) return [];
  const text = `the ${one.in} parameter ${one.name} stands for ${after ?? 'nothing'} where it is left out, and stood for ${before}`;
  return [unknown('default-changed', text, { side: 'new', place: one.place })];
}

function parameterChanges(pair: Pair): ContractChange[] {
  const { was, is } = pair;
  const out: ContractChange[] = [];
  const [before, after] = [keyed(was), keyed(is)];
  for (const [key, one] of after) {
    const old = before.get(key);
    if (!isMeant(one)) continue;
    const shown = { side: 'new', place: one.place } as const;
    const what = `the ${one.in} ${isBody(one) ? '' : 'parameter '}${one.name}`;
    if (one.required && !old) out.push(breaking('parameter-added', `${what} has to be sent, which nobody knew of`, shown));
    if (!old) continue;
    if (one.required && !old.required) out.push(breaking('parameter-required', `${what} has to be sent`, shown));
    const parts = !isScalar(was, old);
    if (styleOf(was, old, parts) !== styleOf(is, one, parts))
      out.push(breaking('parameter-written', `${what} is written in another way`, shown));
    out.push(...defaultChanges(pair, old, one), ...requestNarrowed(pair, schemaOf(was, old), schemaOf(is, one), what, shown));
  }
  for (const [, { in: where, name, place }] of [...before].filter(([key, one]) => !after.has(key) && isMeant(one)))
    out.push(breaking('parameter-removed', `the ${where} parameter ${name} is not taken any more`, { side: 'old', place }));
  if (was.parameters.gaps || is.parameters.gaps)
    out.push(unknown('parameter-unread', 'a parameter cannot be read: its reference leads nowhere, or away', changePlace(is)));
  return out;
}

/** Media types by their names, without parameters. */
const contentOf = (holder: Json | undefined): Map<string, Json> =>
  new Map([...entries(member(holder, 'content'))].map(([type, value]) => [parseMediaType(type)?.name ?? type, value]));

function consumes({ operation, contract }: ContractSide): string[] {
  const own = member(operation, 'consumes') === undefined ? contract.document.root : operation;
  return list(own, 'consumes').map((type) => parseMediaType(String(type))?.name ?? String(type));
}

function bodyChanges(pair: Pair): ContractChange[] {
  const { was, is } = pair;
  const typeGone = (type: string, shown: ChangePlace): ContractChange =>
    breaking('request-type-removed', `a body of ${type} is not taken any more`, shown);
  if (isSwagger(was) && isSwagger(is)) {
    if (!hasBody(was)) return [];
    const gone = consumes(was).filter((type) => !consumes(is).includes(type));
    return gone.map((type) => typeGone(type, changePlace(is)));
  }
  const shown = changePlace(is, 'requestBody');
  const [before, after] = [was, is].map((side) => side.context.follow(member(side.operation, 'requestBody') ?? {}, ''));
  if (!before || !after) return [unknown('request-unread', 'the body cannot be read: its reference leads nowhere, or away', shown)];
  const [old, now] = [contentOf(before.value), contentOf(after.value)];
  if (old.size > 0 && now.size === 0) return [breaking('request-removed', 'a body is not taken any more', changePlace(is))];
  const isRequired = member(after.value, 'required') === true && member(before.value, 'required') !== true;
  const required = isRequired ? [breaking('request-required', 'a body has to be sent', shown)] : [];
  const ofTypes = [...old].flatMap(([type, media]): ContractChange[] => {
    const name = typeIn(now, type);
    if (name === undefined) return [typeGone(type, shown)];
    const [what, next] = [`a body of ${type}`, now.get(name)];
    const isEncoded = says(was, member(media, 'encoding'), is, member(next, 'encoding'));
    return [
      ...requestNarrowed(pair, member(media, 'schema'), member(next, 'schema'), what, shown),
      ...(isEncoded ? [] : [unknown('not-compared', `${what} is encoded in another way, which is not compared`, shown)]),
    ];
  });
  return [...required, ...ofTypes];
}

export function requestChanges(pair: Pair): ContractChange[] {
  const { was, is } = pair;
  const hasSwaggerBody = [was, is].some((side) => isSwagger(side) && hasBody(side));
  if (isSwagger(was) !== isSwagger(is) && hasSwaggerBody)
    return [unknown('not-compared', 'a body of Swagger 2.0 is not compared with one of OpenAPI 3', changePlace(is))];
  return [...parameterChanges(pair), ...bodyChanges(pair)];
}
