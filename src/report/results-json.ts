// Results as JSON: one report as it is; anything else as a list of results, without the packs.
import { json } from './json.ts';
import type { Result } from './result.ts';

export function resultsJson(results: readonly Result[]): string {
  const [only] = results;
  if (results.length === 1 && only?.report) return json(only.report);
  return `${JSON.stringify({ results: results.map(({ document: _, asked: __, ...result }) => result) }, null, 2)}\n`;
}
