// Whether a mutant of a probe asks something else, or sees something else, at the targets of cases. Only its probe is run, with those that it needs, and held against the whole run of the unchanged pack; targets that answer these requests alike are run once.
import { requestKey } from '../../contract/exchange-key.ts';
import { readExchangeName } from '../../contract/exchange-name.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { CONTROL } from '../../pack/visit.ts';
import type { Observation } from '../../record/observation.ts';
import { hopsOf } from '../../report/hops.ts';
import { fixtureOrigin } from '../../transport/fixture/routes.ts';
import type { CaseRun, Ran } from './case-runs.ts';
import type { Loading } from './loading.ts';
import type { Mutant } from './mutant.ts';

/** What some probes came to: at which answers, and in what words. */
interface Probed {
  seed: number | undefined;
  /** The rest of the target beside its routes. */
  default: unknown;
  origin: string;
  routes: ReadonlyMap<string, unknown>;
  told: string;
}

const observeAs = ({ name, outcome, record, item, claimedBy, likeControl, operations, operationsOpen }: Observation): unknown => [
  name,
  outcome,
  likeControl,
  operations,
  operationsOpen,
  requestKey(record.request),
  item && [item.observation?.name, item.view, item.path, item.open],
  claimedBy,
];

/** Everything that others can see of the probes. asked: those and what they need, of which alone exchanges are told. */
function probesText(names: ReadonlySet<string>, asked: ReadonlySet<string>, { interpreter, evidence }: Ran): string {
  const scope = interpreter.scope();
  const values = [...names].map((name) => {
    const value = scope.probe(name);
    return (
      value && [
        value.open,
        value.openAt?.name,
        value.partial,
        value.partlyTried,
        value.drawn,
        value.list,
        value.observations.map(observeAs),
        value.tried.map(observeAs),
      ]
    );
  });
  // Controls are asked for all probes together, and what is asked once more at the end of a run for what rules say.
  const own = (name: string): boolean => {
    const { probe, onceMore } = readExchangeName(name);
    return probe !== CONTROL && asked.has(probe) && onceMore !== 'again' && onceMore !== 'last';
  };
  // What an exchange has of all probes that share it (its claims, how much is read, how far it is followed) observations say of one.
  const exchanges = evidence.exchanges
    .map((one) => ({ ...one, names: one.names.filter(own) }))
    .filter((one) => one.names.length > 0)
    .map(({ names: by, request, fresh, stopped }) => [by, requestKey(request), fresh, stopped]);
  return JSON.stringify([values, exchanges, evidence.unsent.filter(({ name }) => own(name))]);
}

function isAlike(run: CaseRun, probed: Probed): boolean {
  const { one, target } = run;
  if (one.seed !== probed.seed || target.default !== probed.default || fixtureOrigin(target) !== probed.origin) return false;
  for (const [hop, route] of probed.routes) if (run.answering(hop) !== route) return false;
  return true;
}

export class ProbeMutants {
  constructor(private readonly loading: Loading) {}

  /** pack: of the mutant. Points, caps and bands are no question of requests: of these it says nothing, and the case is run. */
  of(mutant: Mutant, pack: LoadedPack): (run: CaseRun) => Promise<boolean> {
    const { touched } = this.loading;
    const changed = touched.probes(mutant);
    if (!changed || changed.size === 0) return async () => !changed;
    /** Of this mutant, by the probes that were run. */
    const known = new Map<string, Probed[]>();
    return async (run) => {
      // Probes that the rule of the case does not rest on change nothing for it.
      const names = run.askedFor(changed);
      const asked = touched.resting.upTo(names);
      const key = [...names].join(' ');
      const ofKey = known.get(key) ?? [];
      known.set(key, ofKey);
      try {
        const was = probesText(names, asked, run.ran);
        return was !== (await this.#come(run, pack, names, asked, ofKey)).told;
      } catch {
        // Nothing can be said of it short of a whole run.
        return true;
      }
    };
  }

  async #come(run: CaseRun, pack: LoadedPack, names: ReadonlySet<string>, asked: ReadonlySet<string>, known: Probed[]): Promise<Probed> {
    const like = known.find((one) => isAlike(run, one));
    if (like) return like;
    const ran = await run.probed(pack, asked);
    const { one, target } = run;
    const hops = ran.evidence.exchanges.flatMap(hopsOf).map(({ request: { method, url } }) => `${method} ${url}`);
    const probed: Probed = {
      seed: one.seed,
      default: target.default,
      origin: fixtureOrigin(target),
      routes: new Map(hops.map((hop) => [hop, run.answering(hop)])),
      told: probesText(names, asked, ran),
    };
    known.push(probed);
    return probed;
  }
}
