// The problems of one result as SARIF results: where, how grave, and a fingerprint that stays the same while the problem does.
import { sha256 } from '../contract/digest.ts';
import type { Finding } from '../contract/generated/types.ts';
import { visible } from '../contract/quote.ts';
import { jcs } from '../json/jcs.ts';
import { ACCEPTANCE, findingLine, outcomes } from './outcomes.ts';
import type { Result, ResultLine } from './result.ts';

type Level = 'error' | 'warning' | 'note' | 'none';

const LEVELS: Record<Finding['level'], Level> = { must: 'error', should: 'warning', note: 'note' };

/** Plain text of a message: viewers make links of `[text](place)` and fill in `{0}`, so a space parts what only looks like them. */
export const message = (text: string, keep = ''): string =>
  visible(text.trim(), keep)
    .replaceAll('](', '] (')
    .replace(/\{(?=\d+\})/g, '{ ');

/** An address as RFC 3986 has it: the WHATWG URL standard leaves more characters as they are behind the origin. */
export function strictUri(address: string): string {
  const { href, origin } = new URL(address);
  const start = origin === 'null' ? 0 : href.indexOf('/', href.indexOf('//') + 2);
  const rest = href.slice(start).replace(/[^\w.~:/?#@!$&'()*+,;=%-]|%(?![0-9a-f]{2})/gi, encodeURIComponent);
  return href.slice(0, start) + rest.replace(/(?<=#.*)#/g, '%23');
}

/** The request's address where it is one; else the target. Query and fragment stay, user information never was there. */
function uriOf(text: string | undefined, target: string): string {
  for (const candidate of [text, target]) {
    if (candidate !== undefined && URL.canParse(candidate)) return strictUri(candidate);
  }
  return 'about:blank';
}

/** Where the check looked first, for problems that name no request. */
function firstUrl({ check }: ResultLine, { report }: Result): string | undefined {
  const names = new Set(check?.evidence);
  return report?.evidence.exchanges.find((exchange) => exchange.names.some((name) => names.has(name)))?.request.url;
}

export function inFile(file: string, region: { startLine: number; startColumn?: number } | undefined): object {
  const uri = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, region } };
}

function location(line: ResultLine, result: Result, finding?: Finding): object {
  if (result.notes) {
    const { place = result.target, line: startLine } = finding ?? {};
    return inFile(place.split('#')[0] ?? '', startLine === undefined ? undefined : { startLine });
  }
  const places = [finding?.place, finding?.operation].filter((place) => place !== undefined);
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(finding?.request?.url ?? firstUrl(line, result), result.target) } },
    ...(places.length === 0 ? {} : { logicalLocations: places.map((place) => ({ fullyQualifiedName: visible(place) })) }),
  };
}

/** Which element of a list is told first may hang on what was drawn. */
const undrawn = (part: string | undefined): string | undefined => part?.replace(/(?<=\/)\d+(?=\/|$)/g, '*');

/** Whether what a check looks at was drawn from more: another seed then names others of the same kind. */
const isDrawn = ({ check }: ResultLine): boolean => check?.coverage !== undefined && check.coverage.asked < check.coverage.askable;

/** Over what the problem is: the operation, or else the place in the owner's document, and the keyword; never over what a sample drew. */
function fingerprint(line: ResultLine, { target, pack, name }: Result, finding?: Finding): object {
  const { code, place, part: answered, operation, keyword, request, claimedBy } = finding ?? { code: line.reason.code };
  // An operation is asked at addresses that were drawn; anything else is what its document names, or the document where that was drawn.
  const named =
    claimedBy !== undefined && isDrawn(line) ? [place?.split('#', 1)[0]] : [place, request?.url, request?.accept, request?.call];
  const where = operation === undefined ? named : [operation];
  const parts = [target, pack.name, name, line.id, code, ...where, undrawn(answered), keyword].map((part) =>
    part === undefined ? null : visible(part),
  );
  const digest = sha256(jcs(parts)).replace('sha256:', '');
  return { 'axproof/v2': digest, primaryLocationLineHash: `${digest.slice(0, 16)}:1` };
}

function problem(line: ResultLine, result: Result, level: Level, finding?: Finding): object {
  const text = finding ? `${line.reason.text} — ${findingLine(finding)}` : line.reason.text;
  const state = line.verdict === 'fail' && result.known !== undefined ? { baselineState: line.known ? 'unchanged' : 'new' } : {};
  return {
    ruleId: line.id,
    ...(level === 'none' ? { kind: 'open' } : {}),
    level,
    message: { text: message(level === 'warning' && finding ? findingLine(finding) : text) || line.reason.code },
    locations: [location(line, result, finding)],
    partialFingerprints: fingerprint(line, result, finding),
    ...state,
    properties: {
      verdict: line.verdict,
      code: finding?.code ?? line.reason.code,
      target: visible(result.target),
      ...(line.fix === undefined || line.verdict !== 'fail' ? {} : { fix: visible(line.fix, '\n') }),
    },
  };
}

/** A fail has at least one error; what could not be seen is open, which blames nobody; advice is a warning wherever it stands. */
function problems(line: ResultLine, result: Result): object[] {
  if (line.verdict === 'not-applicable') return [];
  if (line.verdict === 'inconclusive') return [problem(line, result, 'none')];
  const found = line.findings
    .filter((finding) => line.verdict === 'fail' || finding.level === 'should')
    .map((finding) => problem(line, result, LEVELS[finding.level], finding));
  const blamed = line.findings.some((finding) => finding.level === 'must');
  return line.verdict === 'fail' && !blamed ? [problem(line, result, 'error'), ...found] : found;
}

export const sarifResults = (result: Result): object[] =>
  result.report || result.notes ? outcomes(result).flatMap((line) => problems(line, result)) : [];

/** What the verifier could not do, said where viewers look for it. */
export function notifications(result: Result): object[] {
  const lines = outcomes(result).filter(({ verdict, id }) => verdict === 'inconclusive' && id !== ACCEPTANCE);
  return lines.map((line) => ({
    level: result.error ? 'error' : 'warning',
    message: { text: message(`${result.target}: ${line.reason.text} [${line.reason.code}]`) },
    associatedRule: { id: line.id },
    descriptor: { id: line.reason.code },
  }));
}
