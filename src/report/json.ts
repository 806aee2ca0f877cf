// The report as JSON for standard output: readable, one line feed at the end. The stored form is reportText, not this.
import type { VerificationReport } from '../contract/generated/types.ts';

export const json = (report: VerificationReport): string => `${JSON.stringify(report, null, 2)}\n`;
