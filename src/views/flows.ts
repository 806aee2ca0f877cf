// The flows view: the HTTP calls that texts of a JSON document tell a client to make, such as "GET /widgets, then GET /stats".
// It reads only what is plainly a call of a literal path; a template, a placeholder or a negation names none. It must not judge or ask.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { pointerOf } from '../json/pointer.ts';
import { absoluteUrl } from './absolute-url.ts';
import { type Carried, ofJson } from './open-places.ts';
import { siteOf } from './site-of.ts';

const MOST_CALLS = 1000;
/** The json view reads nothing deeper; this walk must not rest on that alone. */
const DEEPEST = 65;
const LONGEST_TEXT = 20_000;
/** What stands before a further step: "then", an arrow, the number of the step. */
const NEXT = String.raw`\bthen\b|->|=>|→|\s\d{1,2}[.)]\s`;
/** Verbs that tell a client to make the call that follows. */
const VERB = '(?:call|send|make|issue|request|fetch|try|use|do|run)';
/** A call at the beginning of a text or of a further step; maybe in the marks of code, which may end with its method. */
const CALL = new RegExp(
  String.raw`(?:^\s*(?:\d{1,2}[.)]\s+)?|(?:${NEXT}|;)[\s,:]*)(?:${VERB}\s+(?:an?\s+)?)?\`?(?:HTTPS?\s+)?(GET|HEAD)\`?:?\s+(\S+?)(?=;?(?:\s|$)|->|=>|→)((?:(?!${NEXT})[^.;])*)`,
  'gi',
);
/** A call as a command that sends nothing but itself; what its output is piped to is no part of it. */
const CURL = new RegExp(
  String.raw`(?:^\s*|(?:${NEXT}|;)[\s,:]*)\`?curl(?:\s+-[fLsS]+)*\s+["']?(https?://[^\s"'\`|;]+)["']?\`?[\s,]*(?=$|[|;]|${NEXT})`,
  'gi',
);
/** What a call of another method makes is there only after it. */
const MADE = /\b(?:POST|PUT|PATCH)\s+(?:https?:\/\/[^\s/]+)?(\/[^\s,;)]*[^\s,.;:)/])/gi;
const KEY = String.raw`(?:an?\s+|any\s+)?(?:api[\s-]?)?(?:keys?|log-?ins?|sign-?ins?|sign-?ups?|accounts?|credentials?|tokens?|auth|authentication|authorization|registration|payments?)`;
/** What a call goes without takes nothing back. */
const KEYLESS = new RegExp(
  String.raw`\b(?:without|never|(?:never|not|don't|doesn't)\s+(?:needs?|requires?|asks?\s+for))\s+${KEY}\b|\b${KEY}\s+(?:is|are)\s+(?:not|never)\s+(?:needed|required)\b`,
  'gi',
);
/** Words by which a sentence takes back what it names. */
const NEGATION = /\b(?:not|never|no longer|cannot|without|instead of|isn't|don't|doesn't|can't|won't)\b/i;
/** Words by which it asks for something that a stranger lacks. */
const KEYED = new RegExp(String.raw`\b(?:if|once|when|after|with|using|needs?|requires?)\b[^.;]*?\b${KEY}\b`, 'i');
/** What a step before it does who needs a login or a key for what follows; none is needed where a word before it says so. */
const LOGGED_IN = new RegExp(
  String.raw`(?<!\b(?:no|not|never|without|needn't|don't)\s+(?:need\s+to\s+|an?\s+|any\s+)?)(?:\b(?:log|sign)[\s-](?:in|up|on)\b|\bauthenticate\b|\b(?:get|obtain|create|request|issue|buy|open|register(?:\s+for)?)\s+(?:your\s+|the\s+)?${KEY}\b)`,
  'i',
);
const takesBack = (rest: string): boolean => NEGATION.test(rest) || KEYED.test(rest);
const ENDING = /[,.;:)\]"'`]+$/;
/** A query of figures and switches; words, and whatever names one thing of many, may well be examples. */
const QUERY = /^(?:[?&](?!\w*id=)[A-Za-z][\w.-]*=(?:\d{1,6}|true|false)(?=&|$))+$/i;
const SEGMENT = /^[A-Za-z0-9._~-]+$/;
const CAPITALS = /^[A-Z0-9_.~-]*[A-Z][A-Z0-9_.~-]*$/;

/** Whether every segment of a path is meant as it is written: `ID` and `YOUR_NAME` stand for something else. */
const isLiteral = (path: string): boolean =>
  path
    .replace(/\/$/, '')
    .split('/')
    .slice(1)
    .every((segment) => SEGMENT.test(segment) && !CAPITALS.test(segment) && segment !== '.');

/** A text up to its query, and the query with its mark. */
function split(text: string): [string, string] {
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** The address of a call, or undefined where it names no literal path. */
function addressOf(written: string, base: string): { path: string; url: string } | undefined {
  if (written.includes('..')) return undefined;
  const text = written.replace(ENDING, '');
  if (!/^(?:\/(?!\/)|https?:\/\/)/i.test(text) || /[#<>{}[\]$*…|\\]/.test(text)) return undefined;
  const [before, query] = split(text);
  const path = before.replace(/^https?:\/\/[^/]*/i, '');
  const literal = (path === '' || isLiteral(path)) && (query === '' || QUERY.test(query));
  const url = literal ? absoluteUrl(text, base) : undefined;
  return url === undefined ? undefined : { path: (path === '' ? '/' : path) + query, url };
}

const isElsewhere = (url: string, base: string): boolean => siteOf(new URL(url).hostname) !== siteOf(new URL(base).hostname);

/** A step as text: written so, or as an object with a method and a path or an address. */
function stepOf(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value) || typeof value.method !== 'string') return undefined;
  const address = value.path ?? value.url;
  return typeof address === 'string' ? `${value.method} ${address}` : undefined;
}

interface Call {
  method: string;
  written: string;
  /** What its sentence goes on to say. */
  rest: string;
  /** What the text says before it. */
  before: string;
}

/** Strong emphasis of Markdown (CommonMark, section 6.2); two stars that nothing opened stand for any path. */
const STRONG = /(?<=^|[\s(])\*\*(?=\S)([^*]*[^*\s])\*\*(?=$|[\s.,:;)])/g;

function callsIn(marked: string): Call[] {
  const text = marked.replace(STRONG, '$1');
  const calls = [...text.matchAll(CALL)].map(({ index, 1: method = '', 2: written = '', 3: rest = '' }) => ({
    index,
    method,
    written,
    rest,
  }));
  const commands = [...text.matchAll(CURL)].map(({ index, 1: written = '' }) => ({ index, method: 'GET', written, rest: '' }));
  return [...calls, ...commands].sort((a, b) => a.index - b.index).map((call) => ({ ...call, before: text.slice(0, call.index) }));
}

const madeBy = (text: string): string[] => (text.length > LONGEST_TEXT ? [] : [...text.matchAll(MADE)].map(([, path]) => `${path}/`));

/** Beginnings of paths that are there only after a step: behind a login that may be all of them. */
const openedBy = (step: string): string[] => [...madeBy(step), ...(step.length <= LONGEST_TEXT && LOGGED_IN.test(step) ? ['/'] : [])];

class Flows {
  readonly calls: JsonObject[] = [];

  constructor(
    private readonly base: string,
    private readonly carried: Carried,
  ) {}

  /** `made` is what earlier steps of the same list make. */
  visit(value: Json, path: (string | number)[], made: readonly string[] = []): void {
    if (path.length > DEEPEST) return;
    const step = stepOf(value);
    if (step !== undefined) this.#text(step, path, made);
    if (Array.isArray(value)) {
      const before = value.map((item) => openedBy(stepOf(item) ?? ''));
      for (const [i, item] of value.entries()) this.visit(item, [...path, i], [...made, ...before.slice(0, i).flat()]);
    } else if (isObject(value)) for (const name of Object.keys(value)) this.visit(value[name] as Json, [...path, name]);
  }

  #text(text: string, path: (string | number)[], before: readonly string[]): void {
    if (text.length > LONGEST_TEXT) return;
    const made = [...before, ...madeBy(text)];
    for (const { method, written, rest, before: said } of callsIn(text)) {
      const address = addressOf(written, this.base);
      if (
        !address ||
        takesBack(rest.replace(KEYLESS, '')) ||
        LOGGED_IN.test(said) ||
        made.some((path) => address.path.startsWith(path)) ||
        this.calls.length >= MOST_CALLS
      )
        continue;
      const member = path.findLast((step) => typeof step === 'string');
      this.carried.carry(path, ['calls', this.calls.length]);
      const place = pointerOf(path);
      // A path of another site says nothing of this one.
      const { path: local, url } = address;
      const where: JsonObject = isElsewhere(url, this.base) ? { url } : { path: local, url };
      this.calls.push({ method: method.toUpperCase(), ...where, ...(member === undefined ? {} : { member }), place });
    }
  }
}

export const flows = ofJson((document, carried, answer) => {
  const found = new Flows(answer.url, carried);
  found.visit(document, []);
  return { calls: found.calls };
});
