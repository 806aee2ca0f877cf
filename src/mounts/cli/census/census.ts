// axproof census: one grade each for a list of targets, in a file that a later run of the same command goes on with. Advisory, as every grade made here.
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LOCK_FOLDER, withFolderLock } from '../../../attest/folder-lock.ts';
import { sha256 } from '../../../contract/digest.ts';
import { AxproofError, EXIT } from '../../../contract/errors.ts';
import type { CensusPack, CensusRow } from '../../../contract/generated/types.ts';
import { ENGINE } from '../../../contract/limits.ts';
import { quote } from '../../../contract/quote.ts';
import { systemWords } from '../../../contract/system-words.ts';
import type { LoadedPack } from '../../../pack/compiled/loaded-pack.ts';
import { reportText } from '../../../report/build.ts';
import { CensusChanges, type Known } from '../../../report/census/changes.ts';
import { figures } from '../../../report/census/charts.ts';
import { censusPage } from '../../../report/census/page.ts';
import { rowOf } from '../../../report/census/row.ts';
import { CensusTally } from '../../../report/census/tally.ts';
import { censusText } from '../../../report/census/text.ts';
import { bundledPack, openPack, packPath } from '../../../run/bundled.ts';
import { type ListedTarget, readList } from '../../../run/census/read-list.ts';
import { runPaced, spread } from '../../../run/census/run-paced.ts';
import { Destinations } from '../../../run/destinations.ts';
import { gradable } from '../../../run/gradable.ts';
import { VERSION } from '../../../run/version.ts';
import { checkPlaces, makeFolder, onDisk, placeOf, readText, writeText } from '../files.ts';
import type { Io } from '../io.ts';
import { runJob } from '../suite-job.ts';
import { Journal } from './journal.ts';
import { censusProgress, spareTime } from './pace.ts';
import { writeParquet } from './parquet.ts';
import { badCensus, rowsOf } from './rows.ts';

export interface CensusOptions {
  out: string;
  parquet?: string;
  html?: string;
  compare?: string[];
  reports?: string;
  pack?: string;
  seed?: number;
  jobs: number;
  allowPrivate?: boolean;
  sharedRanges?: string;
  quiet?: boolean;
}

/** Milliseconds in which a target is asked once at most, as by the service. */
const COOLDOWN = 60_000;
const ADVISORY = 'axproof: advisory-local: unsigned grades made here; only verify and suite are safe to gate on.\n';

function listOf(list: string, { allowPrivate = false }: CensusOptions, io: Io): ListedTarget[] {
  const { targets, left } = readList(readText(list === '-' ? 0 : list), allowPrivate);
  for (const { line, why } of left) io.err(`axproof: left out: ${list}:${line}: ${why}\n`);
  if (targets.length === 0) throw new AxproofError('bad-data', `${list} names no target`);
  return targets;
}

/** What an earlier run left in the file has to be of this census. */
function checkSame(journal: Journal, { out, seed }: CensusOptions, pack: CensusPack, targets: readonly ListedTarget[]): void {
  const { first } = journal;
  if (!first) return;
  if (first.pack.digest !== pack.digest)
    throw badCensus(out, `it was begun with the pack ${first.pack.name} ${first.pack.version} (${first.pack.digest})`);
  if (first.engine !== ENGINE) throw badCensus(out, `it was begun with the engine ${first.engine}`);
  if (seed !== undefined && first.seed !== seed) throw badCensus(out, `it was begun with the seed ${first.seed}`);
  const listed = new Set(targets.map(({ origin }) => origin));
  for (const target of journal.targets()) if (!listed.has(target)) throw badCensus(out, `it holds ${target}, which the list does not name`);
}

interface Census {
  journal: Journal;
  pack: LoadedPack;
  about: CensusPack;
  seed: number;
  targets: readonly ListedTarget[];
  destinations: Destinations;
}

/** Characters of a name: file systems take 255 bytes, and a temporary name is longer. */
const MOST_NAME = 200;

/** No two origins have the same: the digest stands in a name that was cut, or could be read in two ways. */
function reportName(origin: string): string {
  const name = origin.replace('://', '_').replaceAll(':', '_');
  const plain = name.length <= MOST_NAME && !origin.includes('_');
  return `${plain ? name : `${name.slice(0, MOST_NAME - 65)}_${sha256(origin).replace('sha256:', '')}`}.json`;
}

/** Who was asked when the earlier run was cut off is not known, nor when that was where the clock was set back: nobody outside is asked again so soon. */
async function coolDown({ journal, targets }: Census, io: Io): Promise<void> {
  const left = Math.min(COOLDOWN, journal.lastAlive + COOLDOWN - Date.parse(io.now()));
  if (left <= 0 || targets.every((target) => target.private || journal.has(target.origin))) return;
  io.err(`axproof: census: waiting ${Math.ceil(left / 1000)} s, so that no target is asked twice within a minute\n`);
  await pause(left, undefined, { signal: io.signal });
}

async function gradeAll(census: Census, options: CensusOptions, io: Io): Promise<void> {
  const { journal, pack, about, seed, targets, destinations } = census;
  const missing = targets.filter(({ origin }) => !journal.has(origin));
  if (missing.length === 0) return;
  await coolDown(census, io);
  const bar = censusProgress(io, targets.length, journal.done, options.quiet === true);
  const variables = { env: {}, secrets: {} };
  journal.begin();
  try {
    await runPaced(spread(missing), {
      most: options.jobs,
      signal: io.signal,
      now: () => performance.now(),
      spare: spareTime(),
      bound: ({ origin, private: isPrivate }) => destinations.of(origin, isPrivate ? 'private' : 'public'),
      async run({ origin }, { pinned }) {
        const job = { name: origin, target: origin, pack: about.name, open: { pack }, about };
        const result = await runJob(job, { seed, variables, folder: '.', conduct: { heedFile: true, pinned } }, io);
        if (options.reports !== undefined && result.report) writeText(join(options.reports, reportName(origin)), reportText(result.report));
        journal.add(rowOf({ ...result, target: origin }, { pack: about, seed, at: io.now() }));
        bar.step();
      },
    });
  } finally {
    bar.end();
    await journal.end();
  }
  io.signal.throwIfAborted();
}

/** Results of an earlier run without --reports have none, and nobody is asked again for it. */
function tellUnkept({ journal, targets }: Census, folder: string, io: Io): void {
  let unkept = 0;
  for (const { target, grade } of journal.rows(targets.map(({ origin }) => origin)))
    if (grade !== undefined && !existsSync(join(folder, reportName(target)))) unkept++;
  if (unkept > 0)
    io.err(
      `axproof: census: ${figures(unkept)} ${unkept === 1 ? 'result has' : 'results have'} no report in ${folder}: an earlier run without it made them; with another --out all are graded anew\n`,
    );
}

interface Earlier {
  tallies: CensusTally[];
  /** Of the last of them. */
  last: Map<string, Known>;
}

function earlierOnes(files: readonly string[]): Earlier {
  const tallies: CensusTally[] = [];
  let last = new Map<string, Known>();
  for (const file of files) {
    const tally = new CensusTally();
    last = new Map();
    for (const row of rowsOf(file)) {
      const { target, grade, conclusive, lies, error } = row;
      // The first counts, as where a census goes on.
      if (last.has(target)) continue;
      tally.add(row);
      last.set(target, { grade, conclusive, lies, error });
    }
    if (tally.targets === 0) throw badCensus(file, 'it holds no row');
    tallies.push(tally);
  }
  return { tallies, last };
}

function deliver({ journal, pack, targets }: Census, { tallies, last }: Earlier, options: CensusOptions, io: Io): number {
  const order = targets.map(({ origin }) => origin);
  journal.sort(order);
  const tally = new CensusTally();
  const changes = tallies.length > 0 ? new CensusChanges(last) : undefined;
  for (const row of journal.rows(order)) {
    tally.add(row);
    changes?.add(row);
  }
  changes?.end();
  if (options.parquet !== undefined) parquet(options.parquet, journal.rows(order), pack);
  const isBundled = packPath(options.pack) === bundledPack(pack.document.name);
  const page = { tally, pack: pack.document, isBundled, earlier: tallies, version: VERSION, changes };
  if (options.html !== undefined) writeText(options.html, censusPage(page));
  io.out(censusText(tally, changes, tallies.at(-1)));
  return tally.graded > 0 ? EXIT.ok : EXIT.unclear;
}

function parquet(file: string, rows: Iterable<CensusRow>, pack: LoadedPack): void {
  try {
    writeParquet(file, rows, pack.document, `axproof ${VERSION}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new AxproofError('bad-file', `${file} cannot be written: ${systemWords(error)}`);
  }
}

async function open(list: string, options: CensusOptions, io: Io): Promise<Census> {
  const targets = listOf(list, options, io);
  const pack = gradable(await openPack(options.pack));
  const { name, version, consent } = pack.document;
  if (consent !== undefined) throw new AxproofError('consent-missing', `${name} ${version} writes; a census asks nobody for consent`);
  const about = { name, version, digest: pack.digest };
  const destinations = new Destinations(options.sharedRanges ?? '');
  const journal = new Journal(options.out);
  try {
    checkSame(journal, options, about, targets);
  } catch (error) {
    journal.close();
    throw error;
  }
  if (journal.done > 0 && !options.quiet)
    io.err(
      `axproof: census: ${options.out} has ${figures(journal.done)} of ${figures(targets.length)} results already${journal.done < targets.length ? '; going on with the others' : ''}\n`,
    );
  return { journal, pack, about, seed: options.seed ?? journal.first?.seed ?? io.freshSeed(), targets, destinations };
}

/** Beside the file itself: a link to it is another name for the same. */
const lockOf = (out: string): string => `${placeOf(out)}.lock`;

/** What somebody else keeps there is nobody's to lock, and to take away. */
function makeLock(lock: string): void {
  makeFolder(lock);
  const others = onDisk(`the folder ${lock} cannot be read`, () => readdirSync(lock)).filter((name) => !name.startsWith(LOCK_FOLDER));
  if (others.length > 0)
    throw new AxproofError(
      'bad-usage',
      `${lock} would lock --out, and holds other files (${quote(others[0]!, 80)}); give --out another name`,
    );
}

/** While nobody else works on the same file. */
async function alone(out: string, work: () => Promise<number>): Promise<number> {
  const lock = lockOf(out);
  makeLock(lock);
  try {
    return await withFolderLock(lock, { what: out, mostPauses: 0, passing: true }, work);
  } finally {
    try {
      rmdirSync(lock);
    } catch {
      // Somebody else's lock stands in it by now, or something else.
    }
  }
}

export async function census(list: string, options: CensusOptions, io: Io): Promise<number> {
  const { out, parquet, html, reports, compare = [] } = options;
  checkPlaces(
    [out, lockOf(out), parquet, html, reports].filter((file) => file !== undefined),
    [list, ...compare],
  );
  const earlier = earlierOnes(compare);
  for (const file of [parquet, html]) if (file !== undefined) makeFolder(dirname(resolve(file)));
  if (reports !== undefined) makeFolder(reports);
  return alone(out, async () => {
    const opened = await open(list, options, io);
    try {
      await gradeAll(opened, options, io);
      const status = deliver(opened, earlier, options, io);
      if (reports !== undefined) tellUnkept(opened, reports, io);
      if (!options.quiet) io.err(ADVISORY);
      return status;
    } finally {
      opened.journal.close();
    }
  });
}
