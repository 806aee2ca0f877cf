// What a tool answers: structured content, and the same as inert Markdown. Text of a target is quoted; none of it can act.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type AxproofError, ERRORS } from '../../contract/errors.ts';
import type { Pack, PinnedVerificationReport, VerificationReport } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import type { Discovery } from '../../engine/discovery.ts';
import { code, inert } from '../../report/inert.ts';
import { prompt } from '../../report/prompt.ts';
import type { GradeAnswer, StoredReport } from '../../service/service.ts';
import { staleNotice, staleText } from '../../service/stale.ts';
import type { Place } from './verifier.ts';

type Content = Record<string, unknown>;

const result = (structuredContent: Content, lines: readonly string[], isError = false): CallToolResult => ({
  content: [{ type: 'text', text: lines.join('\n') }],
  structuredContent,
  ...(isError ? { isError } : {}),
});

const isPinned = (report: StoredReport['report']): report is PinnedVerificationReport => report.kind === 'PinnedVerificationReport';

function compact(report: VerificationReport | PinnedVerificationReport, digest: string, { own }: Place): Content {
  const { verdict, issued, evidence } = report;
  const { target, grade, score, conclusive, caps, checks, next, seed, pack } = verdict;
  const { points, outOf } = score;
  return {
    target,
    grade,
    score: { points, outOf },
    conclusive,
    caps,
    checks: checks.map(({ id, title, verdict: word, reason }) => ({
      id,
      title,
      verdict: word,
      reason: { code: reason.code, text: quote(reason.text, 600) },
    })),
    next,
    seed,
    packDigest: pack.digest,
    reportDigest: digest,
    issuedAt: issued.at,
    attested: report.attestation !== undefined,
    ...(own === undefined ? {} : { reportUrl: `${own}/reports/${digest}` }),
    ...(own === undefined || evidence.digest === undefined ? {} : { evidenceUrl: `${own}/evidence/${evidence.digest}` }),
  };
}

function head(report: StoredReport['report']): string[] {
  const { target, grade, score, conclusive, pack } = report.verdict;
  const points = `${score.points} of ${score.outOf} points${conclusive ? '' : '; not everything could be seen, so this is a lower bound'}.`;
  if (!isPinned(report)) return [`# Grade ${grade} for ${code(target)}`, '', points];
  const { passed, ratified } = report.verdict;
  const why = passed
    ? 'Every rule holds at the ratified digest.'
    : ratified
      ? 'The digest is ratified.'
      : 'No digest was ratified, so nothing can pass.';
  return [`# ${passed ? 'PASSED' : 'NOT PASSED'}: ${code(target)}`, '', `Spec ${code(pack.digest)}. ${why} Grade ${grade}, ${points}`];
}

/** A finished run: the verdict in short, and where the whole of it is. */
export function reportAnswer(answer: Extract<GradeAnswer, { state: 'report' }>, place: Place): CallToolResult {
  const { report, digest } = answer.stored;
  const { checks, next } = report.verdict;
  const stale = place.own === undefined ? undefined : staleNotice(answer, place.own);
  const content = compact(report, digest, place);
  const pinned = isPinned(report)
    ? { passed: report.passed, ratified: report.verdict.ratified, specDigest: report.verdict.spec.digest }
    : {};
  const lines = [
    ...head(report),
    ...(stale === undefined ? [] : ['', `**${staleText(stale, inert(stale.reason))}**`]),
    '',
    ...checks.map(({ id, verdict, reason }) => `- ${verdict}: ${inert(id)}: ${inert(reason.text)}`),
    ...(next === null ? [] : ['', `Next: grade ${next.grade}, by ${next.fix.map((id) => inert(id)).join(', ')}.`]),
    '',
    `Report ${code(digest)}, ${content.attested === true ? 'signed' : 'unsigned'}${place.own === undefined ? '' : `: ${content.reportUrl}`}`,
  ];
  return result({ ...content, ...pinned, ...(stale === undefined ? {} : { stale }) }, lines);
}

/** The same, with all fixes as one text to hand to a coding agent. */
export function fixesAnswer(answer: Extract<GradeAnswer, { state: 'report' }>, place: Place, pack: Pack): CallToolResult {
  const { structuredContent = {} } = reportAnswer(answer, place);
  const fixes = prompt(answer.stored.report, pack);
  return result({ ...(structuredContent as Content), fixes }, [fixes]);
}

/** What a domain publishes; claims were quoted where they were read. */
export function discoveryAnswer({ target, at, surfaces, notFound }: Discovery): CallToolResult {
  const found = surfaces.map(
    ({ surface, url, dialect, mediaType, claims }) =>
      `- ${inert(surface)}: ${code(url)}, ${inert(dialect)}, ${code(mediaType)}${claims.length === 0 ? '' : `: ${claims.map((claim) => code(claim)).join(', ')}`}`,
  );
  const lines = [
    `# What ${code(target)} publishes`,
    '',
    ...(found.length === 0 ? ['Nothing for software agents was found.'] : found),
    ...(notFound.length === 0
      ? []
      : ['', 'Not found:', ...notFound.map(({ surface, outcome }) => `- ${inert(surface)}: ${inert(outcome)}`)]),
  ];
  return result({ target, at, surfaces, notFound }, lines);
}

/** A failure that the caller can do something about, by its code; `run` is the address of one that goes on. */
export function errorAnswer(error: AxproofError, { own }: Place, run?: string): CallToolResult {
  const { fix } = ERRORS[error.code];
  const { retryAfter, lastReport } = error.remedy ?? {};
  const message = quote(error.message, 1000);
  const details = error.details.map((detail) => quote(detail, 300));
  const content = {
    code: error.code,
    message,
    fix,
    ...(details.length === 0 ? {} : { details }),
    ...(own === undefined ? {} : { errorUrl: `${own}/errors/${error.code}` }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(lastReport === undefined || own === undefined ? {} : { lastReport: `${own}/reports/${lastReport}` }),
    ...(run === undefined || own === undefined ? {} : { run: `${own}/runs/${run}` }),
  };
  const lines = [`**${error.code}:** ${inert(message)}`, ...details.map((detail) => `- ${inert(detail)}`), '', fix];
  return result(content, lines, true);
}
