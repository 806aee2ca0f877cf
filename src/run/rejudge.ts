// Judges recorded evidence again: the same interpreter over the recording, so that equal input gives equal bytes.
import { AxproofError } from '../contract/errors.ts';
import type { Evidence, Verdict } from '../contract/generated/types.ts';
import { Interpreter } from '../engine/interpreter.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { replay } from '../transport/replay.ts';
import { drive } from './drive.ts';

export interface Rejudged {
  verdict: Verdict;
  /** The evidence as a run that got these answers would have recorded it. */
  evidence: Evidence;
}

/** The User-Agent that the recorded run sent: requests are built again with it. */
const agentOf = (evidence: Evidence): string | undefined => evidence.exchanges[0]?.request.headers['user-agent'];

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** Throws not-a-report or verdict-mismatch where no run could have recorded the evidence and ended with a verdict. */
export async function rejudge(pack: LoadedPack, evidence: Evidence, seed: number): Promise<Rejudged> {
  if (!isOrigin(evidence.target)) throw new AxproofError('not-a-report', 'its target is no origin');
  const transport = replay(evidence);
  const agent = agentOf(evidence);
  const { env, row, consent } = evidence;
  if (pack.document.consent && !consent) throw new AxproofError('evidence-mismatch', 'nobody had consented to what the pack writes');
  const interpreter = new Interpreter({
    pack,
    target: evidence.target,
    seed,
    registrable: (host) => transport.registrable(host),
    ...(agent === undefined ? {} : { agent }),
    ...(env ? { env } : {}),
    ...(row ? { row } : {}),
    ...(consent ? { consent } : {}),
  });
  await drive(interpreter, { transport, recorded: true });
  if (interpreter.unreachable)
    throw new AxproofError(
      'verdict-mismatch',
      `the evidence says that the target could not be reached (${interpreter.unreachable}): that gives no verdict`,
    );
  return { verdict: interpreter.verdict(), evidence: interpreter.evidence() };
}
