// Everything that is checked of a resolved pack beyond its shape. It reports; it changes nothing.
import type { Members } from '../../contract/json.ts';
import type { SchemaChecks } from '../compiled/schema-check.ts';
import type { ReportFinding } from '../finding.ts';
import { checkMarks } from './check-marks.ts';
import { checkLimits, checkTimes, checkWhole } from './check-pack.ts';
import { checkPaths } from './check-paths.ts';
import { checkProbes } from './check-probes.ts';
import { checkFixes, checkReasons } from './check-reasons.ts';
import { checkRequests } from './check-requests.ts';
import { checkSchemas } from './check-schemas.ts';
import { checkSecrets } from './check-secrets.ts';

export interface LintOptions {
  checks: SchemaChecks;
  /** Every part has its shape, so that the worst case can be counted. */
  shaped: boolean;
}

export function lint(pack: Members, { checks, shaped }: LintOptions, report: ReportFinding): void {
  checkWhole(pack, report);
  checkProbes(pack, report);
  checkRequests(pack, report);
  checkSecrets(pack, report);
  checkPaths(pack, report);
  checkReasons(pack, report);
  checkTimes(pack, report);
  checkFixes(pack, report);
  checkSchemas(pack, checks, report);
  if (!shaped) return;
  checkMarks(pack, report);
  checkLimits(pack, report);
}
