// The result of a contained judge as the parent can stand behind it: its own evidence, and a verdict about exactly that run. It judges no rule.
import { AxproofError } from '../../contract/errors.ts';
import { exchangeKey } from '../../contract/exchange-key.ts';
import type { Check, Evidence, Exchange, Pack, Stop, Verdict } from '../../contract/generated/types.ts';
import { ENGINE } from '../../contract/limits.ts';
import { jcs } from '../../json/jcs.ts';
import { isRedirect } from '../../record/exchange.ts';
import type { Judged } from '../../run/run.ts';
import type { Outline, PlainInput } from './protocol.ts';
import type { Witness, Witnessed } from './witness.ts';

const lie = (what: string): AxproofError => new AxproofError('containment-failed', `the contained judge ${what}`);

/** What an exchange that was never sent is answered with when the run is over (drive.ts). */
const isUnsent = ({ hops }: Witnessed): boolean => hops.length === 1 && hops[0]?.answer.failure?.code === 'not-recorded';

/** Why a redirect may have been left unfollowed where its address was a good one. */
const BY_PLACE: readonly Stop[] = ['elsewhere', 'declined', 'robots-unavailable', 'origin-limit'];

function checkStop(said: Stop | undefined, witnessed: Witnessed, witness: Witness): void {
  const last = witnessed.hops.at(-1);
  if (!last || !isRedirect(last.answer)) {
    if (said !== undefined) throw lie('says that a redirect was left where there was none');
    return;
  }
  const next = witness.redirectOf(witnessed);
  if ('stop' in next ? said !== next.stop : said === undefined || !BY_PLACE.includes(said))
    throw lie('gives a wrong reason why a redirect was left');
  if ('request' in next && (witness.site.place(new URL(next.request.url)) === 'off') !== (said === 'elsewhere'))
    throw lie('gives a wrong reason why a redirect was left');
}

/** The exchange with the parent's own answers in it. */
function exchange(said: Exchange, key: string, witness: Witness): Exchange {
  const witnessed = witness.exchanges.get(key);
  if (!witnessed || isUnsent(witnessed)) throw lie('lists an exchange that was not made');
  const { request, bytes, hops } = witnessed;
  const last = hops.at(-1);
  if (!last || witnessed.out || said.redirects.length !== hops.length - 1) throw lie('lists an exchange with other redirects');
  if (
    key !== exchangeKey(said.request, said) ||
    said.bytes !== bytes ||
    said.follow !== witnessed.follow ||
    jcs(said.request) !== jcs(request)
  )
    throw lie('lists an exchange with another request');
  if (said.url !== last.url || said.redirects.some(({ url }, i) => url !== hops[i]?.url)) throw lie('lists an exchange with other places');
  checkStop(said.stopped, witnessed, witness);
  return { ...said, request, redirects: hops.slice(0, -1), answer: last.answer };
}

/** What the run was given stands in its evidence as it was given. */
function checkGiven(said: Evidence, { env, row, consent }: PlainInput): void {
  const given = { env, row, consent };
  for (const member of ['env', 'row', 'consent'] as const)
    if (said[member] !== undefined && jcs(said[member]) !== jcs(given[member] ?? null))
      throw lie(`gives another ${member} than it was given`);
  for (const member of ['env', 'row'] as const) if (given[member] && !said[member]) throw lie(`leaves out the ${member} that it was given`);
}

function evidence({ evidence: said, keys }: Outline, input: PlainInput, witness: Witness): Evidence {
  checkGiven(said, input);
  const made = [...witness.exchanges.values()].filter((w) => !isUnsent(w)).length;
  if (keys.length !== said.exchanges.length || new Set(keys).size !== keys.length || keys.length !== made)
    throw lie('lists other exchanges than were made');
  if (said.target !== input.target || said.digest !== undefined) throw lie('gives evidence of another target');
  const sites = witness.asked();
  for (const [host, domain] of Object.entries(said.sites))
    if (!sites.has(host) || sites.get(host) !== domain) throw lie('places a host elsewhere than it was told');
  return { ...said, exchanges: said.exchanges.map((e, i) => exchange(e, keys[i] as string, witness)) };
}

/** Sums, ids and order of the checks, and that none of them is another than was told as it settled. */
function checkChecks(verdict: Verdict, pack: Pack, told: ReadonlyMap<string, Check>): void {
  const ids = pack.rules.map((rule) => rule.id).sort();
  if (jcs(verdict.checks.map((c) => c.id).sort()) !== jcs(ids)) throw lie('gives a verdict about other rules');
  for (const check of verdict.checks) {
    const before = told.get(check.id);
    if (before && jcs(before) !== jcs(check)) throw lie('changes what it said of a rule');
  }
  const sum = (member: 'points' | 'outOf'): number => verdict.checks.reduce((all, c) => all + (c[member] ?? 0), 0);
  if (verdict.score.points !== sum('points') || verdict.score.outOf !== sum('outOf'))
    throw lie('gives a score that is no sum of its checks');
  if (verdict.conclusive !== verdict.checks.every((c) => c.verdict !== 'inconclusive')) throw lie('calls its verdict what it is not');
}

export interface Told {
  verdict: Verdict;
  outline: Outline;
  /** Checks as they settled. */
  checks: ReadonlyMap<string, Check>;
}

/** Throws containment-failed where anything differs from what the parent knows of the run. */
export function confirmed(
  { verdict, outline, checks }: Told,
  pack: { document: Pack; digest: string },
  input: PlainInput,
  witness: Witness,
): Judged {
  const { name, version } = pack.document;
  const known = { target: input.target, seed: input.seed, engine: ENGINE, pack: { name, version, digest: pack.digest } };
  for (const [member, value] of Object.entries(known))
    if (jcs(verdict[member as keyof typeof known]) !== jcs(value)) throw lie(`gives a verdict about another ${member}`);
  checkChecks(verdict, pack.document, checks);
  // Text that has no canonical form could be signed by nobody.
  jcs(verdict);
  jcs(outline.evidence);
  return { verdict, evidence: evidence(outline, input, witness) };
}
