// Reads the files of a pack: a folder with pack.yaml and one file a rule, or one resolved document; with what they extend. It judges shape, not meaning.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve as resolvePath, sep } from 'node:path';
import { isDigest, sha256 } from '../../contract/digest.ts';
import { isObject, listOf } from '../../contract/json.ts';
import { systemWords } from '../../contract/system-words.ts';
import { MiB } from '../../contract/units.ts';
import { jcs } from '../../json/jcs.ts';
import type { PackFinding } from '../finding.ts';
import { checkShape } from './contract-check.ts';
import { readDocument, SourceDocument } from './read-document.ts';
import { resolve } from './resolve.ts';
import { Resolved } from './resolved.ts';

export interface PackFolderOptions {
  /** Path of a bundled pack by its name. */
  bundled?: (name: string) => string | undefined;
}

/** A pack as far as it could be read, and what is wrong with its files. */
export type ReadPack = { resolved?: Resolved; findings: PackFinding[] };

const MOST_FILES = 256;
const MOST_BYTES = 3 * MiB;
const MOST_BASES = 8;

const fault = (file: string, code: PackFinding['code'], text: string): PackFinding => ({ file, line: 1, column: 1, code, text });
const nothing = (file: string, finding: PackFinding): SourceDocument => new SourceDocument(file, undefined, [finding]);

function readFile(file: string): SourceDocument {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return nothing(file, fault(file, 'unreadable', 'expected a file here'));
    if (stat.size > MOST_BYTES) return nothing(file, fault(file, 'unreadable', 'a file of a pack has at most 3 MiB'));
    return readDocument(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)), file);
  } catch (error) {
    const text = error instanceof TypeError ? 'the file is not UTF-8' : `the file cannot be read: ${systemWords(error)}`;
    return nothing(file, fault(file, 'unreadable', text));
  }
}

/** A link out of the folder leads to what may be anybody's, and a finding would show it. What leads nowhere is told when it is read. */
function leadsOut(folder: string, name: string): boolean {
  try {
    return !realpathSync(join(folder, name)).startsWith(join(realpathSync(folder), sep));
  } catch {
    return false;
  }
}

/** Names in the folder that can be rule files, sorted; every other one but pack.yaml is a finding. */
function ruleFiles(folder: string, findings: PackFinding[]): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const out: string[] = [];
  for (const entry of entries) {
    if (entry.name === 'pack.yaml') continue;
    if (entry.name.endsWith('.yaml') && !entry.isDirectory() && out.length < MOST_FILES) out.push(entry.name);
    else
      findings.push(
        fault(join(folder, entry.name), 'unexpected-file', 'a pack folder holds pack.yaml and one <rule id>.yaml a rule, and nothing else'),
      );
  }
  return out;
}

/** Judges the shape of one file; true when it has it. */
function shaped(source: SourceDocument, shape: Parameters<typeof checkShape>[1], out: PackFinding[]): boolean {
  const before = out.length;
  out.push(...source.findings);
  if (source.value === undefined) return false;
  // A value that somebody sent is told its type.
  if (source.value === null && source.place('').line > 0) {
    out.push(source.finding('', 'missing-member', 'the file is empty; axproof pack init writes a pack to start from'));
    return false;
  }
  checkShape(source.value, shape, (pointer, code, text, more) => out.push(source.finding(pointer, code, text, more)));
  return out.length === before;
}

function fileName(source: SourceDocument, out: PackFinding[]): void {
  const id = isObject(source.value) ? source.value.id : undefined;
  const name = basename(source.file, '.yaml');
  if (typeof id === 'string' && id !== name)
    out.push(source.finding('/id', 'file-name', `the file is named ${name}.yaml, so the id is ${name} (or the file ${id}.yaml)`));
}

interface Base {
  base?: Resolved;
  ok: boolean;
}

/** Whether the base is the one whose digest pack.yaml names. One that cannot be read, or has no canonical form, is told of elsewhere. */
function checkBase(named: unknown, base: Resolved | undefined, pack: SourceDocument, out: PackFinding[]): void {
  if (!isDigest(named) || !base?.shaped) return;
  let digest: string;
  try {
    digest = sha256(jcs(base.value));
  } catch {
    return;
  }
  if (digest === named) return;
  const text = `the pack that this extends is ${digest}: look at what changed (axproof pack diff), then name its digest here`;
  out.push(pack.finding('/extends/digest', 'base-differs', text, { value: named }));
}

const basePath = (named: string, folder: string, { bundled }: PackFolderOptions): string =>
  (named.startsWith('.') ? undefined : bundled?.(named)) ?? resolvePath(folder, named);

/** The pack that pack.yaml extends. chain: real paths on the way here, this pack last. */
function baseOf(pack: SourceDocument, folder: string, options: PackFolderOptions, chain: readonly string[], out: PackFinding[]): Base {
  const changes = isObject(pack.value) ? pack.value.extends : undefined;
  if (!isObject(changes) || typeof changes.pack !== 'string') return { ok: true };
  const named = changes.pack;
  const say = (text: string): Base => {
    out.push(pack.finding('/extends/pack', 'unknown-pack', text));
    return { ok: false };
  };
  if (isAbsolute(named)) return say('expected a path relative to this folder, or the name of a bundled pack');
  const path = basePath(named, folder, options);
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    return say(`there is no pack at ${named}, and no bundled pack of that name`);
  }
  if (chain.includes(real))
    return say(`the packs extend one another: ${[...chain.slice(chain.indexOf(real)), real].map((p) => basename(p)).join(' → ')}`);
  if (chain.length >= MOST_BASES) return say(`at most ${MOST_BASES} packs may extend one another`);
  // A relative base is shown relative to where the pack was named; a bundled one by its own path.
  const shown = named.startsWith('.') || path === resolvePath(folder, named) ? join(folder, named) : path;
  const base = readPack(shown, options, [...chain, real]);
  out.push(...base.findings);
  checkBase(changes.digest, base.resolved, pack, out);
  return isObject(base.resolved?.value) && base.resolved ? { base: base.resolved, ok: base.resolved.shaped } : { ok: false };
}

/** One of the files of a pack folder. */
function readOwn(folder: string, name: string): SourceDocument {
  const file = join(folder, name);
  if (!leadsOut(folder, name)) return readFile(file);
  return nothing(
    file,
    fault(file, 'unexpected-file', 'the link leads out of the folder, and is not followed: a pack folder holds its own files'),
  );
}

function readFolder(folder: string, options: PackFolderOptions, chain: readonly string[]): ReadPack {
  const findings: PackFinding[] = [];
  const pack = readOwn(folder, 'pack.yaml');
  let good = shaped(pack, 'pack.schema.json#/$defs/PackFile', findings);
  const rules: SourceDocument[] = [];
  for (const name of ruleFiles(folder, findings)) {
    const rule = readOwn(folder, name);
    good = shaped(rule, 'rule.schema.json#/$defs/Rule', findings) && good;
    fileName(rule, findings);
    rules.push(rule);
  }
  // Without pack.yaml nothing that rules name would be known, and every name would look wrong.
  if (!isObject(pack.value)) return { findings };
  const { base, ok } = baseOf(pack, folder, options, chain, findings);
  const resolved = resolve({ pack, rules, ...(base ? { base } : {}) });
  findings.push(...resolved.findings.splice(0));
  resolved.shaped = good && ok;
  if (!base && !ok) return { findings };
  // Its place is in no file, so that the words of the schema would not say what is missing.
  const empty = resolved.shaped && isObject(resolved.value) && listOf(resolved.value.rules).length === 0;
  const left = base ? ', and none of the base is left' : '';
  if (empty) findings.push(pack.finding('', 'wrong-value', `the pack has no rule: each is a file <rule id>.yaml beside pack.yaml${left}`));
  else if (resolved.shaped) checkShape(resolved.value, 'pack.schema.json#/$defs/Pack', resolved.report);
  findings.push(...resolved.findings.splice(0));
  return { resolved, findings };
}

/** A pack that is one resolved document already. */
export function fromDocument(source: SourceDocument): ReadPack {
  const findings: PackFinding[] = [];
  const good = shaped(source, 'pack.schema.json#/$defs/Pack', findings);
  if (!isObject(source.value)) return { findings };
  const resolved = new Resolved(source.value, source);
  resolved.shaped = good;
  return { resolved, findings };
}

/** Reads the pack at a path, with everything that it extends. Never throws. */
export function readPack(path: string, options: PackFolderOptions, chain?: readonly string[]): ReadPack {
  try {
    if (statSync(path).isDirectory()) return readFolder(path, options, chain ?? [realpathSync(path)]);
  } catch (error) {
    return { findings: [fault(path, 'unreadable', `there is no pack here: ${systemWords(error)}`)] };
  }
  return fromDocument(readFile(path));
}

/** The folders and files that are read with the pack at a path: its own, and those of the packs that it extends. Never throws. */
export function packFiles(path: string, options: PackFolderOptions, above: readonly string[] = []): string[] {
  const files = [...above, path];
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true || files.length > MOST_BASES) return files;
  const { value } = readOwn(path, 'pack.yaml');
  const named = isObject(value) && isObject(value.extends) ? value.extends.pack : undefined;
  const base = typeof named === 'string' ? basePath(named, path, options) : undefined;
  return base === undefined || files.includes(base) ? files : packFiles(base, options, files);
}
