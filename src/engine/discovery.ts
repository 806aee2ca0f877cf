// What a domain publishes, out of the evidence of a run: found where, of what kind, and what it says of itself. It judges nothing.
import type { Discovery, Exchange, FoundSurface, MissedSurface, Report } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import type { CompiledProbe, LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { baselineFor, controlsOf } from '../record/baseline.ts';
import { byOrder } from '../record/exchange-recorder.ts';
import type { Observation } from '../record/observation.ts';
import { type Outcome, outcome } from '../record/outcome.ts';
import { record } from '../record/record.ts';
import { type Described, described } from './document-formats.ts';
import { runNonce } from './probe/chance.ts';
import { isWinner } from './probe/first-of.ts';
import { exchangeMember } from './select/exchange-members.ts';

const CONTROL = 'control';
/** Addresses that are named where nothing was found. */
const MOST_ASKED = 4;

/** The probe of a name in the evidence, and its place among the candidates: api[2], tools[0.1]/1. */
function parsed(name: string): { probe: string; order: number[] } {
  const [probe = '', ...rest] = name.split(/[[\]./]+/);
  return { probe, order: rest.filter((part) => part !== '').map(Number) };
}

type Attempt = Pick<Observation, 'name' | 'order' | 'record'>;

/** Attempts by probe, in the order of the candidates. */
function attemptsOf(exchanges: readonly Exchange[]): Map<string, Attempt[]> {
  const attempts = new Map<string, Attempt[]>();
  for (const { names, request, redirects, url, answer, stopped } of exchanges) {
    const recorded = record(request, redirects, url, answer, stopped);
    for (const name of names) {
      const { probe, order } = parsed(name);
      const known = attempts.get(probe) ?? [];
      attempts.set(probe, known);
      known.push({ name, order, record: recorded });
    }
  }
  for (const list of attempts.values()) list.sort(byOrder);
  return attempts;
}

const SEEN_NOTHING = { list: false, observations: [], tried: [], partial: false };

/** Whether the pack takes the answer for what the probe looks for, as in the run itself. */
function isSought({ probe, until }: CompiledProbe, observation: Observation): boolean {
  const scope = { run: null, probe: () => SEEN_NOTHING };
  return isWinner(probe.firstOf ? until : undefined, observation, scope).value === 'T';
}

const RANK: readonly Outcome['is'][] = ['found', 'unclear', 'refused', 'method-refused', 'elsewhere', 'absent'];
const inWords = (given: Outcome): string =>
  given.is === 'found' ? 'found, but not what is looked for' : given.is === 'unclear' ? `unclear: ${given.why}` : given.is;

/** The outcome that tells most about a probe without a winner. */
function mostTelling(outcomes: readonly Outcome[]): string | undefined {
  const first = [...outcomes].sort((a, b) => RANK.indexOf(a.is) - RANK.indexOf(b.is))[0];
  return first && inWords(first);
}

type Heard = FoundSurface & Pick<Described, 'versions'>;

function surface(name: string, observation: Observation): Heard | undefined {
  const { record: recorded } = observation;
  const posted = recorded.request.method === 'POST';
  // Pages for people are no machine surface, and an empty answer is no surface at all.
  if (recorded.is === 'html' || recorded.is === 'none') return undefined;
  const { dialect, versions, claims } = described(recorded.read, recorded.is, posted);
  return {
    surface: name,
    url: quote(recorded.url, 500),
    dialect,
    ...(versions ? { versions } : {}),
    mediaType: quote(String(exchangeMember(observation, 'type') ?? ''), 100),
    claims,
  };
}

const all = (a: readonly string[] = [], b: readonly string[] = []): string[] => [...new Set([...a, ...b])];

/** The same thing at the same place is told once, whoever else asks for it; answers of a protocol add up to one server. */
function add(found: Heard, surfaces: Heard[]): void {
  const same = surfaces.find(({ url, dialect }) => url === found.url && dialect === found.dialect);
  if (!same) surfaces.push(found);
  else if (found.dialect === 'mcp')
    Object.assign(same, { versions: all(same.versions, found.versions), claims: all(same.claims, found.claims) });
}

/** The newest version of a protocol stands first. */
const told = ({ versions, dialect, ...rest }: Heard): FoundSurface => ({
  ...rest,
  dialect: versions && versions.length > 0 ? `${dialect} ${versions.sort().reverse().join(', ')}` : dialect,
});

/** Probes that every rule shares look for surfaces; a sample of what those claim is none. */
const looksForSurface = ({ name, owner, probe }: CompiledProbe): boolean =>
  owner === null && name !== CONTROL && probe.sample === undefined;

const seenBy = (attempt: Attempt, against: ReturnType<typeof baselineFor>, { isChallenge }: LoadedPack): Observation => ({
  ...attempt,
  outcome: outcome(attempt.record, against(attempt.record), isChallenge),
  claimedBy: [],
});

/** The surfaces that the shared probes of the report's own pack found. Pure. */
export function discovery(report: Report, pack: LoadedPack): Discovery {
  const { verdict, evidence, issued } = report;
  const attempts = attemptsOf(evidence.exchanges);
  const controls = (attempts.get(CONTROL) ?? []).map((attempt) => attempt.record);
  const against = baselineFor(controlsOf(controls, runNonce(verdict.seed)), pack.isChallenge);
  const surfaces: Heard[] = [];
  const notFound: MissedSurface[] = [];
  for (const node of pack.probes.filter(looksForSurface).sort((a, b) => a.position - b.position)) {
    const observations = (attempts.get(node.name) ?? []).map((attempt) => seenBy(attempt, against, pack));
    const winner = observations.find((one) => isSought(node, one));
    const found = winner && surface(node.name, winner);
    if (found) add(found, surfaces);
    else if (!winner) {
      const code = evidence.unsent.find(({ name }) => parsed(name).probe === node.name)?.code;
      const why =
        mostTelling(observations.map((one) => one.outcome)) ??
        (code === undefined ? 'nothing says where' : code === 'not-applicable' ? undefined : `unsent: ${code}`);
      const asked = [...new Set(observations.map(({ record: { request } }) => quote(request.url, 300)))].slice(0, MOST_ASKED);
      if (why !== undefined) notFound.push({ surface: node.name, outcome: why, asked });
    }
  }
  return { target: verdict.target, at: issued.at, surfaces: surfaces.map(told), notFound };
}
