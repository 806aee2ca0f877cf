// Judges recorded evidence again: the same interpreter over the recording, so that equal input gives equal bytes.
import { AxproofError } from '../contract/errors.ts';
import type { Evidence } from '../contract/generated/types.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { type Judged, Recording } from '../record/recording.ts';
import { replay } from '../transport/replay.ts';
import { drive } from './drive.ts';
import { judgeHere } from './run.ts';

/** The User-Agent that the recorded run sent: requests are built again with it. */
const agentOf = (evidence: Evidence): string | undefined => evidence.exchanges[0]?.request.headers['user-agent'];

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** The verdict, and the evidence as a run that got these answers would have recorded it. Throws not-a-report or verdict-mismatch where no run could have recorded the evidence and ended with a verdict. */
export async function rejudge(pack: LoadedPack, evidence: Evidence, seed: number): Promise<Judged> {
  if (!isOrigin(evidence.target)) throw new AxproofError('not-a-report', 'its target is no origin');
  const transport = replay(evidence);
  const { env, row, consent } = evidence;
  if (pack.document.consent && !consent) throw new AxproofError('evidence-mismatch', 'nobody had consented to what the pack writes');
  const recording = await Recording.start(judgeHere(pack), {
    target: evidence.target,
    seed,
    registrable: (host) => transport.registrable(host),
    agent: agentOf(evidence),
    env,
    row,
    consent,
  });
  await drive(recording, { transport, recorded: true });
  if (recording.unreachable)
    throw new AxproofError(
      'verdict-mismatch',
      `the evidence says that the target could not be reached (${recording.unreachable}): that gives no verdict`,
    );
  return recording.result();
}
