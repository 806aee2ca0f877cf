// What a suite comes to: one job for every test, target and data row, in the order in which results are told. It runs none of them.
import { AxproofError } from '../../contract/errors.ts';
import type { DataRow, Grade, Suite, SuiteTest } from '../../contract/generated/types.ts';
import type { Variables } from './environment.ts';
import { nameAt, nameOfRow, placedTargets, urlOf } from './read-suite.ts';
import { fillTarget } from './target-template.ts';

export interface PlannedJob {
  /** No two jobs of a suite share it. */
  name: string;
  /** The target's text, filled in. */
  target: string;
  /** What it is held to: a name or path as the suite writes it. */
  pack: string;
  /** Of a spec: the digest that was ratified. */
  digest?: string;
  minGrade?: Grade;
  row?: DataRow;
}

export interface Planned {
  variables: Variables;
  rows?: readonly DataRow[];
}

const MOST_JOBS = 10_000;

function jobsOf(suite: Suite, test: SuiteTest, { variables, rows }: Planned): PlannedJob[] {
  const targets = placedTargets(test, '');
  const each: readonly (DataRow | undefined)[] = test.rows ? (rows ?? []) : [undefined];
  const spec = test.spec === undefined ? undefined : suite.specs?.[test.spec];
  const pack = spec?.pack ?? (test.pack === undefined ? undefined : suite.packs?.[test.pack]) ?? '';
  return targets.flatMap(({ name }) =>
    each.map((row, i): PlannedJob => {
      const filled = fillTarget(urlOf(suite, name), variables.env, row ?? {});
      const called = row ? nameOfRow(nameAt(test, name), i) : nameAt(test, name);
      if ('missing' in filled)
        throw new AxproofError('bad-data', `${called}: the target ${name} names ${filled.missing}, which the row does not have`);
      return {
        name: called,
        target: filled.value,
        pack,
        ...(spec ? { digest: spec.digest } : {}),
        ...(test.minGrade ? { minGrade: test.minGrade } : {}),
        ...(row ? { row } : {}),
      };
    }),
  );
}

/** Throws AxproofError bad-data when rows are wanted and there are none, or the other way round. */
export function planJobs(suite: Suite, planned: Planned): PlannedJob[] {
  const wanted = suite.tests.some((t) => t.rows);
  if (wanted && !planned.rows)
    throw new AxproofError('bad-data', 'a test has rows: true, and there are no data rows', ['give --data FILE, or data in the suite']);
  if (!wanted && planned.rows) throw new AxproofError('bad-data', 'there are data rows, and no test has rows: true');
  const jobs = suite.tests.flatMap((test) => jobsOf(suite, test, planned));
  if (jobs.length > MOST_JOBS)
    throw new AxproofError('bad-suite', `the suite comes to ${jobs.length} runs; at most ${MOST_JOBS} are run at once`);
  return jobs;
}
