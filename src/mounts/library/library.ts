// The library: what programs and tests of others import from axproof. It prints nothing, and asks nothing of the process that it runs in.
import { AxproofError } from '../../contract/errors.ts';
import type { Check, PinnedVerificationReport, VerificationReport } from '../../contract/generated/types.ts';
import { isSeed, SEED_WORDS } from '../../contract/seed.ts';
import { localHost } from '../../gate/local-host.ts';
import { readLocalSpec } from '../../gate/local-spec.ts';
import { verifyPinned } from '../../gate/verify-pinned.ts';
import { openPack } from '../../run/bundled.ts';
import { freshSeed } from '../../run/fresh-seed.ts';
import { gradable } from '../../run/gradable.ts';
import { openTarget } from '../../run/open-target.ts';
import { run } from '../../run/run.ts';

export type * from '../../contract/generated/types.ts';

export interface RunOptions {
  /** Seed of the sampling, 0 … 2^53−1; fresh unless given, and always recorded. */
  seed?: number;
  /** Seconds for the whole run, at most 60. */
  timeout?: number;
  /** User-Agent of every request; node unless given. */
  userAgent?: string;
  signal?: AbortSignal;
}

export interface GradeOptions extends RunOptions {
  /** A pack folder, a resolved pack file, or the name of a bundled pack; the default pack unless given. */
  pack?: string;
}

export interface ConformOptions extends RunOptions {
  /** The pinned spec: a pack folder, a resolved pack file, or the name of a bundled pack. */
  spec?: string;
  /** The digest that was ratified: compared before anything is sent. Without it the target may conform, and nothing is accepted. */
  expectDigest?: string;
  env?: Readonly<Record<string, string>>;
  /** The same, put in on sending and never stored. */
  secrets?: Readonly<Record<string, string>>;
  /** Lets the spec write to a loopback target. */
  allowWrites?: boolean;
}

/** Whatever prevents a verdict is thrown as this: a code of docs/errors.md, what was wrong, and details. */
export interface AxproofFault extends Error {
  readonly code: string;
  readonly details: readonly string[];
}

/** The target does not conform; the message names every check that fails or could not be seen. */
export class NotConforming extends Error {
  declare readonly report: PinnedVerificationReport;
  constructor(report: PinnedVerificationReport, message: string) {
    super(message);
    this.name = 'NotConforming';
    // Runners print every member that can be listed, and a report is long.
    Object.defineProperty(this, 'report', { value: report });
  }
}

const MOST_SECONDS = 60;

function checked({ seed, timeout }: RunOptions): void {
  if (seed !== undefined && !isSeed(seed)) throw new AxproofError('bad-usage', `a seed is ${SEED_WORDS}`);
  if (timeout !== undefined && !(timeout > 0 && timeout <= MOST_SECONDS))
    throw new AxproofError('bad-usage', `timeout is in seconds, above 0 and at most ${MOST_SECONDS}`);
}

const now = (): string => new Date().toISOString();

/** Grades a target: a domain, an origin, or a fixture file. Advisory: signed by nobody. Rejects with an AxproofFault where there is no verdict. */
export async function grade(target: string, options: GradeOptions = {}): Promise<VerificationReport> {
  checked(options);
  const { seed, timeout, userAgent, signal } = options;
  const pack = await openPack(options.pack);
  gradable(pack);
  const { origin, transport } = await openTarget(target);
  try {
    return await run({
      pack,
      target: origin,
      transport,
      seed: seed ?? freshSeed(),
      seedOrigin: seed === undefined ? 'fresh' : 'caller',
      now,
      signal,
      agent: userAgent,
      deadline: timeout && timeout * 1000,
    });
  } finally {
    await transport.close();
  }
}

const FINDINGS = 3;

function checkText({ id, verdict, reason, findings }: Check): string {
  const sign = verdict === 'fail' ? 'fails' : 'could not be seen';
  const shown = findings.filter(({ level }) => level !== 'note').slice(0, FINDINGS);
  const places = shown.map(({ message, request }) => `    ${request ? `${request.method} ${request.url}: ` : ''}${message}`);
  return [`  ${id} ${sign}: ${reason.text}`, ...places].join('\n');
}

/** Why it does not conform; undefined where it does. */
function complaint({ verdict, passed }: PinnedVerificationReport, ratified: boolean): string | undefined {
  const { target, pack, seed, checks } = verdict;
  const open = checks.filter((check) => check.verdict === 'fail' || check.verdict === 'inconclusive');
  const shown = checks.some((check) => check.verdict === 'pass');
  if (ratified ? passed : open.length === 0 && shown && verdict.conclusive) return undefined;
  const lines = open.length > 0 ? open.map(checkText) : ['  no check of it applies'];
  return [`${target} does not conform to ${pack.name} ${pack.version} (seed ${seed})`, ...lines].join('\n');
}

/**
 * Holds a target to a pinned spec, for mocha, vitest, node:test and whatever else takes a rejection for a failure. Resolves with the report where every check
 * passes or does not apply, and at least one passes; rejects with NotConforming otherwise, and with an AxproofFault where there is no verdict.
 */
export async function assertConforms(target: string, options: ConformOptions): Promise<PinnedVerificationReport> {
  checked(options);
  const { spec, expectDigest, env, secrets, allowWrites, seed, timeout, userAgent, signal } = options;
  const local = spec === undefined ? undefined : readLocalSpec(spec);
  const host = localHost(
    { now, freshSeed, signal: signal ?? new AbortController().signal },
    {
      admit: async (given) => (local as NonNullable<typeof local>).admit(given),
      timeout,
      userAgent,
    },
  );
  const request = { target, spec: local?.document, expectedDigest: expectDigest, seed, env, secrets, allowWrites };
  const report = await verifyPinned(request, host);
  const wrong = complaint(report, expectDigest !== undefined);
  if (wrong !== undefined) throw new NotConforming(report, wrong);
  return report;
}
