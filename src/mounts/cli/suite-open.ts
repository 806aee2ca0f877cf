// Opens all that a suite needs before anything is sent: the document, its variables and rows, its packs. It runs no test.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import type { DataRow, Suite } from '../../contract/generated/types.ts';
import { type LocalSpec, readLocalSpec } from '../../gate/local-spec.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { formatFinding } from '../../pack/finding.ts';
import { packFiles } from '../../pack/read/load-folder.ts';
import { bundledPack, openPack } from '../../run/bundled.ts';
import { gradable } from '../../run/gradable.ts';
import { type Variables, variables } from '../../run/suite/environment.ts';
import { type PlannedJob, planJobs } from '../../run/suite/plan-jobs.ts';
import { readRows } from '../../run/suite/read-rows.ts';
import { readSuite } from '../../run/suite/read-suite.ts';
import { fixtureFiles } from '../../transport/fixture/load.ts';
import { readText } from './files.ts';
import type { Io } from './io.ts';

export interface OpenJob extends PlannedJob {
  open: { pack: LoadedPack } | { spec: LocalSpec; digest: string };
  /** What reporters call the pack. */
  about: { name: string; version: string };
}

/** Variables as a run takes them: secrets apart from what may be stored. */
export interface OpenVariables {
  env: Record<string, string | number | boolean | null>;
  secrets: Record<string, string | number | boolean | null>;
}

export interface OpenSuite {
  name: string;
  jobs: OpenJob[];
  variables: OpenVariables;
  /** Files that the suite names stand here. */
  folder: string;
}

interface PlannedSuite {
  suite: Suite;
  folder: string;
  chosen: Variables;
  planned: PlannedJob[];
}

export interface SuiteInputs {
  env?: string;
  data?: string;
}

function rowsOf(suite: Suite, folder: string, data: string | undefined): readonly DataRow[] | undefined {
  const named = data ?? suite.data;
  if (named === undefined || typeof named !== 'string') return named;
  const path = data ?? resolve(folder, named);
  return readRows(readText(path), path);
}

/** A plain name is a bundled pack where there is one, as everywhere; anything else stands beside the suite. */
function packPlace(named: string, folder: string): string {
  const bundled = bundledPack(named);
  if (bundled !== undefined) return bundled;
  const path = resolve(folder, named);
  if (existsSync(path)) return path;
  throw new AxproofError('bad-pack', `there is no pack ${named} beside the suite, and no bundled pack of that name`);
}

/** The target's text as openTarget reads it: fixture files stand beside the suite. */
export function targetPlace(target: string, folder: string): string {
  const path = resolve(folder, target);
  return /\.ya?ml$/i.test(target) && existsSync(path) ? path : target;
}

/** Each pack is read once, however many tests use it: it is frozen. */
class Packs {
  readonly #packs = new Map<string, Promise<LoadedPack>>();
  readonly #specs = new Map<string, LocalSpec>();

  async open(job: PlannedJob, folder: string): Promise<OpenJob> {
    const place = packPlace(job.pack, folder);
    if (job.digest !== undefined) {
      const spec = this.#specs.get(place) ?? readLocalSpec(place);
      this.#specs.set(place, spec);
      return { ...job, open: { spec, digest: job.digest }, about: aboutOf(spec.document, job.pack) };
    }
    const opened = this.#packs.get(place) ?? openPack(place).then(gradable);
    this.#packs.set(place, opened);
    const pack = await opened;
    return { ...job, open: { pack }, about: { name: pack.document.name, version: pack.document.version } };
  }
}

function aboutOf(document: unknown, named: string): { name: string; version: string } {
  const { name, version } = (typeof document === 'object' && document !== null ? document : {}) as Record<string, unknown>;
  return { name: typeof name === 'string' ? name : named, version: typeof version === 'string' ? version : '' };
}

function planSuite(file: string, { env, data }: SuiteInputs, io: Io): PlannedSuite {
  const { suite, findings } = readSuite(readText(file), file);
  if (!suite) throw new AxproofError('bad-suite', `${file} does not load`, findings.map(formatFinding));
  const folder = dirname(resolve(file));
  const rows = rowsOf(suite, folder, data);
  const chosen = variables(suite, env, io.env ?? {});
  return { suite, folder, chosen, planned: planJobs(suite, { variables: chosen, rows }) };
}

/** The files that are read with a suite: itself, its rows, packs, specs and fixtures. Throws where it does not load. */
export function suiteFiles(file: string, inputs: SuiteInputs, io: Io): string[] {
  const { suite, folder, planned } = planSuite(file, inputs, io);
  const rows = typeof suite.data === 'string' ? [resolve(folder, suite.data)] : [];
  const packs = [...new Set(planned.map(({ pack }) => packPlace(pack, folder)))].flatMap((place) =>
    packFiles(place, { bundled: bundledPack }),
  );
  const targets = [...new Set(planned.map(({ target }) => targetPlace(target, folder)))].filter((place) => existsSync(place));
  return [file, ...rows, ...packs, ...targets.flatMap((place) => fixtureFiles(place))];
}

export async function openSuite(file: string, inputs: SuiteInputs, io: Io): Promise<OpenSuite> {
  const { suite, folder, chosen, planned } = planSuite(file, inputs, io);
  const packs = new Packs();
  const jobs: OpenJob[] = [];
  for (const job of planned) jobs.push(await packs.open(job, folder));
  const secret = (name: string): boolean => chosen.secrets.includes(name);
  const part = (wanted: boolean): OpenVariables['env'] =>
    Object.fromEntries(Object.entries(chosen.env).filter(([name]) => secret(name) === wanted));
  return { name: suite.name, jobs, variables: { env: part(false), secrets: part(true) }, folder };
}
