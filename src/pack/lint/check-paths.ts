// Checks every path and template of a pack: its grammar, and that each name means something where it stands. It evaluates none.
import { isObject, type Members } from '../../contract/json.ts';
import { VIEW_NAMES } from '../../contract/view.ts';
import { RESERVED } from '../compiled/graph.ts';
import { type LocatedPath, readPath, SyntaxFault } from '../compiled/path.ts';
import type { Segment } from '../compiled/path-types.ts';
import { readTemplate } from '../compiled/template.ts';
import type { ReportFinding } from '../finding.ts';
import { suggestion } from '../nearest.ts';
import { isList } from '../probe-shape.ts';
import { type ProbeUse, probesOf, rulesOf, type VisitContext, visitPack } from '../visit.ts';

/** The closed members of an exchange; every other member is a view. */
const EXCHANGE_MEMBERS =
  'status url request headers type is outcome likeControl operations operationsOpen redirects claimedBy item unread'.split(' ');
const SCALARS = new Set(['status', 'url', 'type', 'is', 'outcome', 'likeControl', 'operationsOpen']);
const COVERAGE_MEMBERS = ['claimed', 'askable', 'asked', 'notAskable'];
/** Where names that not every context has may stand. */
const ONLY_IN = {
  item: 'the request of a source that has select',
  each: 'equal, conforms and verifies',
  value: 'the request of a source that has value',
  self: 'until, in repeat.merge and in secret',
} as const;
const GUARDED = Object.keys(ONLY_IN) as (keyof typeof ONLY_IN)[];
/** What a path may begin with beside probes. */
const ROOTS = [...GUARDED, 'run', 'env', 'row', 'tried', 'exchanges', 'coverage', 'documents'];
const RUN_MEMBERS = ['target', 'seed', 'nonce'];

/** One path in its text, with the columns (from 1) of its selectors there. */
interface Placed {
  segments: readonly Segment[];
  columns: readonly (readonly number[])[];
  text: string;
  pointer: string;
  context: VisitContext;
}

/** What stands below an exchange: its own members, and its body as each view reads it. */
const MEMBERS: ReadonlySet<string> = new Set([...EXCHANGE_MEMBERS, ...VIEW_NAMES]);

class PathCheck {
  /** Names of the documents that the pack carries. */
  readonly #documents: readonly string[];
  /** Ids of the rules that have coverage. */
  readonly #covered: ReadonlySet<string>;

  constructor(
    private readonly probes: ReadonlyMap<string, ProbeUse>,
    pack: Members,
    private readonly report: ReportFinding,
  ) {
    this.#documents = isObject(pack.documents) ? Object.keys(pack.documents) : [];
    this.#covered = new Set(rulesOf(pack).flatMap(({ rule }) => (rule.coverage === undefined ? [] : [String(rule.id)])));
  }

  #say(at: Placed, code: Parameters<ReportFinding>[1], text: string, segment: number, selector = 0): void {
    const column = at.columns[segment]?.[selector] ?? at.columns[segment]?.[0] ?? 1;
    this.report(at.pointer, code, text, { part: { within: column - 1, value: at.text } });
  }

  check(at: Placed): void {
    const [head] = at.segments;
    if (!head || head.descendant || head.selectors.some((s) => s.kind !== 'name')) {
      this.#say(
        at,
        'bad-path',
        'a path begins with the name of a probe, such as $.name, or with $.run, $.item, $.self, $.each or $.tried',
        0,
      );
      return;
    }
    for (const [i, selector] of head.selectors.entries()) if (selector.kind === 'name') this.#root(selector.name, i, at);
  }

  #root(name: string, i: number, at: Placed): void {
    const guarded = GUARDED.find((one) => one === name);
    if (name === 'run') this.#names(at, 1, RUN_MEMBERS, '$.run has the members');
    else if (name === 'env' || name === 'row') this.#value(name, at);
    else if (guarded && !at.context[guarded]) this.#say(at, 'unknown-name', `$.${name} stands only in ${ONLY_IN[guarded]}`, 0, i);
    else if (name === 'self') this.#member(at, 1);
    else if (name === 'documents') {
      this.#names(at, 1, this.#documents, 'documents of this pack:');
      this.#member(at, 2);
    } else if (name === 'tried') this.#tried(at);
    else if (name === 'exchanges' || name === 'coverage') this.#ofTheRun(name, i, at);
    else if (!guarded) this.#ofProbe(name, i, at);
  }

  #ofProbe(name: string, i: number, at: Placed): void {
    const use = this.#probe(name, 0, i, at);
    if (use && isList(use.probe)) this.#listed(at, 1, name);
    else if (use) this.#member(at, 1);
  }

  /** $.exchanges and $.coverage are known when all else is: no request may rest on them. */
  #ofTheRun(name: 'exchanges' | 'coverage', i: number, at: Placed): void {
    if (at.context.probe !== null) this.#say(at, 'unknown-name', `$.${name} stands only in the when and assert of a rule`, 0, i);
    else if (name === 'exchanges') this.#listed(at, 1, name);
    else if (!this.#covered.has(String(at.context.owner)))
      this.#say(at, 'unknown-name', '$.coverage stands only in a rule that has coverage', 0, i);
    else this.#names(at, 1, COVERAGE_MEMBERS, '$.coverage has the members');
  }

  /** $.env and $.row hold values by name, and nothing below. */
  #value(name: string, at: Placed): void {
    const [, here, further] = at.segments;
    const named = here && !here.descendant && here.selectors.every((s) => s.kind === 'name');
    if (!named) this.#say(at, 'unknown-name', `$.${name} is followed by the name of a value, such as $.${name}.user`, here ? 1 : 0);
    else if (further) this.#say(at, 'unknown-name', `values of $.${name} have no members`, 2);
  }

  /** The probe of a name, or undefined after a finding. */
  #probe(name: string, segment: number, selector: number, at: Placed): ProbeUse | undefined {
    const use = RESERVED.has(name) ? undefined : this.probes.get(name);
    if (!use) {
      const known = [...this.probes.values()].filter((p) => !RESERVED.has(p.name));
      const names = known.filter((p) => p.owner === null || p.owner === at.context.owner).map((p) => p.name);
      this.#say(
        at,
        'unknown-name',
        `no probe is called ${name}${suggestion(name, [...names, ...(segment === 0 ? ROOTS : [])])}`,
        segment,
        selector,
      );
      return undefined;
    }
    if (use.owner !== null && use.owner !== at.context.owner) {
      this.#say(
        at,
        'foreign-probe',
        `the probe ${name} belongs to the rule ${use.owner}; probes of several rules stand in pack.yaml`,
        segment,
        selector,
      );
      return undefined;
    }
    return use;
  }

  #tried(at: Placed): void {
    const names = at.segments[1];
    if (!names || names.descendant || names.selectors.some((s) => s.kind !== 'name')) {
      this.#say(at, 'unknown-name', '$.tried is followed by the name of a probe, such as $.tried.name[*]', names ? 1 : 0);
      return;
    }
    for (const [i, s] of names.selectors.entries()) if (s.kind === 'name') this.#probe(s.name, 1, i, at);
    this.#listed(at, 2, `tried.${names.selectors.map((s) => (s.kind === 'name' ? s.name : '')).join()}`);
  }

  #names(at: Placed, segment: number, names: readonly string[], what: string): void {
    const here = at.segments[segment];
    const wrong = here?.selectors.findIndex((s) => s.kind !== 'name' || !names.includes(s.name)) ?? 0;
    if (!here || here.descendant || wrong >= 0)
      this.#say(at, 'unknown-name', `${what} ${names.join(', ') || 'none'}`, here ? segment : 0, Math.max(wrong, 0));
  }

  #listed(at: Placed, segment: number, name: string): void {
    const here = at.segments[segment];
    if (!here) return;
    const wrong = here.selectors.findIndex((s) => s.kind === 'name');
    if (here.descendant || wrong >= 0) {
      this.#say(
        at,
        'unknown-member-of-exchange',
        `$.${name} is a list of exchanges; write $.${name}[*] and then the member`,
        segment,
        Math.max(wrong, 0),
      );
      return;
    }
    this.#member(at, segment + 1);
  }

  /** The segment that names a member of one exchange. */
  #member(at: Placed, segment: number): void {
    const here = at.segments[segment];
    if (!here) return;
    if (here.descendant) {
      this.#say(at, 'unknown-member-of-exchange', 'name a member or view of the exchange before ..', segment);
      return;
    }
    for (const [i, selector] of here.selectors.entries()) {
      if (selector.kind !== 'name')
        this.#say(at, 'unknown-member-of-exchange', 'this is one exchange, not a list; name a member or a view of it', segment, i);
      else if (!MEMBERS.has(selector.name)) {
        this.#say(
          at,
          'unknown-member-of-exchange',
          `an exchange has no member and no view ${selector.name}${suggestion(selector.name, MEMBERS)}`,
          segment,
          i,
        );
      } else if (SCALARS.has(selector.name) && at.segments[segment + 1])
        this.#say(at, 'unknown-member-of-exchange', `${selector.name} is a single value and has no members`, segment + 1);
      else if (selector.name === 'headers') this.#header(at, segment + 1);
    }
  }

  /** Names of headers are recorded in lower case. */
  #header(at: Placed, segment: number): void {
    for (const [i, selector] of (at.segments[segment]?.selectors ?? []).entries())
      if (selector.kind === 'name' && selector.name !== selector.name.toLowerCase())
        this.#say(
          at,
          'unknown-member-of-exchange',
          `names of headers are in lower case here: write ${selector.name.toLowerCase()}`,
          segment,
          i,
        );
  }
}

/** Reads every path and template; those that can be read are then checked name by name. */
export function checkPaths(pack: Members, report: ReportFinding): void {
  const probes = new Map<string, ProbeUse>();
  for (const use of probesOf(pack)) if (!probes.has(use.name)) probes.set(use.name, use);
  const check = new PathCheck(probes, pack, report);
  const placed =
    (code: 'bad-path' | 'bad-template', read: (text: string) => readonly LocatedPath[]) =>
    (text: string, pointer: string, context: VisitContext): void => {
      try {
        for (const { path, columns } of read(text)) check.check({ segments: path.segments, columns, text, pointer, context });
      } catch (error) {
        if (!(error instanceof SyntaxFault)) throw error;
        report(pointer, code, error.message, { part: { within: error.column - 1, value: text }, value: text });
      }
    };
  visitPack(pack, {
    path: placed('bad-path', (text) => [readPath(text)]),
    template: placed('bad-template', (text) => readTemplate(text).paths),
  });
}
