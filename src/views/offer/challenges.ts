// WWW-Authenticate as RFC 9110 11.6.1 writes it: several challenges, commas between and within them, in one joined header.
// A tokenizer, one pass; it must not know any scheme.

export interface HttpChallenge {
  scheme: string;
  token68?: string;
  /** Names in lower case; the first of a name counts. */
  params: Map<string, string>;
  /** A name twice, or a value that is neither a token nor quoted rightly. */
  malformed: boolean;
}

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const TOKEN68 = /[-A-Za-z0-9._~+/]+=*(?=[ \t]*(?:,|$))/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;
/** What sloppy servers leave unquoted, such as base64 with its padding. */
const LOOSE = /[^\s,"]+/y;
const SPACE = /[ \t]*/y;
const REST_OF_ITEM = /[^,"]*/y;

class Scanner {
  at = 0;
  constructor(private readonly text: string) {}

  get end(): number {
    return this.text.length;
  }

  get next(): string | undefined {
    return this.text[this.at];
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** Skips commas and blanks; true when a comma was among them. */
  separators(): boolean {
    let comma = false;
    for (this.take(SPACE); this.next === ','; this.take(SPACE)) {
      comma = true;
      this.at += 1;
    }
    return comma;
  }
}

function value(scan: Scanner, into: HttpChallenge): string | null {
  const quoted = scan.take(QUOTED);
  if (quoted) return quoted[1]!.replace(/\\(.)/gs, '$1');
  // A quote that nothing closes takes the rest with it; looking again from every later quote would be quadratic.
  if (scan.next === '"') scan.at = scan.end;
  const from = scan.at;
  const token = scan.take(TOKEN);
  const end = scan.at;
  scan.at = from;
  const loose = scan.take(LOOSE);
  if (!loose) return null;
  if (!token || scan.at !== end) into.malformed = true;
  return loose[0];
}

/** `name = value` of the current challenge; false, with nothing taken, when none begins here. */
function parameter(scan: Scanner, into: HttpChallenge): boolean {
  const from = scan.at;
  const name = scan.take(TOKEN)?.[0].toLowerCase();
  if (name === undefined || !scan.take(EQUALS)) {
    scan.at = from;
    return false;
  }
  const found = value(scan, into);
  // A challenge carries a token68 or parameters, never both.
  if (found === null || into.token68 !== undefined) into.malformed = true;
  else if (into.params.has(name)) into.malformed = true;
  else into.params.set(name, found);
  return true;
}

function begin(scan: Scanner, scheme: string): HttpChallenge {
  const challenge: HttpChallenge = { scheme, params: new Map(), malformed: false };
  const from = scan.at;
  scan.take(SPACE);
  if (scan.at === from) return challenge;
  const token = scan.take(TOKEN68);
  if (token) challenge.token68 = token[0];
  else parameter(scan, challenge);
  return challenge;
}

function skip(scan: Scanner): void {
  for (scan.take(REST_OF_ITEM); scan.next === '"'; scan.take(REST_OF_ITEM)) if (!scan.take(QUOTED)) scan.at = scan.end;
}

/** All challenges in order, and whether something stood there that is none. */
export function readChallenges(header: string): { challenges: HttpChallenge[]; malformed: boolean } {
  const scan = new Scanner(header);
  const challenges: HttpChallenge[] = [];
  let malformed = false;
  scan.separators();
  while (scan.at < scan.end) {
    const current = challenges.at(-1);
    if (!(current && parameter(scan, current))) {
      const scheme = scan.take(TOKEN);
      if (scheme) challenges.push(begin(scan, scheme[0]));
      else skip(scan);
    }
    if (scan.separators() || scan.at >= scan.end) continue;
    // No comma after it: read on, but say so.
    malformed = true;
    const last = challenges.at(-1);
    if (last) last.malformed = true;
  }
  return { challenges, malformed };
}
