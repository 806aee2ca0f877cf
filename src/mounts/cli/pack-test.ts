// axproof pack test: runs the cases of a pack in process, and lists with file and line wrong verdicts and reasons without a case.
import { existsSync, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { aborted } from 'node:util';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { suggestion } from '../../pack/nearest.ts';
import type { CaseProblem, Tested } from '../../report/cases.ts';
import { casesJunit } from '../../report/junit.ts';
import { casesSarif } from '../../report/sarif.ts';
import { type CaseFolders, caseFolders } from '../../run/cases/folders.ts';
import type { Part } from '../../run/cases/part.ts';
import { openSource, type PackSource } from '../../run/cases/source.ts';
import { testPack } from '../../run/cases/test-pack.ts';
import { VERSION } from '../../run/version.ts';
import type { Io } from './io.ts';

/** Which cases of a pack are meant, and where they are. */
export interface CaseOptions {
  cases?: string;
  targets?: string;
  rule?: string[];
}

export interface PackTestOptions extends CaseOptions {
  part?: Part;
  trace?: boolean;
  coverage?: boolean;
  watch?: boolean;
  reporter?: 'json' | 'junit' | 'sarif';
}

/** A pack with where its cases are. Throws bad-usage for a rule that it does not have. */
export async function openCases(path: string, options: CaseOptions, io: Io): Promise<{ source: PackSource; folders: CaseFolders }> {
  for (const name of ['cases', 'targets'] as const) {
    const folder = options[name];
    if (folder !== undefined && !existsSync(folder)) throw new AxproofError('bad-file', `--${name} ${folder}: there is no such folder`);
  }
  const source = await openSource(path);
  const ids = source.pack.document.rules.map(({ id }) => id);
  for (const id of options.rule ?? [])
    if (!ids.includes(id))
      throw new AxproofError('bad-usage', `${path} has no rule ${id}${suggestion(id, ids)}`, [`rules: ${ids.join(', ')}`]);
  const folders = caseFolders(source.path, source.bases, options);
  const found = folders.cases === undefined ? `no cases: there is no folder ${folders.looked.join(' and no ')}` : `cases: ${folders.cases}`;
  io.err(`axproof: ${found}; targets: ${folders.targets.join(', ')}\n`);
  return { source, folders };
}

const line = ({ at, code, rule, case: name, text, trace = [] }: CaseProblem): string =>
  [`${at}: ${code} ${rule}: ${name === undefined ? '' : `${name}: `}${text}`, ...trace.map((one) => `  ${one}`)]
    .map((one) => visible(one))
    .join('\n');

const COLUMNS = ['reasons', 'assertions', 'candidates', 'paths'] as const;

/** A row a rule, shown of all; then what is not shown. An assertion counts twice: it is to be true in one case and false in another. */
function coverage({ rows, missing }: NonNullable<Tested['shown']>): string {
  const width = Math.max(...rows.map(({ rule }) => rule.length), 4) + 2;
  const lines = rows.map((row) => [row.rule, ...COLUMNS.map((name) => row[name].join('/'))]);
  const table = [['rule', ...COLUMNS], ...lines].map(
    ([rule = '', ...cells]) => `${rule.padEnd(width)}${cells.map((one) => one.padStart(12)).join('')}\n`,
  );
  return `${missing.map((one) => `${visible(one)}\n`).join('')}${table.join('')}`;
}

function text({ runs, problems, shown }: Tested): string {
  const held = runs.filter(({ holds }) => holds).length;
  return `${shown ? coverage(shown) : ''}${problems.map((one) => `${line(one)}\n`).join('')}${held} cases passed, ${problems.length} problems\n`;
}

function resultsText(tested: Tested, { pack }: PackSource, reporter: PackTestOptions['reporter']): string {
  const { name, version } = pack.document;
  const facts = { pack: { name, version, digest: pack.digest }, ...tested };
  if (reporter === 'json') return `${JSON.stringify(facts, null, 2)}\n`;
  if (reporter === 'junit') return casesJunit(facts);
  return reporter === 'sarif' ? casesSarif(facts, VERSION) : text(tested);
}

async function once(path: string, options: PackTestOptions, io: Io): Promise<number> {
  const { source, folders } = await openCases(path, options, io);
  const tested = await testPack(source, folders, options);
  io.out(resultsText(tested, source, options.reporter));
  return tested.problems.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Folders that an edit may come from: those of the pack, of what it extends, and of cases and targets. */
function watched(path: string, options: PackTestOptions, { source, folders }: { source: PackSource; folders: CaseFolders }): string[] {
  const packs = [source.path, ...source.bases].map((one) => (/\.(?:json|ya?ml)$/.test(one) ? dirname(one) : one));
  const cases = folders.cases === undefined ? [dirname(resolve(path))] : [folders.cases];
  return [...new Set([...packs, ...cases, ...folders.targets, ...(options.targets ? [options.targets] : [])].map((one) => resolve(one)))];
}

/** Of a pack that does not load its own folder is watched: what keeps it from loading is mended there. */
async function foldersOf(path: string, options: PackTestOptions, io: Io): Promise<string[]> {
  try {
    return watched(path, options, await openCases(path, options, { ...io, err: () => {} }));
  } catch (error) {
    if (!(error instanceof AxproofError) || !existsSync(path)) throw error;
    return [resolve(/\.(?:json|ya?ml)$/.test(path) ? dirname(path) : path)];
  }
}

async function onceReported(path: string, options: PackTestOptions, io: Io): Promise<number> {
  try {
    return await once(path, options, io);
  } catch (error) {
    if (!(error instanceof AxproofError)) throw error;
    io.out(visible([error.message, ...error.details, ''].join('\n'), '\n'));
    return EXIT.usage;
  }
}

/** Editors write a file in several steps: what follows within this time is one change. */
const SETTLED = 100;

/** Runs again after every change, until it is interrupted. A pack that does not load is one more thing to mend. */
async function again(path: string, options: PackTestOptions, io: Io): Promise<number> {
  const stop = aborted(io.signal, io.signal);
  for (;;) {
    let changed = (): void => {};
    // Listening begins before the run: what is written meanwhile is a change too.
    const change = new Promise<void>((done) => {
      changed = done;
    });
    const watchers = (await foldersOf(path, options, io)).map((folder) => watch(folder, () => changed()));
    try {
      const status = await onceReported(path, options, io);
      io.err('axproof: waiting for a change\n');
      await Promise.race([change, stop]);
      if (io.signal.aborted) return status;
      await new Promise((done) => setTimeout(done, SETTLED));
    } finally {
      for (const watcher of watchers) watcher.close();
    }
  }
}

export const packTest = (path: string, options: PackTestOptions, io: Io): Promise<number> =>
  options.watch ? again(path, options, io) : once(path, options, io);
