// Assertions that nothing can make false, or nothing true, whatever is asked and answered.
import type { Probe } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { kindOf } from '../assertion-kinds.ts';
import { nameOf, pathsOf } from '../compiled/path.ts';
import type { ParsedPath } from '../compiled/path-types.ts';
import { isLiteral, templateOf } from '../compiled/template.ts';
import { KEY, type ReportFinding } from '../finding.ts';
import { isList, methodOf } from '../probe-shape.ts';
import type { ProbeUse } from '../visit.ts';
import { isIdle } from './check-members.ts';
import { isOfExchanges, isSingle, memberAt } from './member-of.ts';

type Probes = ReadonlyMap<string, ProbeUse>;

/** Members that an exchange has whatever came of it. */
const ALWAYS = new Set(['url', 'request', 'headers', 'is', 'outcome', 'redirects', 'claimedBy']);

/** One request that nothing holds back. */
const isAlwaysSent = (probe: Probe): boolean =>
  probe.when === undefined && probe.select === undefined && isLiteral(templateOf(methodOf(probe)?.url) ?? []);

/** Why a path always selects something, or undefined. */
function neverEmpty({ segments }: ParsedPath, probes: Probes): string | undefined {
  const [root, member] = segments.map(({ selectors: [only, ...more] }) =>
    only?.kind === 'name' && more.length === 0 ? only.name : undefined,
  );
  const probe = root === undefined ? undefined : (probes.get(root)?.probe as Probe | undefined);
  if (!probe || probe.firstOf || isList(probe) || !isAlwaysSent(probe)) return undefined;
  const hint = `say {select: $.${root}.outcome, schema: {const: found}}, or make the probe a firstOf`;
  if (segments.length === 1) return `the exchange of a plain request is there whatever came of it; ${hint}`;
  if (segments.length > 2 || member === undefined || !ALWAYS.has(member)) return undefined;
  return `every exchange has ${member}, whatever came of it; ${hint}`;
}

const form = ({ segments }: ParsedPath): string => JSON.stringify(segments);

/** Every value is valid: those of this member, or any. */
function checkIdle(assertion: Members, kind: 'schema' | 'some', pointer: string, probes: Probes, report: ReportFinding): void {
  const schema = assertion[kind];
  if (!isObject(schema)) return;
  const at = below(pointer, kind);
  const [path, ...more] = pathsOf(assertion.select);
  const member = path && more.length === 0 ? memberAt(path) : undefined;
  if (Object.keys(schema).length === 0)
    report(at, 'always-true', 'every value is valid under an empty schema; leave it out, or say what is expected', KEY);
  else if (assertion.then !== undefined) return;
  // A type alone also says that something is there: that decides, but where it always is.
  else if (isIdle(schema) || (isIdle(schema, member) && (schema.type === undefined || (path && neverEmpty(path, probes) !== undefined))))
    report(at, 'always-true', `every ${member?.name ?? 'value'} is valid under this schema; leave it out, or say what is expected`, KEY);
  else if (isIdle(schema.not) && assertion.optional === undefined && assertion.none === undefined)
    report(at, 'always-false', 'no value is valid under this schema; where nothing may stand, say count: {max: 0}', KEY);
}

/** What the paths select is compared with what they select. */
function checkItself(assertion: Members, pointer: string, report: ReportFinding): void {
  const selected = pathsOf(assertion.select);
  const [first, ...more] = selected;
  if (!first) return;
  const says = 'a value is compared with itself; name what it is to be like';
  const [other] = pathsOf(assertion.equal);
  // Of several nodes a path gives no value to be equal to: so it is asked that there is one.
  if (other && more.length === 0 && ((isSingle(first) && form(first) === form(other)) || /^\$\.each$/.test(other.text)))
    report(below(pointer, 'equal'), 'always-true', says, { value: other.text });
  const among = isObject(assertion.in) ? assertion.in : {};
  const others = pathsOf(among.of).map(form);
  // With more at least it counts how many there are.
  if (others.length > 0 && (among.min === undefined || among.min === 1) && selected.every((path) => others.includes(form(path))))
    report(below(pointer, 'in'), 'always-true', 'what is selected is looked for among itself; name what it is to be among');
}

/** What is asked of several values, where at most one is selected by each path. */
function checkSingles({ select, unique, count }: Members, pointer: string, report: ReportFinding): void {
  const selected = pathsOf(select);
  if (selected.length === 0 || selected.length < [select].flat().length || !selected.every(isSingle)) return;
  const most = selected.length;
  const says = `${most === 1 ? 'the path selects one value' : `the paths select ${most} values`} at most; write [*] for each element of a list`;
  if (unique === true && most === 1) report(below(pointer, 'unique'), 'always-true', says, KEY);
  if (!isObject(count)) return;
  const { min, max } = count;
  if (typeof min === 'number' && min > most) report(below(pointer, 'count', 'min'), 'always-false', says, { value: String(min) });
  else if (typeof max === 'number' && max >= most && (min === undefined || min === 0))
    report(below(pointer, 'count', 'max'), 'always-true', says, { value: String(max) });
}

/** What stands below an exchange is none: whatever it came with would be held against the operation, and the target blamed. */
function checkConforms({ select, conforms }: Members, pointer: string, report: ReportFinding): void {
  if (conforms === undefined) return;
  for (const [i, text] of [select].flat().entries())
    for (const path of pathsOf(text))
      if (!isOfExchanges(path) && nameOf(path.segments[0]) !== undefined)
        report(
          Array.isArray(select) ? below(pointer, 'select', i) : below(pointer, 'select'),
          'wrong-value',
          'conforms holds exchanges against operations, and what is selected here is none: end the path at the exchange',
          { value: path.text },
        );
}

export function checkAlways(assertion: Members, pointer: string, probes: Probes, report: ReportFinding): void {
  const kind = kindOf(assertion);
  // Beside then it is the way that is left, with a reason of its own.
  if (kind === 'select' && assertion.then === undefined)
    for (const path of pathsOf(assertion.select)) {
      const why = neverEmpty(path, probes);
      if (why !== undefined) report(below(pointer, 'select'), 'always-true', why, { value: path.text });
    }
  if (kind === 'schema' || kind === 'some') checkIdle(assertion, kind, pointer, probes, report);
  if (isObject(assertion.count) && assertion.count.min === 0 && assertion.count.max === undefined)
    report(below(pointer, 'count'), 'always-true', 'a count is never less than 0; say at least min: 1, or a max', KEY);
  if (isObject(assertion.count) && assertion.count.max === 0 && assertion.optional === true)
    report(
      below(pointer, 'optional'),
      'idle-member',
      'where nothing stands, which max: 0 asks for, it would not apply, and never hold: leave optional out',
      KEY,
    );
  if (assertion.then === undefined) {
    checkItself(assertion, pointer, report);
    checkSingles(assertion, pointer, report);
  }
  checkConforms(assertion, pointer, report);
}
