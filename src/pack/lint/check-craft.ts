// What loads, and yet comes to nothing: assertions that cannot fail or are said twice, probes and schemas that nobody uses, members that no view has.
// It is said to whoever writes a pack; nobody who runs one is kept from it.
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { ASSERTION_KINDS, kindOf } from '../assertion-kinds.ts';
import { probeNames } from '../compiled/graph.ts';
import { namesOf, pathsOf } from '../compiled/path.ts';
import type { ParsedPath } from '../compiled/path-types.ts';
import { templateOf } from '../compiled/template.ts';
import { KEY, type ReportFinding, valueText } from '../finding.ts';
import { probesOf, rulesOf, schemaNamesIn, visitPack } from '../visit.ts';
import { checkAlways } from './check-always.ts';
import { checkSlips } from './check-slips.ts';
import { checkValues } from './check-values.ts';
import { checkViewMembers } from './check-view-members.ts';

/** Where only the value of an assertion is asked for, by its place: nobody reads these. What would turn a verdict there keeps a pack from loading. */
const UNREAD: readonly [place: RegExp, members: readonly string[], says: string][] = [
  [/\/not(?:\/|$)/, ['else', 'then', 'expected'], 'within not; say it beside the not'],
  [/^\/rules\/\d+\/when\//, ['then'], 'in the when of a rule: where that holds, assert gives the reason'],
];

function checkUnread(assertion: Members, pointer: string, report: ReportFinding): void {
  for (const [place, members, says] of UNREAD)
    for (const name of place.test(pointer) ? members : [])
      if (assertion[name] !== undefined) report(below(pointer, name), 'idle-member', `${name} has no effect ${says}`, KEY);
  for (const name of assertion.level === 'should' ? ['then', 'none'] : [])
    if (assertion[name] !== undefined)
      report(
        below(pointer, name),
        'idle-member',
        `${name} has no effect beside level: should: advice leaves findings, and decides nothing`,
        KEY,
      );
}

/** What an assertion asks, without what it says of that. */
function asks(assertion: Members): string {
  const { else: _, then: __, expected: ___, ...rest } = assertion;
  return JSON.stringify(rest);
}

const bare = (one: Members): boolean => ['when', 'optional', 'none', 'level'].every((name) => one[name] === undefined);

/** Of a list whose members all have to hold, or any of which may: what was asked before decides already. */
function checkTwice(list: unknown, pointer: string, all: boolean, report: ReportFinding): void {
  const members = listOf(list);
  for (const [i, one] of members.entries()) {
    if (!isObject(one)) continue;
    const before = members.slice(0, i).filter(isObject);
    const here = below(pointer, i);
    if (before.some((other) => asks(other) === asks(one)))
      report(here, 'said-twice', 'the same assertion stands before it in this list and decides');
    else if (all && kindOf(one) === 'select' && bare(one)) {
      const paths = JSON.stringify([one.select].flat());
      const over = before.find(
        (other) => bare(other) && ASSERTION_KINDS[kindOf(other)].needsNodes && JSON.stringify([other.select].flat()) === paths,
      );
      if (over)
        report(
          here,
          'said-twice',
          `that something is selected is asked before, by ${kindOf(over)} of the same paths: put this first, or leave it out`,
        );
    }
  }
}

/** Probes that a path or template names, those of rules and of other probes alike. */
function checkUnused(pack: Members, report: ReportFinding): void {
  const named = new Set<string>();
  const schemas = new Set<string>();
  let all = false;
  const path = (one: ParsedPath): void => {
    for (const name of probeNames(one)) named.add(name);
    all ||= namesOf(one.segments[0]).includes('exchanges');
  };
  visitPack(pack, {
    path: (text) => {
      for (const one of pathsOf(text)) path(one);
    },
    template: (text) => {
      for (const part of templateOf(text) ?? []) if ('path' in part) path(part.path);
    },
    schema: (schema) => {
      for (const name of schemaNamesIn(schema)) schemas.add(name);
    },
  });
  for (const { name, pointer } of probesOf(pack))
    if (!all && pack.consent === undefined && pointer !== '/control' && !named.has(name))
      report(pointer, 'unused', `no assertion and no other probe reads ${name}: it costs requests and decides nothing`, KEY);
  for (const name of Object.keys(isObject(pack.schemas) ? pack.schemas : {}))
    if (!schemas.has(name))
      report(below('/schemas', name), 'unused', `nothing refers to the schema ${valueText(name)} (pack:${name})`, KEY);
}

function checkRules(pack: Members, report: ReportFinding): void {
  const rules = rulesOf(pack);
  const [best] = listOf(pack.bands).map((band) => listOf(band)[1]);
  for (const [i, { rule, pointer }] of rules.entries()) {
    for (const name of ['order', 'title'] as const) {
      const other = rules.slice(0, i).find(({ rule: one }) => one[name] !== undefined && one[name] === rule[name]);
      const value = valueText(rule[name]);
      if (other) report(below(pointer, name), 'said-twice', `the rule ${String(other.rule.id)} has the same ${name}`, { value });
    }
    if (rule.cap !== undefined && rule.cap === best)
      report(`${pointer}/cap`, 'idle-member', `${String(best)} is the best grade of the bands, so this caps nothing`, {
        value: String(best),
      });
    if (rule.points === 0)
      report(
        `${pointer}/points`,
        'always-true',
        'a rule of 0 points decides nothing; give it points, or make it a finding (level: should) of another rule',
      );
  }
}

export function checkCraft(pack: Members, report: ReportFinding): void {
  const probes = new Map(probesOf(pack).map((use) => [use.name, use]));
  checkRules(pack, report);
  checkUnused(pack, report);
  checkValues(pack, report);
  checkSlips(pack, report);
  visitPack(pack, {
    path: (text, pointer) => {
      for (const path of pathsOf(text)) checkViewMembers(path, pointer, report);
    },
    assertion: (assertion, pointer) => {
      checkAlways(assertion, pointer, probes, report);
      checkUnread(assertion, pointer, report);
      checkTwice(assertion.when, below(pointer, 'when'), true, report);
      for (const key of ['all', 'any'] as const) checkTwice(assertion[key], below(pointer, key), key === 'all', report);
    },
  });
  for (const { rule, pointer } of rulesOf(pack))
    for (const key of ['when', 'assert'] as const) checkTwice(rule[key], `${pointer}/${key}`, true, report);
}
