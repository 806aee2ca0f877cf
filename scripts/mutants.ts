// npx tsx scripts/mutants.ts [--since CHECKOUT] PACK...: measures what the cases of bundled packs notice, in a process a core, and writes their rows of
// docs/rules/mutants.md. Given a checkout whose page speaks of its packs, only what differs from there is measured: by rules, what they rest on and cases, not by the engine.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Pack, Rule } from '../src/contract/generated/types.ts';
import { isObject } from '../src/contract/json.ts';
import { type CaseFolders, caseFolders, casesIn, placedCases, Targets } from '../src/run/cases/folders.ts';
import { openSource, type PackSource } from '../src/run/cases/source.ts';
import { WAIVERS } from '../src/run/cases/test-pack.ts';
import { Touched } from '../src/run/mutate/affected-rules.ts';
import { CaseRun } from '../src/run/mutate/case-runs.ts';
import { Loading } from '../src/run/mutate/loading.ts';
import { type Mutant, mutated } from '../src/run/mutate/mutant.ts';
import { mutantsOf } from '../src/run/mutate/mutants.ts';
import { classOf, type Fate, mutate } from '../src/run/mutate/mutate.ts';
import { readWaivers } from '../src/transport/fixture/load.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'docs/rules/mutants.md';
const HEAD = `<!-- Written by scripts/mutants.ts; do not edit. -->

# What the cases notice

\`axproof pack mutate\` changes a pack in one place at a time and runs its cases ([packs.md](../packs.md#do-the-cases-hold-the-rules-in-place)). Noticed is what some case fails at; waived is what none can notice or need, each with its
reason in \`fixtures/cases/PACK/waivers.yaml\`; what survived is not guarded by any case, and is named below. A pack without a row was not measured at the digest that it has now.

| pack | digest | class | mutants | noticed | waived | survived | of those that count |
|---|---|---|---|---|---|---|---|
`;

interface Opened {
  source: PackSource;
  folders: CaseFolders;
  mutants: readonly Mutant[];
  /** All that the fate of a mutant rests on, beside the engine. */
  keyOf(mutant: Mutant): string;
}

/** What cases can see of a rule: none sees what people read of it. */
const judgedOf = ({ title: _, why: _why, fix: _fix, mends: _mends, refs: _refs, ...judged }: Rule): unknown => judged;

/** With every shared schema in the place of its name: where it stands decides nothing. One that refers to itself keeps its name there. */
function writtenOut(value: unknown, schemas: Pack['schemas'], around: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => writtenOut(one, schemas, around));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, writtenOut(member, schemas, around)] as const);
  const shared = typeof value.$ref === 'string' && value.$ref.startsWith('pack:') ? value.$ref.slice('pack:'.length) : undefined;
  if (shared === undefined || around.includes(shared)) return Object.fromEntries(members);
  const schema = writtenOut(schemas?.[shared], schemas, [...around, shared]);
  return members.length === 1 ? schema : { ...Object.fromEntries(members), $ref: schema };
}

async function open(folder: string, name: string): Promise<Opened> {
  const source = await openSource(join(folder, 'rules', name));
  const folders = caseFolders(source.path, source.bases, {});
  const { document } = source.pack;
  const touched = new Touched(source.pack);
  const targets = new Targets(...folders.targets);
  const runs = document.rules.flatMap(({ id }, index) =>
    placedCases(id, casesIn(folders)).map(({ one, at }) => new CaseRun(id, index, one, targets.of(one), at)),
  );
  const ruleKeys = document.rules.map((rule, index) => {
    const probes = [...touched.needed(index)].map((probe) => touched.resting.nodes.get(probe)?.probe);
    const cases = runs.flatMap((run) => (run.index === index ? [[run.one, run.target]] : []));
    return createHash('sha256')
      .update(JSON.stringify([writtenOut([judgedOf(rule), probes], document.schemas), cases]))
      .digest('hex');
  });
  return {
    source,
    folders,
    mutants: mutantsOf(source, { seed: 1, share: 1 }),
    keyOf: (mutant) => [mutant.name, ...new Set(touched.cases(mutant, runs).map(({ index }) => ruleKeys[index]))].join('\n'),
  };
}

const waiversOf = (folders: CaseFolders): ReturnType<typeof readWaivers> => {
  const file = join(casesIn(folders), WAIVERS);
  return existsSync(file) ? readWaivers(file) : [];
};

/** What mutants come to that came to it in a checkout, by its page, but for what the loader refuses of those that are noticed; nothing where the page speaks of another pack. */
async function carried({ folders, mutants, keyOf }: Opened, since: string, name: string): Promise<(Fate | undefined)[]> {
  const before = await open(since, name);
  const page = readFileSync(join(since, PAGE), 'utf8');
  if (!page.includes(`| ${name} | \`${before.source.pack.digest}\` |`)) return mutants.map(() => undefined);
  const keys = new Set(before.mutants.map(before.keyOf));
  const waived = new Set(waiversOf(folders).map(({ mutant }) => mutant));
  return mutants.map((mutant) => {
    if (!keys.has(keyOf(mutant))) return undefined;
    if (waived.has(mutant.name)) return 'waived';
    return page.includes(`- ${name}: \`${mutant.name}\`\n`) ? 'survived' : 'noticed';
  });
}

interface Task {
  name: string;
  /** Places in the list of all mutants: those to measure, and those to load alone. */
  measured: readonly number[];
  loaded: readonly number[];
}

/** In a process of its own: fates in the order of the places of its task. */
async function measure({ name, measured, loaded }: Task): Promise<Fate[]> {
  const { source, folders, mutants } = await open(root, name);
  const at = (places: readonly number[]): Mutant[] => places.map((place) => mutants[place] as Mutant);
  const { judged } = await mutate(source, folders, at(measured), waiversOf(folders), () => {});
  const loading = new Loading(source.pack);
  const loads = (mutant: Mutant): boolean => loading.mutant(mutant, mutated(source.pack.document, mutant)) !== undefined;
  return [...judged.map(({ fate }) => fate), ...at(loaded).map((mutant): Fate => (loads(mutant) ? 'noticed' : 'refused'))];
}

async function measuredElsewhere(task: Task): Promise<Fate[]> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--import', 'tsx'] });
  child.send(task);
  const [fates] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the process that measured ${task.name} ended`))),
  ])) as [Fate[]];
  child.disconnect();
  return fates;
}

/** The lines of the page about a pack. */
async function linesOf(name: string, since: string | undefined): Promise<string[]> {
  const began = Date.now();
  const opened = await open(root, name);
  const { mutants, source, folders } = opened;
  const fates: (Fate | undefined)[] = since === undefined ? mutants.map(() => undefined) : await carried(opened, since, name);
  const left = [...fates.keys()].filter((place) => fates[place] === undefined);
  const toLoad = [...fates.keys()].filter((place) => fates[place] === 'noticed');
  const of = availableParallelism();
  // Neighbours go to different processes: they cost alike.
  const part = (places: readonly number[], at: number): number[] => places.filter((_, i) => i % of === at);
  const tasks = Array.from({ length: of }, (_, at): Task => ({ name, measured: part(left, at), loaded: part(toLoad, at) }));
  const came = await Promise.all(tasks.map((task) => measuredElsewhere(task)));
  for (const [at, { measured, loaded }] of tasks.entries())
    for (const [i, place] of [...measured, ...loaded].entries()) fates[place] = came[at]?.[i];
  process.stderr.write(`${name}: ${left.length} of ${mutants.length} mutants measured in ${Math.round((Date.now() - began) / 1000)} s\n`);
  // A waiver of what is noticed, or is not there, waives nothing, and one day something else.
  const named = new Set(mutants.flatMap((mutant, i) => (fates[i] === 'waived' ? [mutant.name] : [])));
  for (const { mutant, at } of waiversOf(folders)) if (!named.has(mutant)) process.stderr.write(`${at}: idle-waiver ${mutant}\n`);
  const table = ['core', 'detail', 'worth'].map((kind) => {
    const own = fates.filter((_, i) => classOf(mutants[i] as Mutant) === kind);
    const [noticed = 0, waived = 0, survived = 0] = ['noticed', 'waived', 'survived'].map(
      (fate) => own.filter((one) => one === fate).length,
    );
    const share = noticed + survived === 0 ? '' : `${((100 * noticed) / (noticed + survived)).toFixed(1)} %`;
    return `| ${name} | \`${source.pack.digest}\` | ${[kind, noticed + waived + survived, noticed, waived, survived, share].join(' | ')} |`;
  });
  return [...table, ...mutants.flatMap((mutant, i) => (fates[i] === 'survived' ? [`- ${name}: \`${mutant.name}\``] : []))];
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { since: { type: 'string' } }, allowPositionals: true });
  const rows = new Map<string, string[]>();
  for (const line of readFileSync(join(root, PAGE), 'utf8').split('\n')) {
    const [, name = ''] = /^(?:\||-) ([a-z-]+)(?: \||:) /.exec(line) ?? [];
    if (name !== '' && name !== 'pack') rows.set(name, [...(rows.get(name) ?? []), line]);
  }
  for (const name of positionals) rows.set(name, await linesOf(name, values.since));
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, lines]) => lines);
  const survivors = sorted.filter((line) => line.startsWith('- '));
  const told = survivors.length === 0 ? '' : `\n## What no case notices\n\n${survivors.join('\n')}\n`;
  writeFileSync(join(root, PAGE), `${HEAD}${sorted.filter((line) => line.startsWith('|')).join('\n')}\n${told}`);
}

if (process.send) process.once('message', (task: Task) => void measure(task).then((fates) => process.send?.(fates)));
else await main();
