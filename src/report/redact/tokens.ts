// Finds credentials in a text by their published shapes. One pass, no backtracking: a literal prefix, then runs of a character class.
// It must leave alone what is published to be checked: public keys, key sets, signatures, signed documents.
import { type JwtJudge, jwtJudge } from './jwt.ts';
import { escaped, type RedactedSpan } from './span.ts';

/** Reads the run of characters of a class that begins at `at`, and gives its end. */
function run(text: string, at: number, inside: (code: number) => boolean): number {
  let end = at;
  while (end < text.length && inside(text.charCodeAt(end))) end += 1;
  return end;
}

const alnum = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
const word = (c: number): boolean => alnum(c) || c === 95;
const wordDash = (c: number): boolean => word(c) || c === 45;
const token68 = (c: number): boolean => wordDash(c) || c === 46 || c === 126 || c === 43 || c === 47;
const upperDigit = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 65 && c <= 90);
const opaque = (c: number): boolean => c > 32 && c !== 34 && c !== 92;

const hasDigit = (text: string): boolean => /[0-9]/.test(text);

/** The part to mask of a candidate whose prefix ends at `from`; null when it is none. */
type Reader = (text: string, at: number, from: number, judge: JwtJudge) => RedactedSpan | null;

function runOf(inside: (code: number) => boolean, least: number, most = Number.POSITIVE_INFINITY): Reader {
  return (text, _, from) => {
    const end = run(text, from, inside);
    const size = end - from;
    return size >= least && size <= most && hasDigit(text.slice(from, end)) ? { start: from, end, kind: 'token' } : null;
  };
}

/** `Bearer` and a token; a challenge such as `Bearer realm="…"` has an equals sign and a quote instead. */
const bearer: Reader = (text, _, from) => {
  const end = run(text, from, token68);
  if (end - from < 16 || !hasDigit(text.slice(from, end))) return null;
  return text[end] === '=' && (text[end + 1] === '"' || (text[end + 1] === '\\' && text[end + 2] === '"'))
    ? null
    : { start: from, end, kind: 'credential' };
};

/** A page of a list is asked for by it, as it came. */
const CURSOR = /"(?:[a-z]+_?)?cursor"\s{0,8}:\s{0,8}"$/i;
const LONGEST_CURSOR_NAME = 50;

const jwt: Reader = (text, at, _, judge) => {
  if (CURSOR.test(text.slice(Math.max(0, at - LONGEST_CURSOR_NAME), at))) return null;
  const header = run(text, at, wordDash);
  if (text[header] !== '.') return null;
  const payload = run(text, header + 1, wordDash);
  if (text[payload] !== '.') return null;
  const end = run(text, payload + 1, wordDash);
  if (end === payload + 1 || !judge(text.slice(at, header), text.slice(header + 1, payload))) return null;
  return { start: at, end, kind: 'token' };
};

/** A JSON member of an OAuth answer with a string value. */
const member: Reader = (text, _, from) => {
  const colon = run(text, from, blank);
  if (text[colon] !== ':') return null;
  const open = run(text, colon + 1, blank);
  if (text[open] !== '"') return null;
  const end = run(text, open + 1, opaque);
  return end - open > 16 && text[end] === '"' && hasDigit(text.slice(open + 1, end)) ? { start: open + 1, end, kind: 'credential' } : null;
};
const blank = (c: number): boolean => c === 32 || c === 9 || c === 10 || c === 13;

interface Shape {
  prefix: string;
  read: Reader;
  /** Characters that may not stand before the prefix. */
  glued: (code: number) => boolean;
}

const github = runOf(word, 20);
const stripe = runOf(word, 10);
const slack = runOf(wordDash, 10);
const SHAPES: readonly Shape[] = [
  ...['Bearer ', 'bearer ', 'BEARER '].map((prefix) => ({ prefix, read: bearer, glued: alnum })),
  ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'].map((prefix) => ({ prefix, read: stripe, glued: word })),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'].map((prefix) => ({ prefix, read: github, glued: word })),
  ...['AKIA', 'ASIA'].map((prefix) => ({ prefix, read: runOf(upperDigit, 16, 16), glued: word })),
  ...['xapp-', 'xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxe-'].map((prefix) => ({ prefix, read: slack, glued: wordDash })),
  ...['sk-ant-', 'sk-proj-', 'sk-svcacct-', 'sk-or-', 'glpat-', 'AIza'].map((prefix) => ({
    prefix,
    read: runOf(wordDash, 20),
    glued: wordDash,
  })),
  ...['npm_', 'hf_', 'shpat_', 'dop_v1_', 'whsec_'].map((prefix) => ({ prefix, read: runOf(alnum, 30), glued: word })),
  { prefix: 'eyJ', read: jwt, glued: wordDash },
  ...['access_token', 'refresh_token', 'id_token', 'client_secret', 'accessToken', 'refreshToken', 'idToken', 'clientSecret'].map(
    (name) => ({
      prefix: `"${name}"`,
      read: member,
      glued: () => false,
    }),
  ),
];
const BY_PREFIX = new Map(SHAPES.map((shape) => [shape.prefix, shape]));
/** Literals only, so that finding candidates is linear. */
const CANDIDATE = new RegExp(SHAPES.map((shape) => shape.prefix).join('|'), 'g');

/** In a URL within a URL the equals sign before a token is %3D, and the blank behind Bearer %20: no digit of it belongs to the token. */
const PERCENT_ENCODED = /%(?:25){0,2}[0-9A-F]{2}$/i;

function stands(text: string, at: number, glued: Shape['glued']): boolean {
  if (at === 0) return true;
  // In JSON the letter of \n stands before a token at the start of a line; a token never begins inside an escape.
  if (escaped(text, at)) return false;
  return !glued(text.charCodeAt(at - 1)) || escaped(text, at - 1) || PERCENT_ENCODED.test(text.slice(Math.max(0, at - 7), at));
}

export function tokens(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = [];
  const judge = jwtJudge();
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const shape = BY_PREFIX.get(match[0])!;
    if (!stands(text, match.index, shape.glued)) continue;
    const span = shape.read(text, match.index, match.index + match[0].length, judge);
    if (!span) continue;
    found.push(span);
    CANDIDATE.lastIndex = span.end;
  }
  return found;
}
