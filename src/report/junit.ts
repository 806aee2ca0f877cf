// Results as JUnit XML in the strict form that Jenkins' schema accepts: no attribute and no element that only some readers know.
import type { TestedPack } from './cases.ts';
import { called, count, headline, outcomes, outcomeText } from './outcomes.ts';
import type { Result, ResultLine } from './result.ts';
import { document, element } from './xml.ts';

// Class names of results for CI systems, which track a test by class and name over the years: equal from run to run, unlike each other.
const MOST = 120;

/** Letters, digits and hyphens; dots would be read as levels of packages, and the rest differs from system to system. */
const segment = (text: string): string =>
  text
    .replace(/^https:\/\//, '')
    .replace(/[^\p{L}\p{N}-]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MOST)
    .replace(/[\ud800-\udfff]$/u, '');

const classname = ({ pack, target, name }: Result): string =>
  ['axproof', pack.name, target, ...(name === undefined ? [] : [name])].map((text) => segment(text) || 'unnamed').join('.');

/** One a result; the second of the same name gets `.2` at its end, and so on, in the order given. */
function classnames(results: readonly Result[]): string[] {
  const taken = new Map<string, number>();
  const given = new Set(results.map(classname));
  return results.map((result) => {
    const name = classname(result);
    let times = (taken.get(name) ?? 0) + 1;
    while (times > 1 && given.has(`${name}.${times}`)) times += 1;
    taken.set(name, times);
    return times === 1 ? name : `${name}.${times}`;
  });
}

const seconds = (duration: number | undefined): string | undefined => (duration === undefined ? undefined : (duration / 1000).toFixed(3));

/** GitLab shows the text and not the message, Jenkins the message first: so both say why. */
function testcase(line: ResultLine, classname: string): string {
  const { id, verdict, reason } = line;
  const why = { type: reason.code, message: reason.text };
  const inner: Record<ResultLine['verdict'], () => string[]> = {
    pass: () => [],
    fail: () => [element('failure', why, outcomeText(line))],
    inconclusive: () => [element('error', why, outcomeText(line))],
    'not-applicable': () => [element('skipped', { message: reason.text })],
  };
  return element('testcase', { name: id, classname }, inner[verdict]());
}

function properties(result: Result): string {
  const { target, pack, report, error, service } = result;
  const facts: [string, unknown][] = [
    ['target', target],
    ['pack', pack.name],
    ['pack.version', pack.version],
    ['pack.digest', report?.verdict.pack.digest],
    ['seed', report?.verdict.seed],
    ['grade', report?.verdict.grade],
    ['score', report && `${report.verdict.score.points}/${report.verdict.score.outOf}`],
    ['conclusive', report?.verdict.conclusive],
    ['verdict.digest', report?.verdictDigest],
    ['mode', report?.issued.mode],
    ['service', service],
    ['error', error?.code],
  ];
  if (report?.kind === 'PinnedVerificationReport') facts.push(['ratified', report.verdict.ratified], ['passed', report.passed]);
  for (const { coverage, id } of outcomes(result)) facts.push([`coverage.${id}`, coverage]);
  const given = facts.filter(([, value]) => value !== undefined);
  return element(
    'properties',
    {},
    given.map(([name, value]) => element('property', { name, value: String(value) })),
  );
}

function testsuite(result: Result, classname: string): string {
  const lines = outcomes(result);
  return element(
    'testsuite',
    {
      name: called(result),
      tests: lines.length,
      failures: count(lines, 'fail'),
      errors: count(lines, 'inconclusive'),
      skipped: count(lines, 'not-applicable'),
      time: seconds(result.duration),
    },
    [properties(result), ...lines.map((line) => testcase(line, classname)), element('system-out', {}, headline(result))],
  );
}

export function junit(results: readonly Result[]): string {
  const lines = results.flatMap(outcomes);
  const names = classnames(results);
  const measured = results.filter((result) => result.duration !== undefined);
  const total = measured.length === 0 ? undefined : measured.reduce((sum, { duration = 0 }) => sum + duration, 0);
  const root = element(
    'testsuites',
    { name: 'axproof', tests: lines.length, failures: count(lines, 'fail'), errors: count(lines, 'inconclusive'), time: seconds(total) },
    results.map((result, i) => testsuite(result, names[i]!)),
  );
  return document(root);
}

/** What the cases of a pack came to: a suite a rule, a testcase a case, and one for each problem that is no case. */
export function casesJunit({ pack, runs, problems }: TestedPack): string {
  const rules = [...new Set([...runs, ...problems].map(({ rule }) => rule))];
  const suites = rules.map((rule) => {
    const own = problems.filter((one) => one.rule === rule);
    const cases = runs.filter((run) => run.rule === rule);
    const lines = [
      ...cases.map(({ name, at }) => ({ name, faults: own.filter((one) => one.case === name && one.caseAt === at) })),
      ...own.filter((one) => one.case === undefined).map((one) => ({ name: one.text, faults: [one] })),
    ];
    const failures = lines.filter(({ faults }) => faults.length > 0).length;
    const classname = `axproof.${pack.name.replaceAll('.', '_').replace('/', '.')}.${rule}`;
    return element(
      'testsuite',
      { name: rule, tests: lines.length, failures },
      lines.map(({ name, faults }) =>
        element(
          'testcase',
          { name, classname },
          faults.map(({ code, text, at }) => element('failure', { type: code, message: text }, `${at}: ${text}`)),
        ),
      ),
    );
  });
  return document(element('testsuites', { name: `${pack.name} ${pack.version}` }, suites));
}
