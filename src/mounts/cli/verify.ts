// axproof verify: one target, one pinned spec, one answer. Advisory: the deployed verifier is the gate.
import { AxproofError } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { localHost } from '../../gate/local-host.ts';
import { readLocalSpec } from '../../gate/local-spec.ts';
import type { PinnedRequest } from '../../gate/request.ts';
import { verifyPinnedWithPack } from '../../gate/verify-pinned.ts';
import type { AgainOptions, ServiceAsked } from '../../report/again.ts';
import type { Result } from '../../report/result.ts';
import type { SourceOptions } from './grade-source.ts';
import type { Io } from './io.ts';
import { type PrintOptions, print, prints } from './print.ts';
import { progress } from './progress.ts';
import { asksService, serviceAsked } from './remote/remote-options.ts';
import { errorOf, openReporters, writeResults } from './reporters.ts';
import { statusOfResult } from './result-status.ts';
import { envOf, secretsOf } from './variables.ts';

type RunOptions = Pick<SourceOptions, 'env' | 'secretEnv' | 'seed' | 'userAgent' | 'quiet'>;

export interface VerifyCommandOptions extends RunOptions, ServiceAsked, PrintOptions {
  spec?: string;
  expectDigest?: string;
  allowWrites?: boolean;
  contained?: boolean;
}

const ADVISORY = 'axproof: advisory-local: an unsigned answer made here; the deployed verifier is the gate.\n';

function requestOf(target: string, spec: unknown, options: VerifyCommandOptions, io: Io): PinnedRequest {
  const { expectDigest: expectedDigest, seed, allowWrites, env = [], secretEnv = [] } = options;
  return { target, spec, expectedDigest, seed, env: envOf(env, io), secrets: secretsOf(secretEnv, io), allowWrites };
}

/** How many checks there will be; nothing is known of a spec that is named by its digest, or of one that is no pack. */
function rulesOf(document: unknown): number {
  const { rules } = (document ?? {}) as { rules?: unknown };
  return Array.isArray(rules) ? rules.length : 0;
}

/** The words by which it can be asked again. */
function askedOf(target: string, options: VerifyCommandOptions): AgainOptions {
  const { spec } = options;
  const file = /\.ya?ml$/i.test(target) ? target : undefined;
  return { target: file, pack: spec, digestAlone: spec === undefined, ...serviceAsked(options) };
}

interface Answered {
  result: Result & { report: Report };
  /** Who vouches for it. */
  note: string;
}

async function askHere(target: string, options: VerifyCommandOptions, io: Io): Promise<Answered> {
  if (options.spec === undefined && options.expectDigest === undefined)
    throw new AxproofError('bad-usage', 'say --spec FILE|DIR, --expect-digest DIGEST, or both');
  const local = options.spec === undefined ? undefined : readLocalSpec(options.spec);
  const rules = rulesOf(local?.document);
  const bar = progress(io, rules, options.quiet || rules === 0);
  const host = localHost(io, {
    admit: async (spec) => {
      if (options.contained) return (await import('../../gate/contained.ts')).admitContained(spec.text, { signal: io.signal });
      return (local as NonNullable<typeof local>).admit(spec);
    },
    onCheck: (check) => bar.step(check.id),
    timeout: options.timeout,
    userAgent: options.userAgent,
  });
  try {
    const { report, document } = await verifyPinnedWithPack(requestOf(target, local?.document, options, io), host);
    const { target: origin, pack } = report.verdict;
    return { result: { target: origin, pack, report, document, asked: askedOf(target, options) }, note: ADVISORY };
  } finally {
    bar.end();
  }
}

async function askService(target: string, options: VerifyCommandOptions & { service: string }, io: Io): Promise<Answered> {
  const { verifyAtService } = await import('./remote/remote-verify.ts');
  const { report, document, said, service } = await verifyAtService(target, options, io);
  const { target: about, pack } = report.verdict;
  return {
    result: { target: about, pack, report, service, asked: askedOf(target, options), document },
    note: `axproof: ${said}\n`,
  };
}

export async function verify(target: string, options: VerifyCommandOptions, io: Io): Promise<number> {
  const reporters = openReporters(options.reporter, prints(options) && options.out === undefined);
  try {
    const atService = asksService(options, ['env', 'secretEnv', 'allowWrites', 'contained', 'userAgent']);
    const { result, note } = atService ? await askService(target, options, io) : await askHere(target, options, io);
    await print(result.report, result, options, io);
    await writeResults([result], reporters, io);
    if (!options.quiet) io.err(note);
    return statusOfResult(result);
  } catch (error) {
    // CI reads the reporters' files, also where there is no verdict.
    if (!io.signal.aborted && error instanceof AxproofError) {
      const pack = { name: options.spec ?? 'spec', version: '' };
      await writeResults([{ target, pack, error: errorOf(error), service: options.service }], reporters, io);
    }
    throw error;
  }
}
