// --baseline FILE and --update-baseline: reads and writes the file, and says what a run adds to it. What counts is decided in report/baseline.ts.
import { existsSync } from 'node:fs';
import baselineSchema from '../../../schemas/baseline.schema.json' with { type: 'json' };
import { documentAjv } from '../../contract/document-ajv.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Baseline } from '../../contract/generated/types.ts';
import { parsedJson } from '../../contract/json.ts';
import { quote, visible } from '../../contract/quote.ts';
import { expectedWords } from '../../contract/schema-words.ts';
import { type BaselineComparison, type BaselineNote, baselineOf, compareBaseline, markKnown } from '../../report/baseline.ts';
import type { Result } from '../../report/result.ts';
import { readText, writeText } from './files.ts';
import type { Io } from './io.ts';
import { gravest, statusOfResult } from './result-status.ts';

export interface BaselineOptions {
  baseline?: string;
  updateBaseline?: boolean;
  quiet?: boolean;
}

export interface OpenBaseline {
  file: string;
  update: boolean;
  /** Absent where the file is only to be written. */
  before?: Baseline;
}

const bad = (file: string, why: string): AxproofError => new AxproofError('bad-baseline', `${file}: ${why}`);

function parseBaseline(file: string): Baseline {
  const value: unknown = parsedJson(readText(file));
  if (value === undefined) throw bad(file, 'it is not JSON');
  const validate = documentAjv().addSchema(baselineSchema).getSchema('baseline.schema.json#/$defs/Baseline')!;
  if (validate(value)) return value as Baseline;
  const [error] = validate.errors ?? [];
  throw bad(file, `at ${quote(error?.instancePath || 'the top', 120)}: ${error ? expectedWords(error) : 'it is another form'}`);
}

/** Before anything is sent: a baseline that cannot be read ends the command. */
export function openBaseline({ baseline: file, updateBaseline }: BaselineOptions): OpenBaseline | undefined {
  if (file === undefined) {
    if (updateBaseline) throw new AxproofError('bad-usage', '--update-baseline wants --baseline FILE');
    return undefined;
  }
  const update = updateBaseline === true;
  return { file, update, before: update && !existsSync(file) ? undefined : parseBaseline(file) };
}

const noteLines = (title: string, notes: readonly BaselineNote[]): string[] =>
  notes.length === 0
    ? []
    : [
        `axproof: baseline: ${notes.length} ${title}`,
        ...notes.map(({ result, check, was, now }) =>
          visible(
            `  ${check} of ${result.target}: ${was?.verdict ?? 'not in the baseline'} -> ${now ? `${now.verdict} (${now.reason.text})` : 'no longer checked'}`,
          ),
        ),
      ];

function comparisonText({ regressions, unseen, known, fixed, gone }: BaselineComparison): string {
  const lines = [
    ...noteLines('worse than the baseline', regressions),
    ...noteLines('not seen', unseen),
    ...noteLines('fixed; --update-baseline keeps it so', fixed),
    ...noteLines('no longer checked', gone),
    ...(known.length > 0 ? [`axproof: baseline: ${known.length} known and not held against the target`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

interface Compared {
  /** The new one where it is updated. */
  baseline: Baseline;
  comparison: BaselineComparison;
}

/** A pinned spec stands for itself. */
function compareWith({ update, before }: OpenBaseline, results: readonly Result[]): Compared {
  const graded = results.filter(({ report }) => report?.kind !== 'PinnedVerificationReport');
  const baseline = update ? baselineOf(graded, before) : (before as Baseline);
  return { baseline, comparison: compareBaseline(baseline, graded) };
}

/** The exit status of one result of a suite, with or without a baseline: of a large one only what is about it is looked at. */
export function statusIn(open: OpenBaseline | undefined, result: Result): number {
  if (!open) return statusOfResult(result);
  const before = open.before && { ...open.before, entries: open.before.entries.filter(({ name }) => name === result.name) };
  return statusOfResult(result, compareWith({ ...open, before }, [result]).comparison);
}

export interface HeldResults {
  /** With what the baseline knows, for the reporters. */
  results: Result[];
  status: number;
}

/** The exit status of the results, with or without a baseline; writes the file where that was asked, and says on stderr what changed. */
export function settle(open: OpenBaseline | undefined, results: readonly Result[], io: Io, quiet = false): HeldResults {
  if (!open) return { results: [...results], status: gravest(results.map((result) => statusOfResult(result))) };
  const { baseline, comparison } = compareWith(open, results);
  const status = gravest(results.map((result) => statusOfResult(result, comparison)));
  if (open.update) writeText(open.file, `${JSON.stringify(baseline, null, 2)}\n`);
  if (!quiet) io.err(comparisonText(compareWith({ ...open, update: !open.before }, results).comparison));
  return { results: markKnown(results, comparison), status };
}
