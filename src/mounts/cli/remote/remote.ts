// A deployed service as the commands use it: a question in, a report that is to be believed out. It knows no command.
import type { Pack, Report } from '../../../contract/generated/types.ts';
import { quote } from '../../../contract/quote.ts';
import type { Io } from '../io.ts';
import { askService } from './ask-service.ts';
import { believeAnswer } from './believe-answer.ts';
import { exactReport } from './exact-report.ts';
import { packOfAnswer } from './pack-of-answer.ts';
import type { Question } from './question.ts';
import type { AskedRemote } from './remote-options.ts';
import { ServiceClient, serviceOrigin } from './service-client.ts';
import { serviceTrust } from './service-trust.ts';

/** A run takes a minute at most; the rest is waiting for a place. */
const SECONDS = 180;

export interface RemoteAnswer {
  report: Report;
  /** The pack that it was judged with, where it could be had. */
  document?: Pack;
  /** One line: who vouches for it. */
  said: string;
}

export interface Remote {
  origin: string;
  /** Throws the error that the service tells of, service-failed, other-answer, or why its report is not to be believed. */
  answer(question: Question, document?: Pack): Promise<RemoteAnswer>;
}

/** Who vouches for it, and from when it is. */
export const dated = ({ said, report }: RemoteAnswer): string => `${said}; issued ${quote(report.issued.at, 40)}`;

/** `gate`: answers are to be acted on, and need an anchor of trust. */
export async function openRemote(options: AskedRemote & { quiet?: boolean }, gate: boolean, io: Io): Promise<Remote> {
  const origin = serviceOrigin(options.service);
  const { timeout = SECONDS, maxAge, allowUnsigned } = options;
  const client = (): ServiceClient => new ServiceClient(origin, timeout, io.signal);
  const trust = await serviceTrust(options, client(), gate);
  const onRun = (url: string): void => {
    if (!options.quiet) io.err(`axproof: the run goes on at ${url}\n`);
  };
  return {
    origin,
    async answer(question, document) {
      const asking = client();
      const asked = Date.parse(io.now());
      const { bytes, stale } = exactReport(await askService(asking, question, { onRun, signal: io.signal }));
      if (stale !== undefined && !options.quiet) io.err(`axproof: no new report, but an older one: ${stale}\n`);
      const { report, said } = believeAnswer(bytes, question, {
        ...{ origin, trust, asked, now: Date.parse(io.now()) },
        ...(maxAge === undefined ? {} : { maxAge }),
        ...(allowUnsigned ? { allowUnsigned } : {}),
      });
      const pack = document ?? (await packOfAnswer(report, asking));
      return { report, said, ...(pack ? { document: pack } : {}) };
    },
  };
}
