// axproof verify --service: the deployed gate's answer about a pinned spec. What can be found out here is found out before anything is sent.
import { isDigest } from '../../../contract/digest.ts';
import { AxproofError } from '../../../contract/errors.ts';
import type { Pack } from '../../../contract/generated/types.ts';
import { type LocalSpec, readLocalSpec } from '../../../gate/local-spec.ts';
import { compareDigests, specOf } from '../../../gate/spec.ts';
import type { Io } from '../io.ts';
import { type Question, remoteTarget } from './question.ts';
import { openRemote, type RemoteAnswer, withDate } from './remote.ts';
import type { AskedRemote } from './remote-options.ts';

export interface RemoteVerifyOptions extends AskedRemote {
  spec?: string;
  expectDigest?: string;
  seed?: number;
  quiet?: boolean;
}

export interface CheckedSpec {
  pinned: NonNullable<Question['pinned']>;
  document: Pack;
}

/** A spec of this machine, compared and validated, as the gate here does it. Throws digest-mismatch, bad-pack. */
export async function checkedSpec(local: LocalSpec, expected: string | undefined): Promise<CheckedSpec> {
  const read = specOf(local.document);
  if (expected !== undefined) compareDigests(read.digest, expected);
  const admitted = await local.admit(read);
  try {
    compareDigests(admitted.digest, read.digest);
    return { pinned: { spec: local.document, digest: read.digest, ratified: expected !== undefined }, document: admitted.document };
  } finally {
    await admitted.close();
  }
}

async function pinnedOf({ spec, expectDigest }: RemoteVerifyOptions): Promise<Omit<CheckedSpec, 'document'> & { document?: Pack }> {
  if (expectDigest !== undefined && !isDigest(expectDigest))
    throw new AxproofError('bad-usage', '--expect-digest is sha256: and 64 lower-case hexadecimal digits');
  if (spec !== undefined) return checkedSpec(readLocalSpec(spec), expectDigest);
  if (expectDigest === undefined) throw new AxproofError('bad-usage', 'say --spec FILE|DIR, --expect-digest DIGEST, or both');
  return { pinned: { digest: expectDigest, ratified: true } };
}

export async function verifyAtService(target: string, options: RemoteVerifyOptions, io: Io): Promise<RemoteAnswer & { service: string }> {
  const { pinned, document } = await pinnedOf(options);
  const question: Question = { ...remoteTarget(target), pinned, seed: options.seed };
  const remote = await openRemote(options, true, io);
  const answer = await remote.answer(question, document);
  return { ...answer, said: withDate(answer), service: remote.origin };
}
