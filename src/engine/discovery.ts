// What a domain publishes, as a run saw it: found where, of what kind, and what it says of itself. It decides no outcome and judges nothing.
import { probeOf } from '../contract/exchange-name.ts';
import type { Discovery, FoundSurface, MissedSurface, Unsent } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import type { CompiledProbe, LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { CONTROL } from '../pack/visit.ts';
import type { Observation } from '../record/observation.ts';
import type { Outcome } from '../record/outcome.ts';
import type { Record } from '../record/record.ts';
import { type Described, described } from './document-formats.ts';
import { isWinner } from './probe/first-of.ts';
import { exchangeMember } from './select/exchange-members.ts';
import type { Scope } from './select/scope.ts';

/** Addresses that are named where nothing was found. */
const MOST_ASKED = 4;

const RANK: readonly Outcome['is'][] = ['found', 'unclear', 'refused', 'method-refused', 'elsewhere', 'absent'];
const inWords = (given: Outcome): string =>
  given.is === 'found' ? 'found, but not what is looked for' : given.is === 'unclear' ? `unclear: ${given.why}` : given.is;

/** The outcome that tells most about a probe without a winner. */
function mostTelling(outcomes: readonly Outcome[]): string | undefined {
  const first = [...outcomes].sort((a, b) => RANK.indexOf(a.is) - RANK.indexOf(b.is))[0];
  return first && inWords(first);
}

type Heard = FoundSurface & Pick<Described, 'versions'>;

/** Why what was found is no machine surface; undefined where it is one. */
const NO_SURFACE: { readonly [is: string]: string } = { html: 'a page for people', none: 'an empty answer' };

const asksForPage = ({ request }: Record): boolean => /^text\/html\b/i.test(request.headers.accept ?? '');

/** Whoever asks for a page, or tells a server something, has got what was asked for: no surface is missing. */
const looksForOther = (record: Record): boolean => record.request.method === 'POST' || asksForPage(record);

function surface(name: string, observation: Observation): Heard {
  const { record } = observation;
  const { dialect, versions, claims } = described(record.read, record.is, record.request.method === 'POST');
  return {
    surface: name,
    url: quote(record.url, 500),
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
const toSurface = ({ versions, dialect, ...rest }: Heard): FoundSurface => ({
  ...rest,
  dialect: versions && versions.length > 0 ? `${dialect} ${versions.sort().reverse().join(', ')}` : dialect,
});

/** Probes that every rule shares look for surfaces; a sample of what those claim is none. */
const looksForSurface = ({ name, owner, probe }: CompiledProbe): boolean =>
  owner === null && name !== CONTROL && probe.sample === undefined;

/** Why a probe found no surface; undefined: it does not apply, or looked for none. */
function whyMissed(
  name: string,
  winner: Observation | undefined,
  tried: readonly Observation[],
  unsent: readonly Unsent[],
): string | undefined {
  if (winner) return looksForOther(winner.record) ? undefined : NO_SURFACE[winner.record.is];
  if (tried.length > 0 && tried.every(({ record }) => asksForPage(record))) return undefined;
  const why = mostTelling(tried.map((one) => one.outcome));
  if (why !== undefined) return why;
  const code = unsent.find((one) => probeOf(one.name) === name)?.code;
  return code === undefined ? 'nothing says where' : code === 'not-applicable' ? undefined : `unsent: ${code}`;
}

/** The surfaces that the shared probes of a pack found, as the run sees it at its end. scope: of its interpreter. */
export function readSurfaces({ probes }: LoadedPack, scope: Scope, unsent: readonly Unsent[]): Pick<Discovery, 'surfaces' | 'notFound'> {
  const surfaces: Heard[] = [];
  const notFound: MissedSurface[] = [];
  for (const { name, probe, until } of probes.filter(looksForSurface).sort((a, b) => a.position - b.position)) {
    const { observations = [], tried = [] } = scope.probe(name) ?? {};
    // What was found may have turned out otherwise since.
    const winner = observations.find((one) => isWinner(probe.firstOf ? until : undefined, one, scope).value === 'T');
    if (winner && !(winner.record.is in NO_SURFACE)) {
      add(surface(name, winner), surfaces);
      continue;
    }
    const outcome = whyMissed(name, winner, tried, unsent);
    const asked = [...new Set((winner ? [winner] : tried).map(({ record }) => quote(record.request.url, 300)))].slice(0, MOST_ASKED);
    if (outcome !== undefined) notFound.push({ surface: name, outcome, asked });
  }
  return { surfaces: surfaces.map(toSurface), notFound };
}
