// The bench of lies: generated sites that lie in one way each, and honest ones with a twist, judged in process by the default pack.
// Its table goes to stderr, one line of JSON to stdout. --show tells what a verdict said; --check fails outside the bounds.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openSource } from '../scripts/build/packs.ts';
import { BLIND } from './lies/blind.ts';
import { LIES } from './lies/classes/all.ts';
import { MARKS } from './lies/marks.ts';
import { type Plan, runAll, type Seen } from './lies/runs.ts';
import { holds, page, spots, summary } from './lies/table.ts';
import { TWISTS } from './lies/twists/all.ts';
import { rounded } from './parts/median.ts';
import { defaultPack, ROOT } from './parts/setup.ts';

const { values } = parseArgs({
  options: {
    classes: { type: 'string' },
    twists: { type: 'string' },
    marks: { type: 'string' },
    sizes: { type: 'string' },
    seeds: { type: 'string' },
    all: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    markdown: { type: 'string' },
    spots: { type: 'string' },
    pack: { type: 'string' },
  },
});

/** Names that the caller gave; an unknown one is a mistake, not an empty bench. */
function names(given: string | undefined, known: readonly { name: string }[]): string[] | null {
  if (given === undefined) return null;
  const list = given === 'all' ? known.map(({ name }) => name) : given.split(',');
  const unknown = list.filter((name) => !known.some((one) => one.name === name));
  if (unknown.length > 0) throw new Error(`not known: ${unknown.join(', ')}; there are: ${known.map(({ name }) => name).join(', ')}`);
  return list;
}

const numbers = (given: string | undefined, otherwise: readonly number[]): number[] => given?.split(',').map(Number) ?? [...otherwise];

const show: Seen = (run, { report }) => {
  if (!values.show) return;
  const { verdict } = report;
  console.error(
    `\n${run.of} ${run.name}, ${run.mark}, ${run.size} operations, seed ${run.seed}: ${verdict.grade}${run.caught ? ', blamed' : ''}`,
  );
  for (const check of verdict.checks) {
    if (check.verdict === 'pass' && check.cap === undefined) continue;
    console.error(`  ${check.id} ${check.verdict} (${check.reason.code}): ${check.reason.text}`);
    for (const finding of check.findings.slice(0, 5))
      console.error(
        `    ${finding.level} ${finding.code} ${finding.operation ?? finding.request?.url ?? ''} ${finding.place ?? ''}: ${finding.message}`,
      );
  }
};

/** Writes the blind spots of this pack beside those of others, by digest: a release is never written anew. */
function keepSpots(file: string): void {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  writeFileSync(file, `${JSON.stringify({ ...known, [pack.digest]: { name, version, spots: spots(runs) } }, null, 2)}\n`);
}

const plan: Plan = {
  classes: names(values.classes, [...LIES, ...BLIND]),
  twists: names(values.twists, [...TWISTS, ...MARKS]),
  marks: names(values.marks, MARKS),
  sizes: numbers(values.sizes, [6, 12, 40, 200]),
  seeds: Number(values.seeds ?? (values.all ? 3 : 1)),
  whole: values.all,
};
const pack = values.pack === undefined ? defaultPack() : openSource(ROOT, values.pack);
const began = performance.now();
const runs = await runAll(pack, plan, show);
const seconds = rounded((performance.now() - began) / 1000, 1);
const { name, version } = pack.document;
const table = page(runs, { name, version, digest: pack.digest });
console.error(table);
if (values.markdown !== undefined) writeFileSync(values.markdown, table);
if (values.spots !== undefined) keepSpots(values.spots);
const result = summary(runs);
if (values.check && !holds(result)) process.exitCode = 1;
console.log(JSON.stringify({ bench: 'lies', digest: pack.digest, ...result, seconds, target: { whole: 1, drawn: 0.95, blamed: 0 } }));
