// The reporters of a command line: --reporter KIND[:FILE], several at once. What is asked is checked before anything is sent.
import { appendFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AxproofError, ERRORS } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import type { Result, ResultError } from '../../report/result.ts';
import { tellTarget } from '../../run/open-target.ts';
import { VERSION } from '../../run/version.ts';
import { makeFolder, onDisk, writeOut } from './files.ts';
import type { Io } from './io.ts';

type Render = (results: readonly Result[], io: Io, toFile: boolean) => Promise<string>;

/** Bytes: what GitHub keeps of the summary of one step, less some room for what stands there already. */
const SUMMARY = 900_000;

const RENDERERS = {
  cli: async (results, io, toFile) => {
    const { resultsTerminal } = await import('../../report/results-terminal.ts');
    return resultsTerminal(results, { color: io.color && !toFile, width: Math.min(io.columns, 100) });
  },
  json: async (results) => (await import('../../report/json.ts')).resultsJson(results),
  junit: async (results) => (await import('../../report/junit.ts')).junit(results),
  sarif: async (results) => (await import('../../report/sarif.ts')).sarif(results, VERSION),
  tap: async (results) => (await import('../../report/tap.ts')).tap(results),
  github: async (results, io) => {
    await summarise(results, io);
    return (await import('../../report/github.ts')).github(results);
  },
  markdown: async (results) => (await import('../../report/results-markdown.ts')).resultsMarkdown(results),
} as const satisfies Record<string, Render>;

export type ReporterKind = keyof typeof RENDERERS;
const REPORTER_KINDS = Object.keys(RENDERERS) as ReporterKind[];

export interface Reporter {
  kind: ReporterKind;
  /** Stdout without it. */
  file?: string;
}

/** The step summary is a file that GitHub names; elsewhere there is none. */
async function summarise(results: readonly Result[], io: Io): Promise<void> {
  const file = io.env?.GITHUB_STEP_SUMMARY;
  if (!file) return;
  const { resultsMarkdown } = await import('../../report/results-markdown.ts');
  const text = `${resultsMarkdown(results, SUMMARY)}\n`;
  onDisk('the step summary cannot be written', () => appendFileSync(file, text));
}

function reporterOf(text: string): Reporter {
  const [, kind = '', file] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  if (!Object.hasOwn(RENDERERS, kind))
    throw new AxproofError('bad-usage', `there is no reporter ${quote(kind)}: ${REPORTER_KINDS.join(', ')}`);
  if (file === '') throw new AxproofError('bad-usage', `--reporter ${kind}: names no file`);
  return { kind: kind as ReporterKind, file };
}

/** stdout: whether something else goes there. Throws bad-usage when two reports would. Folders of the files are made, so that a long run does not fail at its end. */
export function openReporters(texts: readonly string[] | undefined, stdout = false): Reporter[] {
  const reporters = (texts ?? []).map(reporterOf);
  const onStdout = reporters.filter(({ file }) => file === undefined).length + (stdout ? 1 : 0);
  if (onStdout > 1)
    throw new AxproofError('bad-usage', 'only one report can go to stdout: give the others a file, as in --reporter junit:FILE');
  for (const { file } of reporters) if (file !== undefined) makeFolder(dirname(resolve(file)));
  return reporters;
}

/** A target that was refused stands in its result as somebody wrote it; such files are kept and shown to others. */
const hideUser = (result: Result): Result => (result.error ? { ...result, target: tellTarget(result.target) } : result);

/** Renders the results with every reporter; files first, so that stdout is the last to be written. */
export async function writeResults(results: readonly Result[], reporters: readonly Reporter[], io: Io): Promise<void> {
  const shown = results.map(hideUser);
  const inOrder = [...reporters].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined));
  for (const { kind, file } of inOrder) {
    writeOut(file, await RENDERERS[kind](shown, io, file !== undefined), io);
  }
}

/** Whatever ended a run without a report. */
export function errorOf(error: unknown): ResultError {
  const { code, message, details } =
    error instanceof AxproofError ? error : new AxproofError('internal', String((error as Error)?.message ?? error));
  return { code, message: [message, ...details].join('\n'), fix: ERRORS[code].fix };
}
