// What the cases of a pack came to, as JUnit XML: a suite a rule, a testcase a case, and one for each problem that is no case.
import type { TestedPack } from './cases.ts';
import { document, element } from './xml.ts';

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
