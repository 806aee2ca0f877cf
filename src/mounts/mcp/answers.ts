// What a tool answers: structured content, and the same as inert Markdown. Text of a target is quoted; none of it can act.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { AxproofError, remoteWords } from '../../contract/errors.ts';
import type { Check, Discovery, Finding, Next, Pack } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import { sentence } from '../../report/finding-text.ts';
import { gradeWords } from '../../report/grade-words.ts';
import { code, inert } from '../../report/inert.ts';
import { checkMarkdown } from '../../report/markdown.ts';
import { prompt } from '../../report/prompt.ts';
import { prose } from '../../report/prose.ts';
import { summarise } from '../../report/summary.ts';
import type { GradeOutcome, StoredReport } from '../../service/service.ts';
import { staleNotice, staleText } from '../../service/stale.ts';

export interface ToolContext {
  /** Public origin of the service; undefined where none answers (stdio). */
  own?: string;
}

type Content = Record<string, unknown>;

const result = (structuredContent: Content, lines: readonly string[], isError = false): CallToolResult => ({
  content: [{ type: 'text', text: lines.join('\n') }],
  structuredContent,
  ...(isError ? { isError } : {}),
});

/** Bytes of an answer, as structured content and as text: what a model is given of it all. */
const MOST_BYTES = 4096;
/** Characters of one text of it: as much as fits. Below `ROOM` no title is told, and of a finding what was expected. */
const LENGTHS = [600, 400, 250, 160, 120, 100, 80, 60, 50, 40, 30, 1] as const;
const ROOM = 160;

type Shortened = { title?: string; reason: { code: string; text: string }; findings?: string[]; fix?: string };

/** A cut text ends in an ellipsis; a fix that is cut in a block of code would be a wrong one: it goes without it, and says where it is. */
function cut(text: string, most: number): string {
  const words = (text.split('```')[0] ?? '').trim();
  const short = quote(words.endsWith(':') ? `${words} explain_check shows it.` : words, most, '`');
  // A span that was cut is closed.
  return short.split('`').length % 2 === 0 ? `${short}\`` : short;
}

function shorten({ title, verdict, reason, findings }: Check, fix: string | undefined, most: number): Shortened {
  const told = { ...(most < ROOM ? {} : { title }), reason: { code: reason.code, text: quote(reason.text, most) } };
  if (verdict !== 'fail' || most < 40) return told;
  const faults = findings.filter(({ level }) => level === 'must').slice(0, most > 200 ? 2 : 1);
  const words = (one: Finding): string => quote(most < ROOM ? one.message : sentence(one), most);
  return { ...told, findings: faults.map(words), ...(fix === undefined ? {} : { fix: cut(fix, most) }) };
}

type Finished = Extract<GradeOutcome, { state: 'report' }>;

/** Addresses of what a service keeps; none where none answers. */
const addresses = ({ own }: ToolContext, digest: string, evidence: string | undefined): Content => ({
  ...(own === undefined ? {} : { reportUrl: `${own}/reports/${digest}` }),
  ...(own === undefined || evidence === undefined ? {} : { evidenceUrl: `${own}/evidence/${evidence}` }),
});

function head(report: StoredReport['report']): string[] {
  const { target, grade, score, conclusive, pack } = report.verdict;
  const points = `${score.points} of ${score.outOf} points${conclusive ? '' : '; not everything could be seen, so this is a lower bound'}.`;
  if (report.kind === 'VerificationReport') return [`# ${gradeWords(report.verdict)} for ${code(target)}`, '', points];
  const { passed, ratified } = report.verdict;
  const why = passed
    ? 'Every rule holds at the ratified digest.'
    : ratified
      ? 'The digest is ratified.'
      : 'No digest was ratified, so nothing can pass.';
  return [`# ${passed ? 'PASSED' : 'NOT PASSED'}: ${code(target)}`, '', `Spec ${code(pack.digest)}. ${why} Grade ${grade}, ${points}`];
}

const where = ({ own }: ToolContext, digest: string): string =>
  own === undefined ? `axproof://reports/${digest}` : `${own}/reports/${digest}`;

/** A finished run: the verdict, what was found, what to do, and where the whole of it is. The longest texts that fit. */
export function reportAnswer(answer: Finished, place: ToolContext, pack: Pack): CallToolResult {
  const { report } = answer.stored;
  const { toFix, way } = summarise(report, pack);
  const fixes = new Map(toFix.map(({ check, fix }) => [check.id, fix]));
  // What pays most for a site of its kind, as on its page.
  const next = report.verdict.next && { grade: report.verdict.next.grade, fix: way.map(({ id }) => id) };
  const make = (most: number): CallToolResult => toToolResult(answer, place, next, (check) => shorten(check, fixes.get(check.id), most));
  const fits = ({ structuredContent, content }: CallToolResult): boolean =>
    [JSON.stringify(structuredContent), ...content.map((one) => (one.type === 'text' ? one.text : ''))].every(
      (text) => Buffer.byteLength(text) <= MOST_BYTES,
    );
  for (const most of LENGTHS) {
    const made = make(most);
    if (fits(made)) return made;
  }
  return make(1);
}

function toToolResult(answer: Finished, place: ToolContext, next: Next | null, shorten: (check: Check) => Shortened): CallToolResult {
  const { report, digest } = answer.stored;
  const { target, grade, score, conclusive, caps, checks, seed, pack } = report.verdict;
  const stale = place.own === undefined ? undefined : staleNotice(answer, place.own);
  const attested = report.attestation !== undefined;
  const shown = checks.map((check) => ({ id: check.id, verdict: check.verdict, ...shorten(check) }));
  const content = {
    ...{ target, grade, score: { points: score.points, outOf: score.outOf }, conclusive, caps, checks: shown, next, seed },
    ...{ packDigest: pack.digest, reportDigest: digest, issuedAt: report.issued.at, attested },
    ...addresses(place, digest, report.evidence.digest),
    ...(report.kind === 'PinnedVerificationReport'
      ? { passed: report.passed, ratified: report.verdict.ratified, specDigest: report.verdict.spec.digest }
      : {}),
    ...(stale === undefined ? {} : { stale }),
  };
  const lines = [
    ...head(report),
    ...(stale === undefined ? [] : ['', `**${staleText(stale, inert(stale.reason))}**`]),
    '',
    ...shown.flatMap(({ id, verdict, reason, findings = [], fix }) => [
      `- ${verdict}: ${inert(id)}: ${inert(reason.text)}`,
      ...findings.map((one) => `  - ${inert(one)}`),
      ...(fix === undefined ? [] : [`  - To do: ${prose(fix)}`]),
    ]),
    ...(next === null ? [] : ['', `Next: grade ${next.grade}, by ${next.fix.map((id) => inert(id)).join(', ')}.`]),
    '',
    `Report, ${attested ? 'signed' : 'unsigned'}: ${where(place, digest)}. A check whole: explain_check.`,
  ];
  return result(content, lines);
}

/** One check with all that the report and the rule say of it. */
export function explainedAnswer({ report }: StoredReport, pack: Pack, id: string): CallToolResult {
  const { checks } = report.verdict;
  const check = checks.find((one) => one.id === id);
  if (!check)
    throw new AxproofError('not-found', `the report has no check ${quote(id, 60)}`, [`checks: ${checks.map((one) => one.id).join(', ')}`]);
  const { title, verdict, reason, findings } = check;
  const explained = checkMarkdown(report, pack, check);
  return result(
    {
      ...{ id, title, verdict, explained },
      reason: { code: reason.code, text: quote(reason.text, 600) },
      findings: findings.map((one) => quote(sentence(one), 1000)),
    },
    [explained],
  );
}

/** The same, with all fixes as one text to hand to a coding agent. */
export function fixesAnswer(answer: Finished, place: ToolContext, pack: Pack): CallToolResult {
  const { structuredContent = {} } = reportAnswer(answer, place, pack);
  const fixes = prompt(answer.stored.report, pack);
  return result({ ...(structuredContent as Content), fixes }, [fixes]);
}

/** What a domain publishes; claims were quoted where they were read. */
export function discoveryAnswer({ target, at, surfaces, notFound }: Discovery): CallToolResult {
  const found = surfaces.map(
    ({ url, dialect, mediaType, claims }) =>
      `- ${inert(dialect)} at ${code(url)}, as ${code(mediaType)}${claims.length === 0 ? '' : `: ${claims.map((claim) => code(claim)).join(', ')}`}`,
  );
  // What nothing led to was asked nowhere, and has no address to name.
  const missed = notFound
    .filter(({ asked }) => asked.length > 0)
    .map(({ outcome, asked }) => `- ${asked.map((url) => code(url)).join(', ')}: ${inert(outcome)}`);
  const lines = [
    `# What ${code(target)} publishes`,
    '',
    ...(found.length === 0 ? ['Nothing for software agents was found.'] : found),
    ...(missed.length === 0 ? [] : ['', 'Not found:', ...missed]),
  ];
  return result({ target, at, surfaces, notFound }, lines);
}

/** A failure that the caller can do something about, by its code. */
export function errorAnswer(error: AxproofError, { own }: ToolContext): CallToolResult {
  const { fix } = remoteWords(error.code);
  const { retryAfter, lastReport, run } = error.remedy ?? {};
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
