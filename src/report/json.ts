// The report as JSON for standard output: readable, one line feed at the end. The stored form is reportText, not this.
import type { Report } from '../contract/generated/types.ts';

export const json = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;
