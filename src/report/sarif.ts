// Results as SARIF 2.1.0: one run a pack, one result a fault. What passes or does not apply is no result: SARIF lists problems.
import type { Pack, Rule } from '../contract/generated/types.ts';
import { visible } from '../contract/quote.ts';
import type { CaseProblem, TestedPack } from './cases.ts';
import { fixFor } from './fix.ts';
import { count, headline, outcomes } from './outcomes.ts';
import { prose } from './prose.ts';
import type { Result, ResultLine } from './result.ts';
import { inFile, message, notifications, sarifResults, strictUri } from './sarif-results.ts';

const SARIF = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

function helpUri({ refs }: Rule): string | undefined {
  const ref = refs.find((one) => /^https:/.test(one) && URL.canParse(one));
  return ref && strictUri(ref);
}

function descriptor(rule: Rule): object {
  const uri = helpUri(rule);
  return {
    id: rule.id,
    shortDescription: { text: message(rule.title) },
    fullDescription: { text: message(rule.why, '\n') },
    // What is to be pasted arrives as it is: only a message has links that viewers make.
    help: { text: visible(fixFor(rule.fix, '').trim(), '\n'), markdown: prose(fixFor(rule.fix, '')) },
    ...(uri === undefined ? {} : { helpUri: uri }),
    defaultConfiguration: { level: 'error' },
    properties: rule.cap === undefined ? { points: rule.points } : { cap: rule.cap },
  };
}

/** Rules of the pack where it is at hand; else what the reports say of them. And the lines that are no check. */
function descriptors(document: Pack | undefined, results: readonly Result[]): object[] {
  const found = new Map<string, object>(document?.rules.map((rule) => [rule.id, descriptor(rule)]));
  for (const line of results.flatMap(outcomes)) {
    if (!found.has(line.id)) found.set(line.id, { id: line.id, shortDescription: { text: message(line.title) } });
  }
  return [...found.values()];
}

/** How much each check showed of what is claimed, in words. */
function coverageOf(lines: readonly ResultLine[]): object {
  const told = lines.flatMap(({ id, coverage }) => (coverage === undefined ? [] : [[visible(id), visible(coverage)] as const]));
  return told.length === 0 ? {} : { coverage: Object.fromEntries(told) };
}

function facts(result: Result): object {
  const { report, target, name, service } = result;
  const lines = outcomes(result);
  return {
    target: visible(target),
    ...(name === undefined ? {} : { name: visible(name) }),
    ...(service === undefined ? {} : { service: visible(service) }),
    result: headline(result),
    ...(report
      ? { grade: report.verdict.grade, seed: report.verdict.seed, verdictDigest: report.verdictDigest, mode: report.issued.mode }
      : {}),
    ...(report?.kind === 'PinnedVerificationReport' ? { ratified: report.verdict.ratified, passed: report.passed } : {}),
    ...coverageOf(lines),
    counts: { pass: count(lines, 'pass'), fail: count(lines, 'fail'), inconclusive: count(lines, 'inconclusive') },
  };
}

/** Of what is undefined JSON says nothing. */
const toolOf = (rules: object[], pack: Result['pack'], packDigest: string | undefined, version: string): object => ({
  driver: { name: 'axproof', version, rules, properties: { pack: pack.name, packVersion: pack.version, packDigest } },
});

const log = (runs: object[]): string => `${JSON.stringify({ $schema: SARIF, version: '2.1.0', runs }, null, 2)}\n`;

function run(results: readonly Result[], version: string): object {
  const { pack } = results[0]!;
  const document = results.find((result) => result.document)?.document;
  const digest = results.find(({ report }) => report)?.report?.verdict.pack.digest;
  const noted = results.flatMap(notifications);
  return {
    tool: toolOf(descriptors(document, results), pack, digest, version),
    automationDetails: { id: `axproof/${pack.name}/` },
    invocations: [
      {
        executionSuccessful: results.every(({ error }) => error === undefined),
        ...(noted.length === 0 ? {} : { toolExecutionNotifications: noted }),
      },
    ],
    results: results.flatMap(sarifResults),
    properties: { runs: results.map(facts) },
  };
}

/** A run without a report knows no digest: it stands with the others of its pack. */
function byPack(results: readonly Result[]): Result[][] {
  const named = ({ pack: { name, version } }: Result): string => JSON.stringify([name, version]);
  const digestOf = ({ report }: Result): string | undefined => report?.verdict.pack.digest;
  const known = new Map(results.filter(digestOf).map((result) => [named(result), digestOf(result)]));
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = `${named(result)} ${digestOf(result) ?? known.get(named(result))}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()];
}

/** `version` is that of axproof. */
export function sarif(results: readonly Result[], version: string): string {
  return log(byPack(results).map((group) => run(group, version)));
}

const MEANS: { readonly [code in CaseProblem['code']]: string } = {
  'case-fails': 'The rule says something else of the case than it expects.',
  'case-unread': 'The case, or its target, does not load.',
  'case-twice': 'Two cases of a rule have the same name.',
  'dead-route': 'No request takes the route.',
  'unknown-code': 'The rule has no such reason.',
  'reason-unshown': 'No case shows the reason.',
  'no-rule': 'The case file belongs to no rule of the pack.',
};

const AT = /^(.+?)(?::(\d+):(\d+))?$/s;

function location(at: string): object {
  const [, file = at, line, column] = AT.exec(at) ?? [];
  return inFile(file, line === undefined ? undefined : { startLine: Number(line), startColumn: Number(column) });
}

/** What does not hold of the cases of a pack: a result a problem, at its file and line. */
export function casesSarif({ pack, problems }: TestedPack, version: string): string {
  const rules = Object.entries(MEANS).map(([id, text]) => ({ id, shortDescription: { text } }));
  const run = {
    tool: toolOf(rules, pack, pack.digest, version),
    results: problems.map(({ code, rule, case: name, at, text }) => ({
      ruleId: code,
      level: 'error',
      message: { text: visible(`${rule}: ${name === undefined ? '' : `${name}: `}${text}`) },
      locations: [location(at)],
    })),
  };
  return log([run]);
}
