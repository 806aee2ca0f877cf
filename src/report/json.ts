// Results as JSON for standard output, readable and with one line feed at the end: one report as it is; anything else as a list of results, without the packs.
// The stored form of a report is reportText, not this.
import type { Report } from '../contract/generated/types.ts';
import type { Result } from './result.ts';

export const json = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;

export function resultsJson(results: readonly Result[]): string {
  const [only] = results;
  if (results.length === 1 && only?.report) return json(only.report);
  return `${JSON.stringify({ results: results.map(({ document: _, asked: __, ...result }) => result) }, null, 2)}\n`;
}
