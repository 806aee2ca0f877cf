// Runs one test of a suite at a service: bundled packs by name, everything else as a spec with its digest. Whatever goes wrong is its result.
import { AxproofError } from '../../../contract/errors.ts';
import type { Pack } from '../../../contract/generated/types.ts';
import { textsIn } from '../../../contract/json.ts';
import type { LocalSpec } from '../../../gate/local-spec.ts';
import { compareDigests, specOf } from '../../../gate/spec.ts';
import type { Result } from '../../../report/result.ts';
import { bundledPack } from '../../../run/bundled.ts';
import type { Io } from '../io.ts';
import { errorOf } from '../reporters.ts';
import type { OpenJob, OpenVariables } from '../suite-open.ts';
import { type Question, remoteTarget } from './question.ts';
import type { Remote } from './remote.ts';
import { namedPack } from './remote-grade.ts';
import { type CheckedSpec, checkedSpec } from './remote-verify.ts';

/** $.env and $.row as paths spell them. */
const VARIABLE = /\$(\.(env|row)\b|\[[^\]]*['"](env|row)['"])/;

const readsVariables = (value: unknown): boolean => textsIn(value).some((text) => VARIABLE.test(text));

/** A service cannot be told variables: a spec that reads them would be judged as another one. Throws bad-usage, before anything is sent. */
export function checkRemoteJobs(jobs: readonly OpenJob[], { env, secrets }: OpenVariables): void {
  const named = Object.keys(env).length + Object.keys(secrets).length > 0;
  for (const job of jobs) {
    if (!named && !job.row) continue;
    const document = 'pack' in job.open ? job.open.pack.document : job.open.spec.document;
    if (readsVariables(document))
      throw new AxproofError(
        'bad-usage',
        `${job.name}: its spec reads variables or rows, and a service cannot be told them; without --service it runs here`,
      );
  }
}

/** However many tests use a spec, it is checked once for a digest. */
const CHECKED = new WeakMap<LocalSpec, Map<string, Promise<CheckedSpec>>>();

function checkedOnce(spec: LocalSpec, digest: string): Promise<CheckedSpec> {
  const known = CHECKED.get(spec) ?? new Map<string, Promise<CheckedSpec>>();
  CHECKED.set(spec, known);
  const checked = known.get(digest) ?? checkedSpec(spec, digest);
  known.set(digest, checked);
  return checked;
}

async function questionOf(job: OpenJob): Promise<Pick<Question, 'grade' | 'pinned'> & { document?: Pack }> {
  const { open } = job;
  if ('spec' in open) return checkedOnce(open.spec, open.digest);
  if (bundledPack(job.pack) !== undefined) return { grade: (await namedPack(job.pack)).grade };
  const { document, digest } = open.pack;
  compareDigests(specOf(document).digest, digest);
  return { pinned: { spec: document, digest, ratified: true }, document };
}

export interface RemoteJobOptions {
  seed?: number;
  /** Told who vouches for the answer. */
  onSaid(said: string): void;
}

/** Rejects only when it was interrupted. */
export async function runRemoteJob(job: OpenJob, remote: Remote, { seed, onSaid }: RemoteJobOptions, io: Io): Promise<Result> {
  const from = performance.now();
  const told = (end: Partial<Result>): Result => ({
    ...{ name: job.name, target: job.target, pack: job.about, service: remote.origin },
    duration: Math.round(performance.now() - from),
    ...end,
  });
  try {
    const where = remoteTarget(job.target);
    const { document: known, ...asked } = await questionOf(job);
    const { report, document, said } = await remote.answer({ ...where, ...asked, seed }, known);
    onSaid(said);
    return told({ target: where.target, report, document });
  } catch (error) {
    if (io.signal.aborted) throw error;
    return told({ error: errorOf(error) });
  }
}
