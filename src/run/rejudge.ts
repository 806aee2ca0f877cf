// Judges recorded evidence again: the same interpreter over the recording, so that equal input gives equal bytes.
import { AxproofError } from '../contract/errors.ts';
import type { Evidence } from '../contract/generated/types.ts';
import type { CompiledRule, LoadedPack } from '../pack/compiled/loaded-pack.ts';
import type { RunJudgement } from '../record/recording.ts';
import { replay } from '../transport/replay.ts';
import { exploreTarget } from './run.ts';

/** The User-Agent that the recorded run sent: requests are built again with it. */
const agentOf = (evidence: Evidence): string | undefined => evidence.exchanges[0]?.request.headers['user-agent'];

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** Runs a pack over recorded evidence. rules: those that are judged; all unless given. Throws not-a-report or verdict-mismatch where no run could have recorded the evidence and ended with a verdict. */
export async function replayRun(
  pack: LoadedPack,
  evidence: Evidence,
  seed: number,
  rules?: readonly CompiledRule[],
): ReturnType<typeof exploreTarget> {
  const { target, env, row, consent } = evidence;
  if (!isOrigin(target)) throw new AxproofError('not-a-report', 'its target is no origin');
  if (pack.document.consent && !consent) throw new AxproofError('evidence-mismatch', 'nobody had consented to what the pack writes');
  const input = { target, seed, agent: agentOf(evidence), env, row, consent };
  try {
    return await exploreTarget(pack, input, { transport: replay(evidence), recorded: true, ...(rules ? { rules } : {}) });
  } catch (error) {
    if (!(error instanceof AxproofError) || error.code !== 'unreachable') throw error;
    throw new AxproofError('verdict-mismatch', `the evidence says that ${error.message}: that gives no verdict`);
  }
}

/** The verdict, and the evidence as a run that got these answers would have recorded it. Throws as `replayed` does. */
export const rejudge = async (pack: LoadedPack, evidence: Evidence, seed: number): Promise<RunJudgement> =>
  (await replayRun(pack, evidence, seed)).judged;
