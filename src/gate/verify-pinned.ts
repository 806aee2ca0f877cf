// The acceptance gate: holds a target to a pinned spec. The digest is compared before anything of the spec is looked into and before anything is sent.
import { AxproofError } from '../contract/errors.ts';
import type { Consent, Pack, PinnedVerificationReport } from '../contract/generated/types.ts';
import type { Transport } from '../contract/transport.ts';
import { runPinned } from '../run/run.ts';
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

async function consentOf(request: PinnedRequest, pack: AdmittedPack, target: GateTarget, host: GateHost): Promise<Consent | undefined> {
  if (pack.document.consent !== 'writes') return undefined;
  if (request.allowWrites) return { by: 'operator' };
  const { origin, lookUp } = target;
  const { agent, signal, deadline } = host;
  const look = (transport: Transport) => targetConsent({ origin, transport, digest: pack.digest, agent, signal, deadline });
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
    mode: host.mode,
    agent: host.agent,
    deadline: host.deadline,
    signal: host.signal,
    onCheck: (check) => host.onCheck?.(check),
    env: request.env,
    secrets: request.secrets,
    row: request.row,
    consent,
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
