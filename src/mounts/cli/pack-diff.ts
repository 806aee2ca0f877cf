// axproof pack diff: what two packs say differently, and over recorded reports whose verdict that changes. It sends nothing.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import { jcs } from '../../json/jcs.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { openPack } from '../../run/bundled.ts';
import { type PackDifference, packChanges, type RuleChange, SHOWN } from '../../run/pack-changes.ts';
import { onDisk } from './files.ts';
import type { Io } from './io.ts';
import { differencesText, differingChecks, judgeBy } from './judgements.ts';
import { openReport } from './open-report.ts';

export interface PackDiffOptions {
  reports?: string[];
  json?: boolean;
}

const MOST = 20;
const value = (one: unknown): string => (one === undefined ? 'nothing' : quote(jcs(one), SHOWN));
const line = ({ place, was, is }: PackDifference): string => `  ${quote(place, 200)}: ${value(was)} -> ${value(is)}\n`;
const lines = (all: readonly PackDifference[]): string =>
  all.slice(0, MOST).map(line).join('') + (all.length > MOST ? `  and ${all.length - MOST} more places\n` : '');

const KINDS: Record<RuleChange['kind'], string> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  'rests-on': 'the same, and rests on what changed',
};

function ruleText({ id, kind, was, is, differences, restsOn }: RuleChange): string {
  const digests = [was, is].filter((one) => one !== undefined);
  return [
    `${quote(id, 80)}: ${KINDS[kind]}, ${[...new Set(digests)].join(' -> ')}\n`,
    lines(differences),
    restsOn.length > 0 ? `  rests on ${restsOn.map((one) => quote(one, 80)).join(', ')}\n` : '',
  ].join('');
}

const title = ({ document, digest }: LoadedPack): string => `${document.name} ${document.version}: ${digest}`;

interface Recorded {
  file: string;
  report: Report;
}

const isFolder = (path: string): boolean => onDisk(`${path} cannot be read`, () => statSync(path).isDirectory());

/** Of a folder its reports, whatever else lies in it; a file that is named has to be one. */
function* reportsOf(paths: readonly string[], io: Io): Generator<Recorded> {
  for (const path of paths) {
    if (!isFolder(path)) yield { file: path, report: openReport(path).report };
    else {
      for (const name of readdirSync(path).sort()) {
        if (!name.endsWith('.json')) continue;
        try {
          yield { file: join(path, name), report: openReport(join(path, name)).report };
        } catch (error) {
          if (!(error instanceof AxproofError)) throw error;
          io.err(`axproof: left out: ${error.message}\n`);
        }
      }
    }
  }
}

export async function packDiff(before: string, after: string, { reports = [], json }: PackDiffOptions, io: Io): Promise<number> {
  const [a, b] = [await openPack(before), await openPack(after)];
  const { differences, rules } = packChanges(a, b);
  const facts = [a, b].map(({ document: { name, version }, digest }) => ({ name, version, digest }));
  if (!json) {
    io.out(`${title(a)}\n${title(b)}\n${lines(differences)}${rules.map(ruleText).join('')}`);
    const count = (kind: RuleChange['kind']): string => `${rules.filter((one) => one.kind === kind).length} ${kind}`;
    io.out(a.digest === b.digest ? 'the same pack\n' : `rules: ${(['added', 'removed', 'changed'] as const).map(count).join(', ')}\n`);
  }
  const judged = [];
  for (const { file, report } of reportsOf(reports, io)) {
    io.signal.throwIfAborted();
    const [was, is] = [await judgeBy(a, report), await judgeBy(b, report)];
    if (!json) io.out(differencesText(file, was, is));
    judged.push({
      file,
      pack: report.verdict.pack.digest,
      was: was.grade,
      is: is.grade,
      unrecorded: is.unrecorded,
      checks: differingChecks(was, is),
    });
  }
  if (json) io.out(`${JSON.stringify({ packs: facts, differences, rules, reports: judged }, null, 2)}\n`);
  return a.digest === b.digest ? EXIT.ok : EXIT.failed;
}
