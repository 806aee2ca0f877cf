// What robots.txt says (RFC 9309), read from its exchange. It decides requests; it never judges the target.
import type { Unclear } from '../contract/unclear.ts';
import { type RobotsRule, robotsGroups } from '../views/robots.ts';

export interface Robots {
  /** literal: a machine surface that the pack names itself; only a group for axproof governs those. */
  allows(url: string, literal: boolean): boolean;
  /** Why it could not be read: nothing may be asked then, and it forbade nothing. */
  unread?: Unclear;
  /** A group for axproof forbids all that there is. */
  optedOut?: true;
}

const TOKEN = 'axproof';
/** A robots.txt that forbids all of these forbids everything: the root, what agents read, what cannot exist. */
const EVERYWHERE = ['/', '/llms.txt', '/.well-known/axproof.json', '/.well-known/x7q2-3f0d', '/x7q2-3f0d/3f0d'];

export const everythingAllowed: Robots = { allows: () => true };

export const unreadable = (unread: Unclear): Robots => ({ allows: () => false, unread });

interface Rule {
  allow: boolean;
  /** Of the whole pattern: the longest that fits wins (2.2.2). */
  length: number;
  /** What stands between the stars. */
  parts: readonly string[];
  /** `$`: the last part ends the path. */
  ends: boolean;
}

/** Characters of patterns with stars, and of the path for each of them, that one question may cost. As many such rules as RFC 9309 has everybody read (500 KiB) and a path of 60 are below it. */
const MOST_STEPS = 2_000_000;

/** Percent-encoding in the one form in which both sides are compared (2.2.2): what need not be encoded is not, and digits are capital. */
function encoded(text: string): string {
  const whole = encodeURI(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll('%25', '%');
  return whole.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
  });
}

function ruleOf({ allow, path }: RobotsRule): Rule {
  const pattern = encoded(path);
  const ends = pattern.endsWith('$');
  return { allow, length: pattern.length, parts: (ends ? pattern.slice(0, -1) : pattern).split('*'), ends };
}

/** Each part is looked for where the one before it ended: if a pattern fits at all, it fits with the first place of each. */
function fits({ parts, ends }: Rule, path: string): boolean {
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (ends && i === parts.length - 1) return path.length - part.length >= at && (i > 0 ? path.endsWith(part) : path === part);
    const found = i === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

/** Whether the rules let a path be asked; not, where that costs more to find out than a target may cost. */
function permits(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  let steps = 0;
  for (const rule of rules) {
    if (!path.startsWith(rule.parts[0] as string)) continue;
    if (rule.parts.length > 1) steps += path.length + rule.length;
    if (steps > MOST_STEPS) return false;
    const longer = rule.length - (best?.length ?? -1);
    if ((longer > 0 || (longer === 0 && rule.allow)) && fits(rule, path)) best = rule;
  }
  return best?.allow !== false;
}

/** url: of the robots.txt itself; text: its body. */
export function robots(url: string, text: string): Robots {
  const groups = robotsGroups(text);
  const named = groups.some(({ agents }) => agents.includes(TOKEN));
  const own = groups.filter(({ agents }) => agents.includes(named ? TOKEN : '*'));
  // A rule without a path forbids and allows nothing.
  const rules = own.flatMap((group) => group.rules.filter(({ path }) => path !== '').map(ruleOf));
  const allowed = (at: string): boolean => {
    const { pathname, search } = new URL(at);
    return permits(rules, encoded(pathname + search));
  };
  const out = named && EVERYWHERE.every((path) => !allowed(new URL(path, url).href));
  return { allows: (at, literal) => (literal && !named) || allowed(at), ...(out ? { optedOut: true as const } : {}) };
}
