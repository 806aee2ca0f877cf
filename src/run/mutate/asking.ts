// Whether a mutant of a probe asks something else, or sees something else, at the targets of cases. Only its probe is run, with those that it needs; targets that answer these requests alike are run once.
import { requestKey } from '../../contract/exchange-key.ts';
import type { Evidence } from '../../contract/generated/types.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { Observation } from '../../record/observation.ts';
import { hopsOf } from '../../report/hops.ts';
import { fixtureOrigin } from '../../transport/fixture/routes.ts';
import type { CaseRun } from './case-runs.ts';
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

/** Everything that others can see of the probes. */
function probesText(names: ReadonlySet<string>, interpreter: Interpreter, { exchanges, unsent }: Evidence): string {
  const scope = interpreter.scope();
  const values = [...names].map((name) => {
    const value = scope.probe(name);
    return (
      value && [
        value.open,
        value.openAt?.name,
        value.partial,
        value.drawn,
        value.list,
        value.observations.map(observeAs),
        value.tried.map(observeAs),
      ]
    );
  });
  const asked = exchanges.map(({ names: by, request, bytes, follow, fresh, claimedBy, stopped }) => [
    by,
    requestKey(request),
    bytes,
    follow,
    fresh,
    claimedBy,
    stopped,
  ]);
  return JSON.stringify([values, asked, unsent]);
}

function isAlike(run: CaseRun, probed: Probed): boolean {
  const { one, target } = run;
  if (one.seed !== probed.seed || target.default !== probed.default || fixtureOrigin(target) !== probed.origin) return false;
  for (const [hop, route] of probed.routes) if (run.answering(hop) !== route) return false;
  return true;
}

export class ProbeMutants {
  /** Of the unchanged pack, by the probes that were run. */
  readonly #unchanged = new Map<string, Probed[]>();

  constructor(private readonly loading: Loading) {}

  /** pack: of the mutant. Points, caps and bands are no question of requests: of these it says nothing, and the case is run. */
  of(mutant: Mutant, pack: LoadedPack): (run: CaseRun) => Promise<boolean> {
    const { touched, pack: unchanged } = this.loading;
    const names = touched.probes(mutant);
    if (!names || names.size === 0) return async () => !names;
    const key = [...names].sort().join(' ');
    const before = this.#unchanged.get(key) ?? [];
    this.#unchanged.set(key, before);
    const after: Probed[] = [];
    const needed = touched.resting.upTo(names);
    return async (run) => {
      try {
        const was = await this.#come(run, unchanged, names, needed, before);
        return was.told !== (await this.#come(run, pack, names, needed, after)).told;
      } catch {
        // Nothing can be said of it short of a whole run.
        return true;
      }
    };
  }

  async #come(run: CaseRun, pack: LoadedPack, names: ReadonlySet<string>, needed: ReadonlySet<string>, known: Probed[]): Promise<Probed> {
    const like = known.find((one) => isAlike(run, one));
    if (like) return like;
    const { interpreter, evidence } = await run.probed(pack, needed);
    const { one, target } = run;
    const hops = evidence.exchanges.flatMap(hopsOf).map(({ request: { method, url } }) => `${method} ${url}`);
    const probed: Probed = {
      seed: one.seed,
      default: target.default,
      origin: fixtureOrigin(target),
      routes: new Map(hops.map((hop) => [hop, run.answering(hop)])),
      told: probesText(names, interpreter, evidence),
    };
    known.push(probed);
    return probed;
  }
}
