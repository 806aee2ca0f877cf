// Loads a pack: YAML or JSON in, a validated, frozen, digested pack out, or every mistake with file, line and column. It sends nothing and judges no target.
import { readFileSync } from 'node:fs';
import { otherEngine, packAdvice, packOfOtherEngine } from '../contract/engines.ts';
import { AxproofError } from '../contract/errors.ts';
import { isObject, type Members } from '../contract/json.ts';
import { ENGINE } from '../contract/limits.ts';
import { jcs } from '../json/jcs.ts';
import type { Schemas } from './compiled/ajv-compiler.ts';
import type { LoadedPack } from './compiled/loaded-pack.ts';
import { canonical, isOpenedByBuild, openCanonical } from './compiled/open-pack.ts';
import { type SchemaChecks, schemaChecks } from './compiled/schema-check.ts';
import { formatFinding, type PackFinding } from './finding.ts';
import { checkCraft } from './lint/check-craft.ts';
import { lint } from './lint/lint.ts';
import { fromDocument, type PackFolderOptions, type ReadPack, readPack } from './read/load-folder.ts';
import { checkPlain } from './read/plain-values.ts';
import type { FilePosition, PlacePart } from './read/positions.ts';
import { SourceDocument } from './read/read-document.ts';
import type { Resolved } from './read/resolved.ts';

export interface LoadOptions extends PackFolderOptions {
  /** Whether it is also said what loads and yet comes to nothing. */
  craft?: boolean;
  /** What compiles the schemas of a pack with these shared ones. */
  checks?: (shared: Schemas) => SchemaChecks;
  /** The file was written by the build from a pack that loads: it is read, digested and not checked again. */
  trusted?: boolean;
}

/** Where the part of a resolved pack at a JSON pointer is written. */
export type PlaceOf = (pointer: string, part?: PlacePart) => FilePosition;

export interface Loaded {
  /** Undefined when there is any finding. */
  pack?: LoadedPack;
  findings: PackFinding[];
  /** Where a pointer of the pack is written; left out of a pack that was not read from its sources. */
  place?: PlaceOf;
  /** The engine that the pack needs where it is not this one; then nothing else is said of it. */
  engine?: string;
}

const MOST_FINDINGS = 200;

/** What the reader says of one value. */
const UNREAD: readonly PackFinding['code'][] = ['bad-value', 'syntax', 'too-deep'];
const placeIn = ({ file, pointer }: PackFinding): string => JSON.stringify([file, pointer]);

/** A value that could not be read is null to whoever looks further: what that is said to be lacking is no second mistake. */
function firstMistakes(findings: readonly PackFinding[]): PackFinding[] {
  const isUnread = ({ code, pointer }: PackFinding): boolean => UNREAD.includes(code) && pointer !== undefined && pointer !== '';
  const unread = new Set(findings.filter(isUnread).map(placeIn));
  const files = new Set(findings.filter(isUnread).map(({ file }) => file));
  // JSON keeps such a value, so the whole has no canonical form: the same once more.
  const isWhole = ({ file, code, pointer }: PackFinding): boolean => code === 'bad-value' && pointer === '' && files.has(file);
  return findings.filter((f) => isUnread(f) || !(unread.has(placeIn(f)) || isWhole(f)));
}

function inOrder(findings: readonly PackFinding[]): PackFinding[] {
  const seen = new Set<string>();
  const out = firstMistakes(findings).filter((f) => {
    const key = JSON.stringify([f.file, f.line, f.column, f.code, f.text, f.line === 0 ? f.pointer : '']);
    return !seen.has(key) && seen.add(key);
  });
  const by = (a: PackFinding, b: PackFinding): number =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column;
  return out.sort(by).slice(0, MOST_FINDINGS);
}

/** The text of the pack in its canonical form. */
function textOf(resolved: Resolved): string | undefined {
  try {
    return jcs(resolved.value);
  } catch (error) {
    resolved.report('', 'bad-value', `the pack has no canonical form: ${(error as Error).message}`);
    return undefined;
  }
}

/** text: of the pack in its canonical form. The checks that it is linted with, which have compiled its schemas then. */
function lintResolved(text: string, resolved: Resolved, options: LoadOptions): SchemaChecks {
  const document = JSON.parse(text) as Members;
  const { schemas } = document;
  const checks = (options.checks ?? schemaChecks)(isObject(schemas) ? (schemas as Schemas) : {});
  lint(document, { checks, shaped: resolved.shaped }, resolved.report);
  // What a pack says itself, and not what it has from one that it extends.
  if (options.craft && resolved.shaped) checkCraft(document, resolved.reportOwn);
  return checks;
}

/** Of a pack for another engine only that is told: its members may be of another language, and look like mistakes in this one. */
function ofOtherEngine(resolved: Resolved): Loaded | undefined {
  const engine = otherEngine(resolved.value.engine);
  if (engine === undefined) return undefined;
  resolved.findings.length = 0;
  resolved.report('/engine', 'engine-mismatch', `this is engine ${ENGINE}: ${packAdvice(engine)}`, { value: engine });
  return { engine, findings: [...resolved.findings] };
}

function finish({ resolved, findings }: ReadPack, options: LoadOptions): Loaded {
  if (!resolved) return { findings: inOrder(findings) };
  const other = ofOtherEngine(resolved);
  if (other) return other;
  const text = textOf(resolved);
  const isFaultless = (): boolean => findings.length + resolved.findings.length === 0;
  // The build opened this very text, after it had passed: nothing would be found.
  const isKnown = text !== undefined && isFaultless() && !options.craft && !options.checks && isOpenedByBuild(text);
  const checks = text === undefined || isKnown ? undefined : lintResolved(text, resolved, options);
  if (text === undefined || !isFaultless()) return { findings: inOrder([...findings, ...resolved.findings]) };
  return { pack: openCanonical(text, checks), findings: [], place: resolved.place };
}

/** Loads a pack folder, or a resolved pack document (.json, or YAML by any other name). Never throws for what the pack says. */
export function loadPack(path: string, options: LoadOptions = {}): Loaded {
  if (options.trusted) return { pack: openCanonical(readFileSync(path, 'utf8')), findings: [] };
  return finish(readPack(path, options), options);
}

/** Loads a resolved pack that was parsed already. Throws an AxproofError: bad-pack with every finding, or engine-mismatch. */
export function loadPackDocument(document: unknown, options: LoadOptions = {}): LoadedPack {
  let own: unknown;
  try {
    own = canonical(document);
  } catch (error) {
    throw new AxproofError('bad-pack', 'the pack is not plain JSON', [(error as Error).message], { cause: error });
  }
  const engine = isObject(own) ? otherEngine(own.engine) : undefined;
  if (engine !== undefined) throw packOfOtherEngine(engine);
  const source = new SourceDocument('pack', own);
  checkPlain(own, '', (pointer, code, text, more) => source.findings.push(source.finding(pointer, code, text, more)));
  const { pack, findings } = finish(fromDocument(source), options);
  if (pack) return pack;
  throw new AxproofError('bad-pack', 'the pack does not load', findings.map(formatFinding));
}
