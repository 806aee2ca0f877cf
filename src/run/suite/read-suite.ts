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

/** What it is called at one of its targets, which its name does not tell where there are several. */
export const nameAt = (test: SuiteTest, target: string): string =>
  typeof test.target === 'string' || test.target.length === 1 ? nameOf(test) : `${nameOf(test)} · ${target}`;

/** row: its place among the rows. */
export const nameOfRow = (name: string, row: number): string => `${name} · row ${row + 1}`;
const ROW = / · row [1-9][0-9]*$/;

/** Names of runs, as far as they are known without the rows: a test with rows has all that begin with its own and end in a row. */
class RunNames {
  readonly #plain = new Set<string>();
  readonly #rows = new Set<string>();
  /** Those without a row that end as if they had one. */
  readonly #like = new Set<string>();

  /** Whether another run has it, or could have it. */
  has(name: string, rows: boolean): boolean {
    if (rows) return this.#rows.has(name) || this.#like.has(name);
    return this.#plain.has(name) || (ROW.test(name) && this.#rows.has(name.replace(ROW, '')));
  }

  add(name: string, rows: boolean): void {
    (rows ? this.#rows : this.#plain).add(name);
    if (!rows && ROW.test(name)) this.#like.add(name.replace(ROW, ''));
  }
}

function checkNames(suite: Suite, report: ReportFinding): void {
  const names = new Set<string>();
  const runs = new RunNames();
  for (const [i, test] of suite.tests.entries()) {
    const pointer = below('/tests', i);
    const rows = test.rows === true;
    const placed = placedTargets(test, pointer);
    const twice = placed.find(({ name }, at) => placed.findIndex((one) => one.name === name) < at);
    if (twice) report(twice.pointer, 'wrong-value', `the test has the target ${twice.name} twice; name it once`);
    const called = [...new Set(placed.map(({ name }) => nameAt(test, name)))];
    const taken = [nameOf(test)].find((name) => names.has(name)) ?? called.find((name) => runs.has(name, rows));
    const place = test.name === undefined ? pointer : below(pointer, 'name');
    if (taken !== undefined) report(place, 'wrong-value', `another test is called ${taken}; give this one a name of its own`);
    names.add(nameOf(test));
    for (const name of called) runs.add(name, rows);
  }
}

function checkSuite(suite: Suite, report: ReportFinding): void {
  checkTargets(suite, report);
  for (const [i, test] of suite.tests.entries()) checkTest(suite, test, below('/tests', i), report);
  checkNames(suite, report);
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
