// Slips of the pen that make a valid pack in which something never fits: names beside each other that differ by a letter, patterns in slashes, media types that are none, blocks of JSON that cannot be read.
import type { Fix } from '../../contract/generated/types.ts';
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { type ReportFinding, valueText } from '../finding.ts';
import { fixText } from '../fix-text.ts';
import { nearest } from '../nearest.ts';
import { probesOf, rulesOf, visitPack } from '../visit.ts';
import { wanted } from './check-members.ts';
import { placedSources } from './check-probes.ts';
import { schemasIn } from './check-values.ts';

/** The top-level types of IANA's registry (RFC 6838 section 4.2). */
const TYPES = ['application', 'audio', 'font', 'haptics', 'image', 'message', 'model', 'multipart', 'text', 'video'];
/** Subtypes that rules ask for: a word that is one letter off is a slip. */
const SUBTYPES = ['json', 'html', 'markdown', 'plain', 'yaml', 'xml', 'event-stream', 'linkset+json', 'problem+json', 'ai-catalog+json'];
/** What is near them, and used. */
const OTHERS = ['jsonl', 'json5'];

const isText = (value: unknown): value is string => typeof value === 'string';

/** One of a list of media ranges (RFC 9110 section 12.5.1), or a media type alone. */
function mediaFault(range: string): string | undefined {
  const [, type = '', subtype = ''] = /^\s*([^\s/;]+)\/([^\s/;]+)\s*(?:;|$)/.exec(range) ?? [];
  if (type === '') return 'a media type is a type and a subtype, such as application/json';
  const near = TYPES.includes(type) ? undefined : nearest(type, TYPES);
  if (near !== undefined) return `no media type begins with ${type} (did you mean ${near}?)`;
  const other = [...SUBTYPES, ...OTHERS].includes(subtype) ? undefined : nearest(subtype, SUBTYPES);
  return other !== undefined && Math.abs(other.length - subtype.length) < 2
    ? `${subtype} is no subtype that is used (did you mean ${other}?)`
    : undefined;
}

function checkAccept(text: unknown, pointer: string, report: ReportFinding): void {
  if (!isText(text) || text.includes('{{')) return;
  const fault = text
    .replace(/"[^"]*"/g, '')
    .split(',')
    .map(mediaFault)
    .find((one) => one !== undefined);
  if (fault !== undefined) report(pointer, 'wrong-value', fault, { value: valueText(text) });
}

function checkRequest(source: Members, pointer: string, report: ReportFinding): void {
  checkAccept(source.accept, below(pointer, 'accept'), report);
  for (const [name, header] of Object.entries(isObject(source.headers) ? source.headers : {}))
    if (name === 'accept' || name === 'content-type')
      checkAccept(isObject(header) ? header.value : header, below(pointer, 'headers', name), report);
}

/** Shorter names are near many others. */
const SHORTEST = 4;

/** Two names that people have beside each other: one and many. */
const isPlural = (one: string, other: string): boolean => one === `${other}s` || other === `${one}s`;

/** A name that is needed, and one that is described, which differ by a slip. */
function checkNames({ required, properties }: Members, pointer: string, report: ReportFinding): void {
  if (!isObject(properties)) return;
  const described = Object.keys(properties);
  const needed = listOf(required).filter(isText);
  for (const [i, name] of listOf(required).entries()) {
    if (!isText(name) || name.length < SHORTEST || described.includes(name)) continue;
    const near = nearest(
      name,
      described.filter((one) => one.length >= SHORTEST && !needed.includes(one) && !isPlural(one, name)),
    );
    if (near !== undefined)
      report(below(pointer, 'required', i), 'wrong-value', `required names ${name}, and properties has ${near}: one of them is a slip`, {
        value: valueText(name),
      });
  }
}

function checkTwice(schema: Members, pointer: string, report: ReportFinding): void {
  for (const key of ['enum', 'required'] as const) {
    const values = listOf(schema[key]).map((value) => JSON.stringify(value));
    for (const [i, value] of values.entries())
      if (values.indexOf(value) < i) report(below(pointer, key, i), 'said-twice', `${value} stands before it in this list`);
  }
}

/** `/…/i` is a pattern of other languages: its slashes, and letters behind them, are looked for in the text. */
const IN_SLASHES = /^\/\^|\$\/[a-z]*$|^\/.*\/(?:[gimsu]|gi|ig|im|mi|iu|ui)$/;

function checkSchema(schema: Members, pointer: string, report: ReportFinding): void {
  checkNames(schema, pointer, report);
  checkTwice(schema, pointer, report);
  if (isText(schema.pattern) && IN_SLASHES.test(schema.pattern))
    report(below(pointer, 'pattern'), 'bad-pattern', 'a pattern stands without slashes around it, and without letters behind them', {
      value: valueText(schema.pattern),
    });
}

/** The media type of an exchange, which has no parameters and no capitals. */
const OF_EXCHANGE = /^\$\.\w+(?:\[[^\]]*\])?\.type$/;

function checkTypes(assertion: Members, pointer: string, report: ReportFinding): void {
  const paths = [assertion.select].flat();
  if (paths.length === 0 || !paths.every((path) => isText(path) && OF_EXCHANGE.test(path))) return;
  for (const kind of ['schema', 'some'] as const) {
    const schema = isObject(assertion[kind]) ? assertion[kind] : {};
    for (const [value, at] of wanted(schema, below(pointer, kind))) {
      if (!isText(value)) continue;
      const plain = /[A-Z;]/.test(value) ? 'type is the media type in small letters, without its parameters' : undefined;
      const fault = mediaFault(value) ?? plain;
      if (fault !== undefined) report(at, 'wrong-value', fault, { value: valueText(value) });
    }
  }
}

const BLOCK = /^ {0,3}```json[^\n]*\n([\s\S]*?)\n {0,3}```/gm;

/** What is to be pasted can be read, once its places for values are filled in. */
function checkBlocks(fix: Fix, pointer: string, report: ReportFinding): void {
  const texts: [text: unknown, at: string][] = isObject(fix)
    ? Object.keys(fix).map((code) => [fixText(fix, code), below(pointer, code)])
    : [[fix, pointer]];
  for (const [text, at] of texts)
    for (const [, block = ''] of isText(text) ? text.matchAll(BLOCK) : []) {
      try {
        const filled = block.replace(/\{\{.*?\}\}/g, '1');
        // Members of an object are shown without it too.
        JSON.parse(/^\s*[[{]/.test(filled) ? filled : `{${filled}}`);
      } catch (error) {
        report(at, 'bad-fix', `the JSON of a block cannot be read: ${(error as Error).message}`);
      }
    }
}

/** What is asked for, what marks a challenge, and what a mend serves: each says a media type. */
function checkMediaTypes(pack: Members, report: ReportFinding): void {
  for (const use of probesOf(pack)) {
    checkRequest(use.probe, use.pointer, report);
    for (const { source, pointer } of placedSources(use)) if (pointer !== use.pointer) checkRequest(source as Members, pointer, report);
  }
  for (const list of ['challenges', 'unrouted'])
    for (const [i, mark] of listOf(pack[list]).entries()) if (isObject(mark)) checkAccept(mark.type, below('', list, i, 'type'), report);
  for (const { rule, pointer } of rulesOf(pack))
    for (const [code, mend] of Object.entries(isObject(rule.mends) ? rule.mends : {}))
      if (isObject(mend)) checkAccept(mend.type, below(pointer, 'mends', code, 'type'), report);
}

export function checkSlips(pack: Members, report: ReportFinding): void {
  checkMediaTypes(pack, report);
  visitPack(pack, {
    schema: (schema, pointer) => {
      for (const [part, at] of schemasIn(schema, pointer)) checkSchema(part, at, report);
    },
    assertion: (assertion, pointer) => checkTypes(assertion, pointer, report),
  });
  for (const { rule, pointer } of rulesOf(pack)) if (rule.fix !== undefined) checkBlocks(rule.fix as Fix, `${pointer}/fix`, report);
}
