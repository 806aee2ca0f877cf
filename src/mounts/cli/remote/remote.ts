// A deployed service as the commands use it: a question in, a report that is to be believed out. It knows no command.
import { AxproofError } from '../../../contract/errors.ts';
import type { Pack, Report } from '../../../contract/generated/types.ts';
import { quote } from '../../../contract/quote.ts';
import { MOST_TEXT } from '../../../gate/containment/spec-size.ts';
import { specOf } from '../../../gate/spec.ts';
import { strictJson } from '../../../json/strict-json.ts';
import { bundledWithDigest } from '../../../run/bundled.ts';
import type { Io } from '../io.ts';
import { askService } from './ask-service.ts';
import { believeAnswer } from './believe-answer.ts';
import type { Question } from './question.ts';
import type { AskedRemote } from './remote-options.ts';
import { ServiceClient, serviceOrigin } from './service-client.ts';
import { serviceTrust } from './service-trust.ts';

/** A stranger's pack is looked into in the child that is made for such packs, and nowhere else. */
async function fetchPack(digest: string, client: ServiceClient): Promise<Pack | undefined> {
  const reply = await client.send(`/packs/${digest}`, { accept: 'application/json', most: MOST_TEXT });
  const read = reply.status === 200 ? strictJson(reply.bytes, MOST_TEXT) : undefined;
  const spec = read?.ok ? specOf(read.value) : undefined;
  if (spec?.digest !== digest) return undefined;
  const { admitContained } = await import('../../../gate/contained.ts');
  const admitted = await admitContained(spec.text);
  await admitted.close();
  return admitted.document;
}

/** Undefined where it cannot be had: a report is told without the words of its rules, too. */
async function packOfAnswer(report: Report, client: ServiceClient): Promise<Pack | undefined> {
  const { digest } = report.verdict.pack;
  const bundled = await bundledWithDigest(digest);
  if (bundled) return bundled.document;
  try {
    return await fetchPack(digest, client);
  } catch (error) {
    if (error instanceof AxproofError) return undefined;
    throw error;
  }
}

// The exact bytes of a report in an answer that may say that it is an older one. It believes nothing: what is left is verified like any other.
const NOTICE = ',"stale":{';
const MOST_NOTICE = 8192;

interface ExactReport {
  bytes: Uint8Array;
  /** Why there is no newer one. */
  stale?: string;
}

function wordsOf(text: string): string {
  try {
    const { issuedAt, code, reason, retryAfter } = JSON.parse(text) as Record<string, unknown>;
    return `made at ${quote(String(issuedAt), 40)}; ${quote(String(code), 60)}: ${quote(String(reason), 300)}; ask again in ${quote(String(retryAfter), 20)} seconds`;
  } catch (error) {
    throw new AxproofError('service-failed', 'the notice of an older report cannot be read', [], { cause: error });
  }
}

/** The notice is the last member. */
export function exactReport(bytes: Uint8Array): ExactReport {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = whole.lastIndexOf(NOTICE);
  if (at < 0 || whole.length - at > MOST_NOTICE || !whole.subarray(-2).equals(Buffer.from('}}'))) return { bytes };
  return {
    bytes: Buffer.concat([whole.subarray(0, at), Buffer.from('}')]),
    stale: wordsOf(whole.subarray(at + NOTICE.length - 1, -1).toString('utf8')),
  };
}

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
export const withDate = ({ said, report }: RemoteAnswer): string => `${said}; issued ${quote(report.issued.at, 40)}`;

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
      const { bytes, stale } = exactReport(await askService(asking, question, onRun, io.signal));
      if (stale !== undefined && !options.quiet) io.err(`axproof: no new report, but an older one: ${stale}\n`);
      const believing = { origin, trust, asked, now: Date.parse(io.now()), maxAge, allowUnsigned };
      const { report, said } = believeAnswer(bytes, question, believing);
      return { report, said, document: document ?? (await packOfAnswer(report, asking)) };
    },
  };
}
