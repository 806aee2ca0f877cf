// Builds the one document of a pack out of pack.yaml, its rule files and the pack that it extends. It reads no file.
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import type { ReportFinding } from '../finding.ts';
import { suggestion } from '../nearest.ts';
import type { SourceDocument } from './read-document.ts';
import { Resolved } from './resolved.ts';

export interface PackParts {
  pack: SourceDocument;
  rules: SourceDocument[];
  base?: Resolved;
}

const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

interface PlacedRule {
  value: Members;
  origin: { source: SourceDocument; pointer: string };
}

const compare = (a: PlacedRule, b: PlacedRule): number => {
  const [x, y] = [a.value, b.value];
  const order = (typeof x.order === 'number' ? x.order : 0) - (typeof y.order === 'number' ? y.order : 0);
  if (order !== 0) return order;
  return String(x.id) < String(y.id) ? -1 : String(x.id) > String(y.id) ? 1 : 0;
};

/** Rules of the base that stay: not dropped, and not replaced by one of the same id. */
function inherited(
  base: Resolved | undefined,
  own: ReadonlyMap<string, SourceDocument>,
  changes: Members,
  report: ReportFinding,
  reportRule: (source: SourceDocument) => ReportFinding,
): PlacedRule[] {
  if (!base) return [];
  const ids = listOf(base.value.rules).map((r) => String(membersOf(r).id));
  const drop = listOf(changes.drop).map(String);
  const replace = listOf(changes.replace).map(String);
  for (const [key, list] of [['drop', drop] as const, ['replace', replace] as const]) {
    for (const [i, id] of list.entries()) {
      if (!ids.includes(id))
        report(`/extends/${key}/${i}`, 'unknown-rule', `the pack that this extends has no rule ${id}${suggestion(id, ids)}`);
      else if (key === 'replace' && !own.has(id))
        report(`/extends/${key}/${i}`, 'unknown-rule', `no file ${id}.yaml stands here to replace the rule`);
      else if (key === 'replace' && drop.includes(id)) report(`/extends/${key}/${i}`, 'unknown-rule', 'the rule is named in drop too');
    }
  }
  return ids.flatMap((id, i): PlacedRule[] => {
    const source = own.get(id);
    if (source && !replace.includes(id) && !drop.includes(id)) {
      reportRule(source)(
        '/id',
        'rule-twice',
        `the pack that this extends has a rule ${id}; name it in extends.replace to put this one in its place`,
      );
    }
    if (drop.includes(id) || source) return [];
    return [{ value: membersOf(listOf(base.value.rules)[i]), origin: base.origin(`/rules/${i}`) }];
  });
}

/** Named parts (probes, schemas) of base and own; a name in both is a mistake, since the base's rules rely on it. */
function mergeNamed(key: 'probes' | 'schemas', { pack, base }: PackParts, out: Resolved): Members {
  const own = membersOf(membersOf(pack.value)[key]);
  const theirs = membersOf(base?.value[key]);
  const all: Members = {};
  for (const [name, value] of Object.entries(theirs)) {
    all[name] = value;
    if (Object.hasOwn(own, name)) {
      const what = key === 'probes' ? 'probe' : 'schema';
      out.reportIn(pack)(below(`/${key}`, name), `${what}-twice`, `the pack that this extends has a ${what} ${name}; take another name`, {
        part: 'key',
      });
    } else if (base) out.mount(below(`/${key}`, name), base.origin(below(`/${key}`, name)));
  }
  return Object.assign(all, own);
}

/** A probe of the base as it stands in the resolved pack. */
interface Sampler {
  probe: Members;
  pointer: string;
  /** Puts a probe in its place; the one of the base stays as it is. */
  put(probe: Members): void;
}

/** A request for a larger sample that can be met: where it is written, and where it stands then. */
interface Enlarged {
  name: string;
  pointer: string;
}

/** Changes what is asked for, and reports at pointers of pack.yaml what cannot be. */
function enlarge(samples: Members, samplers: ReadonlyMap<string, Sampler>, report: ReportFinding): Enlarged[] {
  const drawing = [...samplers].filter(([, { probe }]) => typeof probe.sample === 'number').map(([name]) => name);
  return Object.entries(samples).flatMap(([name, wanted]): Enlarged[] => {
    const at = below('/extends/samples', name);
    const sampler = samplers.get(name);
    const before = sampler?.probe.sample;
    if (!sampler || typeof before !== 'number') {
      const text = sampler ? `the probe ${name} draws no sample as a whole` : `the pack that this extends has no probe ${name}`;
      report(at, 'bad-sample', `${text}${sampler ? '' : suggestion(name, drawing)}`, { part: 'key' });
      return [];
    }
    // The shape of the file is judged elsewhere; a sample that shrinks would keep the sentences of the base and show less.
    if (typeof wanted !== 'number') return [];
    if (wanted <= before) {
      report(at, 'bad-sample', `expected more than ${before}, the sample of the pack that this extends`, { value: String(wanted) });
      return [];
    }
    sampler.put({ ...sampler.probe, sample: wanted });
    return [{ name, pointer: `${sampler.pointer}/sample` }];
  });
}

/** Named probes of a list of them, each with how to put another one in its place. */
function samplersOf(probes: unknown, pointer: string, put: (name: string, probe: Members) => void): [string, Sampler][] {
  if (!isObject(probes)) return [];
  return Object.entries(probes).flatMap(([name, probe]): [string, Sampler][] =>
    isObject(probe) ? [[name, { probe, pointer: below(pointer, name), put: (other) => put(name, other) }]] : [],
  );
}

/** Larger samples that pack.yaml asks of probes of its base, shared ones and those of rules that stay. Changes values, never those of the base. */
function enlargeSamples({ pack }: PackParts, samples: Members, kept: readonly PlacedRule[], out: Resolved): void {
  const probes = membersOf(out.value.probes);
  const own = new Set(Object.keys(membersOf(membersOf(pack.value).probes)));
  const shared = samplersOf(probes, '/probes', (name, probe) => {
    out.value.probes = { ...membersOf(out.value.probes), [name]: probe };
  }).filter(([name]) => !own.has(name));
  const rules = listOf(out.value.rules) as Members[];
  const carried = rules.flatMap((rule, i) =>
    kept.some(({ value }) => value === rule)
      ? samplersOf(rule.probes, `/rules/${i}/probes`, (name, probe) => {
          rules[i] = { ...rules[i], probes: { ...membersOf(rules[i]?.probes), [name]: probe } };
        })
      : [],
  );
  const samplers = new Map<string, Sampler>([...carried, ...shared]);
  for (const { name, pointer } of enlarge(samples, samplers, out.reportIn(pack)))
    out.mount(pointer, { source: pack, pointer: below('/extends/samples', name) });
}

/** What the base demands of a rule that this pack takes out or replaces stands where it says so: whoever wrote the base cannot mend it. */
function placeDemands({ pack }: PackParts, out: Resolved): void {
  const changes = membersOf(membersOf(pack.value).extends);
  for (const key of ['drop', 'replace'])
    for (const [i, id] of listOf(changes[key]).entries())
      out.mount(below('/coverage', String(id)), { source: pack, pointer: `/extends/${key}/${i}` });
}

const TOP = 'name version title engine consent limits control challenges unrouted bands score operations coverage documents'.split(' ');

/** The resolved pack. Mistakes of merging are among its findings; the shape of parts is not judged here. */
export function resolve(parts: PackParts): Resolved {
  const { pack, rules, base } = parts;
  const file = membersOf(pack.value);
  const value: Members = { format: 1 };
  const out = new Resolved(value, pack);
  for (const key of TOP) {
    if (file[key] !== undefined) value[key] = file[key];
    else if (base && base.value[key] !== undefined) {
      value[key] = base.value[key];
      out.mount(`/${key}`, base.origin(`/${key}`));
    }
  }
  if (file.coverage === undefined) placeDemands(parts, out);
  const schemas = mergeNamed('schemas', parts, out);
  if (Object.keys(schemas).length > 0) value.schemas = schemas;
  value.probes = mergeNamed('probes', parts, out);
  const own = rules
    .filter((r) => isObject(r.value))
    .map((source): PlacedRule => ({ value: source.value as Members, origin: { source, pointer: '' } }));
  const byId = new Map(own.map((r) => [String(r.value.id), r.origin.source]));
  const kept = inherited(base, byId, membersOf(file.extends), out.reportIn(pack), (source) => out.reportIn(source));
  const all = [...kept, ...own].sort(compare);
  value.rules = all.map((r) => r.value);
  for (const [i, rule] of all.entries()) out.mount(`/rules/${i}`, rule.origin);
  if (base) enlargeSamples(parts, membersOf(membersOf(file.extends).samples), kept, out);
  return out;
}
