// Judges recorded evidence again: the same interpreter over the recording, so that equal input gives equal bytes.
import type { Evidence, Verdict } from './contract/generated/types.ts';
import { drive } from './drive.ts';
import { Interpreter } from './engine/interpreter.ts';
import type { LoadedPack } from './pack/loaded-pack.ts';
import { replay } from './transport/replay.ts';

export interface Rejudged {
  verdict: Verdict;
  /** The evidence as a run that got these answers would have recorded it. */
  evidence: Evidence;
}

/** The User-Agent that the recorded run sent: requests are built again with it. */
const agentOf = (evidence: Evidence): string | undefined => evidence.exchanges[0]?.request.headers['user-agent'];

export async function rejudge(pack: LoadedPack, evidence: Evidence, seed: number): Promise<Rejudged> {
  const transport = replay(evidence);
  const agent = agentOf(evidence);
  const interpreter = new Interpreter({
    pack,
    target: evidence.target,
    seed,
    registrable: (host) => transport.registrable(host),
    ...(agent === undefined ? {} : { agent }),
  });
  await drive(interpreter, { transport, recorded: true });
  return { verdict: interpreter.verdict(), evidence: interpreter.evidence() };
}
