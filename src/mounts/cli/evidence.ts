// axproof evidence: the evidence of a report in other forms. It sends nothing, and judges no signature.
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { writeOut, writeText } from './files.ts';
import type { Io } from './io.ts';
import { openReport } from './open-report.ts';

export interface EvidenceOptions {
  har?: string;
  /** true: to stdout. */
  curl?: string | true;
}

export async function evidence(path: string, options: EvidenceOptions, io: Io): Promise<number> {
  if (options.har === undefined && options.curl === undefined) throw new AxproofError('bad-usage', 'say --har FILE or --curl [FILE]');
  const { report } = openReport(path);
  if (options.har !== undefined) {
    const { har } = await import('../../report/har.ts');
    writeText(options.har, `${JSON.stringify(har(report), null, 2)}\n`);
  }
  if (options.curl !== undefined) {
    const { curls } = await import('../../report/curl.ts');
    writeOut(options.curl === true ? undefined : options.curl, curls(report), io);
  }
  return EXIT.ok;
}
