// Runs one test of a suite, with its own connections, interpreter and seed. Its failure is its own result, and ends no other test.
import { AxproofError } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { localHost } from '../../gate/local-host.ts';
import { verifyPinnedWithPack } from '../../gate/verify-pinned.ts';
import type { Result } from '../../report/result.ts';
import { type Conduct, type OpenTarget, openTarget } from '../../run/open-target.ts';
import { run } from '../../run/run.ts';
import type { Io } from './io.ts';
import { errorOf } from './reporters.ts';
import { type OpenJob, type OpenVariables, targetPlace } from './suite-open.ts';

export interface JobOptions {
  seed?: number;
  allowWrites?: boolean;
  variables: OpenVariables;
  folder: string;
  /** How targets on the network are asked. */
  conduct?: Conduct;
}

/** Tests of one origin run one at a time; a fixture file answers each test anew. */
export async function keyOf(target: string, folder: string): Promise<string | undefined> {
  if (targetPlace(target, folder) !== target) return undefined;
  const { parseTarget } = await import('../../transport/live/target.ts');
  try {
    return parseTarget(target).origin;
  } catch (error) {
    if (error instanceof AxproofError) return undefined;
    throw error;
  }
}

const ifAny = (values: OpenVariables['env']): OpenVariables['env'] | undefined => (Object.keys(values).length > 0 ? values : undefined);

async function report({ open, row }: OpenJob, target: OpenTarget, options: JobOptions, io: Io): Promise<Report> {
  const { seed, variables } = options;
  const inputs = { env: ifAny(variables.env), secrets: ifAny(variables.secrets), row };
  if ('pack' in open)
    return run({
      pack: open.pack,
      target: target.origin,
      transport: target.transport,
      seed: seed ?? io.freshSeed(),
      seedOrigin: seed === undefined ? 'fresh' : 'caller',
      now: () => io.now(),
      signal: io.signal,
      ...inputs,
    });
  const host = { ...localHost(io, { admit: (spec) => open.spec.admit(spec) }), open: async () => ({ loopback: false, ...target }) };
  const pinned = await verifyPinnedWithPack(
    {
      target: target.origin,
      spec: open.spec.document,
      expectedDigest: open.digest,
      seed,
      // Elsewhere the target's own consent is asked for.
      allowWrites: options.allowWrites && target.loopback,
      ...inputs,
    },
    host,
  );
  return pinned.report;
}

/** Rejects only when it was interrupted. */
export async function runJob(job: OpenJob, options: JobOptions, io: Io): Promise<Result> {
  const from = performance.now();
  const told = (target: string, end: Pick<Result, 'report' | 'error'>): Result => ({
    name: job.name,
    target,
    pack: job.about,
    document: 'pack' in job.open ? job.open.pack.document : undefined,
    duration: Math.round(performance.now() - from),
    ...end,
  });
  let target: OpenTarget | undefined;
  try {
    target = await openTarget(targetPlace(job.target, options.folder), options.conduct);
    return told(target.origin, { report: await report(job, target, options, io) });
  } catch (error) {
    if (io.signal.aborted) throw error;
    return told(target?.origin ?? job.target, { error: errorOf(error) });
  } finally {
    await target?.transport.close();
  }
}
