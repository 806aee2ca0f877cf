// axproof replay: judges a report's evidence again, offline, and compares every byte; with --live asks the target anew and shows what it answers now.
import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { type ExchangeChange, exchangeChanges } from '../../report/exchange-changes.ts';
import { seedFrom } from '../../report/summary.ts';
import { openTarget } from '../../run/open-target.ts';
import { exploreTarget } from '../../run/run.ts';
import type { Io } from './io.ts';
import { judgeAgain } from './judge-again.ts';
import { openBelieved, type TrustOptions } from './open-report.ts';
import { resultWords } from './result-words.ts';

/** The recorded run's User-Agent, where it is one that a person could have typed: it is the one thing of the file that is sent again. */
function agentOf(report: Report): string | undefined {
  const agent = report.evidence.exchanges[0]?.request.headers['user-agent'];
  return agent !== undefined && /^[\x20-\x7e]{1,200}$/.test(agent) ? agent : undefined;
}

/** Builds the requests anew from pack and seed; the report's own are only compared. */
async function askAgain(report: Report, pack: LoadedPack, io: Io): Promise<ExchangeChange[]> {
  if (pack.document.consent !== undefined) throw new AxproofError('bad-usage', 'a pack that writes is never replayed live');
  const { origin, transport } = await openTarget(report.verdict.target);
  const agent = agentOf(report);
  const { env, row } = report.evidence;
  io.err(`axproof: asking ${origin} again\n`);
  try {
    const input = { target: origin, seed: report.verdict.seed, agent, env, row };
    return exchangeChanges(report.evidence, (await exploreTarget(pack, input, { transport, signal: io.signal })).judged.evidence);
  } finally {
    await transport.close();
  }
}

/** A report of another target, pack or day is as good as this one: who reads it has to be told which it is. */
function aboutWhat({ verdict: { target, pack, seed }, issued }: Report): string {
  return `about ${quote(target, 300)}, by ${quote(pack.name, 80)} ${quote(pack.version, 40)} (${pack.digest}), seed ${seed} (${seedFrom(issued)}), issued ${quote(issued.at, 40)}`;
}

export async function replayReport(where: string, options: TrustOptions & { pack?: string; live?: boolean }, io: Io): Promise<number> {
  const { report, vouched } = await openBelieved(where, options, io);
  const { evidence } = report;
  const pack = await judgeAgain(report, options.pack);
  io.out(`same verdict, byte for byte: ${resultWords(report)}, ${report.verdictDigest}\n`);
  io.out(`${aboutWhat(report)}\n`);
  io.out(`same evidence: ${evidence.exchanges.length} exchanges, ${evidence.digest}\n`);
  io.out(`${vouched}\n`);
  // The evidence tells all of a verdict but this: that the digest was expected is the word of whoever wrote the report.
  if (report.kind === 'PinnedVerificationReport' && report.verdict.ratified && options.jwks === undefined)
    io.out(`ratified is what the report says of itself: hold ${report.verdict.pack.digest} against the digest that you ratified\n`);
  if (!options.live) return EXIT.ok;
  const changes = await askAgain(report, pack, io);
  for (const c of changes) io.out(`${c.name}: ${c.method} ${quote(c.url)}\n  was ${quote(c.was, 300)}\n  is  ${quote(c.is, 300)}\n`);
  io.out(changes.length === 0 ? 'asked again, the target answers the same\n' : `asked again, ${changes.length} answers differ\n`);
  return changes.length === 0 ? EXIT.ok : EXIT.failed;
}
