// Schemas of a member of an exchange whose type is known: values that it never has, and keywords of another type, under which every value of it is valid.
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { type ReportFinding, valueText } from '../finding.ts';
import { suggestion } from '../nearest.ts';
import type { ExchangeMember } from './member-of.ts';

const KEYWORDS: { readonly [kind: string]: readonly string[] } = {
  string: 'pattern minLength maxLength'.split(' '),
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
  array: 'items prefixItems unevaluatedItems contains minContains maxContains minItems maxItems uniqueItems'.split(' '),
  object:
    'required properties patternProperties additionalProperties unevaluatedProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas'.split(
      ' ',
    ),
};
const MANY: { readonly [kind: string]: string } = { string: 'texts', number: 'numbers', array: 'lists', object: 'objects' };
const IS: { readonly [kind in ExchangeMember['kind']]: string } = { number: 'is a number, such as 200', string: 'is a text' };

/** The values that a schema wants, each with its place. */
export function wanted(schema: Members, pointer: string): [value: unknown, at: string][] {
  const values: [unknown, string][] = listOf(schema.enum).map((value, i) => [value, below(pointer, 'enum', i)]);
  return schema.const === undefined ? values : [...values, [schema.const, below(pointer, 'const')]];
}

const article = (name: string): string => (['status', 'url', 'header'].includes(name) ? `a ${name}` : name);

/** Whether a type that stands in a schema lets values of a kind through. */
const lets = (type: unknown, kind: ExchangeMember['kind']): boolean =>
  type === undefined || [type].flat().some((one) => one === kind || (kind === 'number' && one === 'integer'));

function checkWanted({ name, kind, closed, range }: ExchangeMember, schema: Members, pointer: string, report: ReportFinding): void {
  const values = wanted(schema, pointer);
  // Of what is open, a list may hold a value in two spellings: a text and a number.
  const strict = name === 'status' || values.every(([value]) => typeof value !== kind);
  for (const [value, at] of values) {
    const found = { value: valueText(value) };
    if (closed && !closed.includes(value as string))
      report(at, 'wrong-value', `${name} is one of ${closed.join(', ')}${suggestion(String(value), closed)}`, found);
    else if (typeof value !== kind && strict) report(at, 'wrong-value', `${article(name)} ${IS[kind]}`, found);
    else if (range && typeof value === 'number' && (value < range[0] || value > range[1]))
      report(at, 'wrong-value', `${article(name)} lies between ${range[0]} and ${range[1]}`, found);
  }
}

/** Bounds that no value of a range keeps. */
function checkRange({ name, range }: ExchangeMember, schema: Members, pointer: string, report: ReportFinding): void {
  if (!range) return;
  const [least, most] = range;
  const beyond: readonly [key: string, isBeyond: (bound: number) => boolean][] = [
    ['minimum', (bound) => bound > most],
    ['exclusiveMinimum', (bound) => bound >= most],
    ['maximum', (bound) => bound < least],
    ['exclusiveMaximum', (bound) => bound <= least],
  ];
  for (const [key, isBeyond] of beyond) {
    const bound = schema[key];
    if (typeof bound === 'number' && isBeyond(bound))
      report(below(pointer, key), 'wrong-value', `${article(name)} lies between ${least} and ${most}`, { value: String(bound) });
  }
}

/** Keywords that say nothing of values of another type. */
function checkKeywords({ name, kind }: ExchangeMember, schema: Members, pointer: string, report: ReportFinding): void {
  for (const [of, keywords] of Object.entries(KEYWORDS))
    for (const keyword of of === kind ? [] : keywords)
      if (schema[keyword] !== undefined)
        report(
          below(pointer, keyword),
          'wrong-value',
          `${article(name)} ${IS[kind]}, and ${keyword} is for ${MANY[of]}: every ${name} is valid under it`,
          { part: 'key' },
        );
}

/** A schema, and those within it that judge the same value. What says a type for itself is one of several ways, which other values may take. */
function* ofSameValue(schema: Members, pointer: string, inner = false): Generator<[schema: Members, pointer: string]> {
  if (inner && schema.type !== undefined) return;
  yield [schema, pointer];
  for (const key of ['not', 'if', 'then', 'else']) {
    const part = schema[key];
    if (isObject(part)) yield* ofSameValue(part, below(pointer, key), true);
  }
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    for (const [i, part] of listOf(schema[key]).entries()) if (isObject(part)) yield* ofSameValue(part, below(pointer, key, i), true);
}

export function checkMember(member: ExchangeMember, schema: Members, pointer: string, report: ReportFinding): void {
  if (!lets(schema.type, member.kind)) {
    report(below(pointer, 'type'), 'wrong-value', `${article(member.name)} ${IS[member.kind]}`, { value: valueText(schema.type) });
    return;
  }
  for (const [part, at] of ofSameValue(schema, pointer)) {
    checkWanted(member, part, at, report);
    checkRange(member, part, at, report);
    checkKeywords(member, part, at, report);
  }
}

const SAYS_NOTHING = ['title', 'description', '$comment', '$defs'];

/** Whether nothing that can stand there is refused. */
export function isIdle(schema: unknown, member?: ExchangeMember): boolean {
  if (schema === true) return true;
  if (!isObject(schema)) return false;
  return Object.entries(schema).every(([key, value]) => {
    if (SAYS_NOTHING.includes(key)) return true;
    if (key === 'anyOf') return listOf(value).some((one) => isIdle(one, member));
    if (key === 'allOf') return listOf(value).every((one) => isIdle(one, member));
    if (key === 'type') return member?.kind === 'string' && lets(value, member.kind);
    return key === 'enum' && member?.closed !== undefined && member.closed.every((one) => listOf(value).includes(one));
  });
}
