// The acceptance gate: holds a target to a pinned spec. The digest is compared before anything of the spec is looked into and before anything is sent.
import { AxproofError } from '../contract/errors.ts';
import type { Pack, PinnedVerificationReport } from '../contract/generated/types.ts';
import type { Transport } from '../contract/transport.ts';
import { type Consent, runPinned } from '../run/run.ts';
import type { AdmittedPack } from './admitted.ts';
import { targetConsent } from './consent.ts';
import type { GateHost, GateTarget } from './host.ts';
import { namedSpec } from './named-spec.ts';
import { checkRequest, type PinnedRequest } from './request.ts';

export interface PinnedResult {
  report: PinnedVerificationReport;
  /** The pack, for renderers. */
  document: Pack;
}

/** A recording is judged as it was made, by what it was given then; it was heard by nobody now, so that nobody attests it. */
function checkRecorded(request: PinnedRequest, { recorded }: GateTarget, { mode }: GateHost): void {
  if (!recorded) return;
  if (mode === 'attested-remote') throw new AxproofError('bad-usage', 'what a recording says is never attested');
  const more = (['env', 'secrets', 'row', 'allowWrites'] as const).find((name) => request[name] !== undefined);
  if (more) throw new AxproofError('bad-usage', `a recording was given its own variables, row and consent: leave out ${more}`);
}

/** The options of a run that are taken over as they are, where they are given. */
function pickGiven<T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))) as Pick<T, K>;
}

async function consentOf(request: PinnedRequest, pack: AdmittedPack, target: GateTarget, host: GateHost): Promise<Consent | undefined> {
  if (pack.document.consent !== 'writes') return undefined;
  // Where the recorded run had none, the judge refuses it: consent-missing.
  if (target.recorded) return target.given?.consent;
  if (request.allowWrites) return { by: 'operator' };
  const { origin, lookUp } = target;
  const look = (transport: Transport) =>
    targetConsent({ origin, transport, digest: pack.digest, ...pickGiven(host, 'agent', 'signal', 'deadline') });
  if (!('probe' in target.transport)) return look(target.transport);
  if (!lookUp) throw new AxproofError('consent-missing', 'this host never writes to a target');
  const transport = await lookUp();
  try {
    return await look(transport);
  } finally {
    await transport.close();
  }
}

async function runSpec(request: PinnedRequest, pack: AdmittedPack, target: GateTarget, host: GateHost): Promise<PinnedVerificationReport> {
  const consent = await consentOf(request, pack, target, host);
  const report = await runPinned(pack, request.expectedDigest !== undefined, {
    target: target.origin,
    transport: target.transport,
    seed: request.seed ?? host.freshSeed(),
    seedOrigin: request.seed === undefined ? 'fresh' : 'caller',
    now: () => host.now(),
    version: host.version,
    ...pickGiven(host, 'mode', 'agent', 'deadline', 'signal'),
    ...(host.onCheck ? { onCheck: (check) => host.onCheck?.(check) } : {}),
    ...pickGiven(request, 'env', 'secrets', 'row'),
    ...(target.recorded ? { recorded: true, ...pickGiven(target.given ?? {}, 'env', 'row') } : {}),
    ...(consent ? { consent } : {}),
  });
  // Whoever judged may stand in another process: a report about another spec or target would be an acceptance that nobody gave.
  const { spec, target: about } = report.verdict;
  if (spec.digest !== pack.digest || about !== target.origin) throw new AxproofError('internal', 'the judge answered for another run');
  return report;
}

/** The same with the pack, which renderers want. */
export async function verifyPinnedWithPack(request: PinnedRequest, host: GateHost): Promise<PinnedResult> {
  checkRequest(request);
  const { admit } = await namedSpec(request, host);
  const target = await host.open(request.target);
  try {
    if (request.allowWrites && !target.loopback)
      throw new AxproofError('bad-usage', `writes to ${target.origin} are for the target to allow, not for its caller`);
    checkRecorded(request, target, host);
    const pack = await admit();
    try {
      return { report: await runSpec(request, pack, target, host), document: pack.document };
    } finally {
      await pack.close();
    }
  } finally {
    await target.transport.close();
  }
}

/** Throws an AxproofError whenever there is no verdict: bad-usage, bad-pack, digest-mismatch, engine-mismatch, unknown-digest, consent-missing, unreachable. */
export const verifyPinned = async (request: PinnedRequest, host: GateHost): Promise<PinnedVerificationReport> =>
  (await verifyPinnedWithPack(request, host)).report;
