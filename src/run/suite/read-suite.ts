// Reads a suite document, YAML or JSON: its shape, and that every name in it means something. It opens no pack and sends nothing.
import type { Suite, SuiteTest } from '../../contract/generated/types.ts';
import { below } from '../../json/pointer.ts';
import { SyntaxFault } from '../../pack/compiled/path.ts';
import type { PackFinding, ReportFinding } from '../../pack/finding.ts';
import { suggestion } from '../../pack/nearest.ts';
import { checkShape } from '../../pack/read/contract-check.ts';
import { readDocument } from '../../pack/read/read-document.ts';
import { targetParts, type Used } from './target-template.ts';

const namesOf = (group: object | undefined): string[] => Object.keys(group ?? {});

/** The names of targets of a test, with where each stands. */
export function placedTargets({ target }: SuiteTest, pointer: string): { name: string; pointer: string }[] {
  const here = below(pointer, 'target');
  return typeof target === 'string' ? [{ name: target, pointer: here }] : target.map((name, i) => ({ name, pointer: below(here, i) }));
}

export const urlOf = (suite: Suite, name: string): string => {
  const target = suite.targets[name];
  return typeof target === 'object' ? target.url : (target ?? '');
};

function usedBy(suite: Suite, name: string, report: ReportFinding): Used[] {
  const pointer = below('/targets', name);
  const place = typeof suite.targets[name] === 'object' ? below(pointer, 'url') : pointer;
  try {
    const parts = targetParts(urlOf(suite, name));
    if (parts.includes(undefined)) report(place, 'unknown-name', 'a target names nothing but $.env.name and $.row.name');
    return parts.filter((p): p is Used => p !== undefined && 'from' in p);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    report(place, 'bad-template', error.message);
    return [];
  }
}

function checkTargets(suite: Suite, report: ReportFinding): void {
  const environments = Object.entries(suite.environments ?? {});
  for (const target of namesOf(suite.targets)) {
    const place = below('/targets', target);
    for (const { name } of usedBy(suite, target, report).filter(({ from }) => from === 'env')) {
      if (environments.length === 0)
        report(place, 'unknown-name', `the suite has no environments, so that nothing is called $.env.${name}`);
      for (const [environment, variables] of environments) {
        const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
        const secret = `${name} is a secret in the environment ${environment}; addresses are shown, so that no secret may stand in one`;
        if (typeof variable === 'object') report(place, 'bad-value', secret);
        if (variable !== undefined) continue;
        const hint = suggestion(name, namesOf(variables));
        report(place, 'unknown-name', `the environment ${environment} has no variable ${name}${hint}`);
      }
    }
  }
}

function checkTest(suite: Suite, test: SuiteTest, pointer: string, report: ReportFinding): void {
  for (const { name, pointer: place } of placedTargets(test, pointer)) {
    if (!Object.hasOwn(suite.targets, name)) {
      report(place, 'unknown-name', `the suite has no target ${name}${suggestion(name, namesOf(suite.targets))}`);
      continue;
    }
    const silent: ReportFinding = () => {};
    if (!test.rows && usedBy(suite, name, silent).some((u) => u.from === 'row'))
      report(place, 'unknown-name', `the target ${name} names $.row, and this test has no rows: true`);
  }
  for (const [key, group] of [
    ['pack', suite.packs],
    ['spec', suite.specs],
  ] as const) {
    const name = test[key];
    if (name !== undefined && !Object.hasOwn(group ?? {}, name))
      report(below(pointer, key), 'unknown-name', `the suite has no ${key} ${name}${suggestion(name, namesOf(group))}`);
  }
  if (test.spec !== undefined && test.minGrade !== undefined)
    report(below(pointer, 'minGrade'), 'idle-member', 'a spec passes or does not; minGrade stands beside pack', { part: 'key' });
}

/** What a test is called where it has no name. */
export const nameOf = (test: SuiteTest): string =>
  test.name ??
  `${test.pack ?? test.spec}: ${placedTargets(test, '')
    .map((t) => t.name)
    .join(', ')}`;

function checkSuite(suite: Suite, report: ReportFinding): void {
  checkTargets(suite, report);
  const names = new Set<string>();
  for (const [i, test] of suite.tests.entries()) {
    const pointer = below('/tests', i);
    checkTest(suite, test, pointer, report);
    const name = nameOf(test);
    if (names.has(name))
      report(
        test.name === undefined ? pointer : below(pointer, 'name'),
        'wrong-value',
        `another test is called ${name}; give this one a name of its own`,
      );
    names.add(name);
  }
}

export interface ReadSuite {
  /** Undefined when there is any finding. */
  suite?: Suite;
  findings: PackFinding[];
}

/** file: as findings are to name it; JSON when it ends in .json. Never throws for what the text says. */
export function readSuite(text: string, file: string): ReadSuite {
  const source = readDocument(text, file);
  const findings = [...source.findings];
  if (source.value === undefined) return { findings };
  checkShape(source.value, 'suite.schema.json#/$defs/Suite', (...at) => findings.push(source.finding(...at)));
  // Names are looked up only where everything has its shape.
  if (findings.length === 0) checkSuite(source.value as Suite, (...at) => findings.push(source.finding(...at)));
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  return findings.length > 0 ? { findings } : { suite: source.value as Suite, findings };
}
