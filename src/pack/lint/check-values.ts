// What can never be: values that a member of an exchange never has, members that an item does not have, bounds that exclude each other. Like all of craft it keeps nobody from running a pack.
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { isViewName, type ViewName, type ViewShape } from '../../contract/view.ts';
import { below } from '../../json/pointer.ts';
import { pathOf } from '../compiled/path.ts';
import { KEY, type ReportFinding, valueText } from '../finding.ts';
import { suggestion } from '../nearest.ts';
import { probesOf, rulesOf, visitPack } from '../visit.ts';
import { checkMember } from './check-members.ts';
import { shapeAt } from './check-view-members.ts';
import { memberAt } from './member-of.ts';

/** Whether a view reads nothing but the body: of an answer to HEAD it says nothing. */
const OF_BODY: { readonly [name in ViewName]: boolean } = {
  json: true,
  yaml: true,
  text: true,
  markdown: true,
  html: true,
  linkset: false,
  openapi: true,
  jsonrpc: true,
  offer: false,
  signed: false,
  refs: false,
  problem: true,
  flows: true,
  interfaces: true,
  addresses: true,
  prices: false,
  robots: true,
  xml: true,
};

const textsOf = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string');

const BOUNDS = ['Length', 'Items', 'Properties', 'imum', 'Contains'];

function checkBounds(schema: Members, pointer: string, report: ReportFinding): void {
  for (const bound of [...BOUNDS, '']) {
    const [min, max] = [schema[`min${bound}`], schema[`max${bound}`]];
    if (typeof min === 'number' && typeof max === 'number' && min > max)
      report(below(pointer, `min${bound}`), 'wrong-value', `nothing has at least ${min} and at most ${max}`);
  }
}

/** Every object in a schema, each before what it holds, but those that stand for values. */
export function* schemasIn(schema: unknown, pointer: string): Generator<[schema: Members, pointer: string]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (isObject(schema)) yield [schema, pointer];
  for (const [key, inner] of Object.entries(schema)) if (key !== 'const' && key !== 'enum') yield* schemasIn(inner, below(pointer, key));
}

/** The members that what all these paths select can have; undefined where anything may stand. */
function membersAt(select: unknown): string[] | undefined {
  const shapes = textsOf(select).map((text): ViewShape | undefined => {
    const path = pathOf(text);
    return path && shapeAt(path);
  });
  const known = shapes.filter((shape) => isObject(shape) && Object.keys(shape).length > 0);
  return known.length === 0 || known.length < shapes.length ? undefined : known.flatMap((shape) => Object.keys(shape as object));
}

function checkNames(schema: unknown, pointer: string, known: readonly string[], report: ReportFinding): void {
  if (!isObject(schema)) return;
  const required = listOf(schema.required).map((name, i) => [name, below(pointer, 'required', i)] as const);
  const named = Object.keys(isObject(schema.properties) ? schema.properties : {});
  for (const [name, at] of [...required, ...named.map((name) => [name, below(pointer, 'properties', name)] as const)])
    if (typeof name === 'string' && !known.includes(name))
      report(
        at,
        'unknown-member-of-exchange',
        `what is selected here has no ${name}${suggestion(name, known)}; it has ${known.join(', ')}`,
      );
}

function checkSource(source: Members, pointer: string, report: ReportFinding): void {
  const known = membersAt(source.select);
  if (!known) return;
  checkNames(source.where, below(pointer, 'where'), known, report);
  for (const [key, value] of Object.entries(source))
    for (const text of textsOf(value))
      for (const [, name = ''] of text.matchAll(/\$\.item\.([A-Za-z]+)/g))
        if (!known.includes(name))
          report(
            below(pointer, key),
            'unknown-member-of-exchange',
            `an item has no ${name} here${suggestion(name, known)}; it has ${known.join(', ')}`,
          );
}

function checkProbes(pack: Members, report: ReportFinding): void {
  const read = new Set<string>();
  visitPack(pack, {
    path: (text) => {
      const [, probe = '', member = ''] = /^\$\.(\w+)(?:\[[^\]]*\])?\.(\w+)/.exec(text) ?? [];
      if (isViewName(member) && OF_BODY[member]) read.add(probe);
    },
  });
  for (const { name, probe, pointer } of probesOf(pack)) {
    if (probe.head !== undefined && read.has(name))
      report(below(pointer, 'head'), 'wrong-kind', `the answer to HEAD has no body, and $.${name} is read as one: say get`, KEY);
    const lists = (['firstOf', 'eachOf'] as const).flatMap((key) =>
      listOf(probe[key]).map((source, i) => ({ source, at: below(pointer, key, i) })),
    );
    for (const [i, { source, at }] of lists.entries())
      if (lists.slice(0, i).some((other) => JSON.stringify(other.source) === JSON.stringify(source)))
        report(at, 'said-twice', 'the same request stands before it in this list');
    for (const { source, at } of [...lists, { source: probe, at: pointer }]) if (isObject(source)) checkSource(source, at, report);
  }
}

/** Below a document anything may stand: a schema of members says nothing of what has none. */
const OF_ANYBODY = /\.(?:json|yaml)(?:[.[]|$)/;

export function checkValues(pack: Members, report: ReportFinding): void {
  checkProbes(pack, report);
  visitPack(pack, {
    schema: (schema, pointer) => {
      for (const [part, at] of schemasIn(schema, pointer)) checkBounds(part, at, report);
    },
    assertion: (assertion, pointer) => {
      if (isObject(assertion.count)) checkBounds(assertion.count, below(pointer, 'count'), report);
      for (const kind of ['schema', 'some'] as const) {
        const schema = assertion[kind];
        if (!isObject(schema)) continue;
        const [select, more] = textsOf(assertion.select);
        const path = select === undefined || more !== undefined ? undefined : pathOf(select);
        const member = path && memberAt(path);
        if (member) checkMember(member, schema, below(pointer, kind), report);
        const known = membersAt(assertion.select);
        if (known) checkNames(schema, below(pointer, kind), known, report);
        const keys = Object.keys(schema);
        if (keys.every((key) => key === 'required' || key === 'properties') && select !== undefined && OF_ANYBODY.test(select))
          report(below(pointer, kind), 'missing-member', 'without type: object, text, numbers and lists are valid too', KEY);
      }
    },
  });
  for (const { rule, pointer } of rulesOf(pack)) {
    for (const [code, text] of Object.entries(isObject(rule.reasons) ? rule.reasons : {}))
      if (/(?<!\{)\{\s*\$\./.test(String(text)))
        report(below(pointer, 'reasons', code), 'bad-reason', 'what is quoted stands in two braces: {{ $.finding.value }}', {
          value: valueText(text),
        });
    const list = listOf(rule.assert);
    if (list.length > 0 && list.every((one) => (one as Members).level === 'should'))
      report(
        `${pointer}/assert`,
        'always-false',
        'every assertion is level: should, so nothing can make this pass: it fails whatever the target does',
        KEY,
      );
  }
}
