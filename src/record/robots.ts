// What robots.txt says (RFC 9309), read from its exchange. It decides requests; it never judges the target.
import robotsParserModule from 'robots-parser';
import type { Unclear } from '../contract/unclear.ts';
import { agentName, robotsLines } from '../views/robots.ts';

/** The package is CommonJS whose types claim an ES default export. */
const robotsParser = robotsParserModule as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent?: string): boolean | undefined };

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

/** url: of the robots.txt itself; text: its body. */
export function robots(url: string, text: string): Robots {
  const parsed = robotsParser(url, text);
  const named = [...robotsLines(text)].some(({ field, value }) => field === 'user-agent' && agentName(value) === TOKEN);
  const allowed = (at: string): boolean => parsed.isAllowed(at, named ? TOKEN : '*') !== false;
  const out = named && EVERYWHERE.every((path) => !allowed(new URL(path, url).href));
  return { allows: (at, literal) => (literal && !named) || allowed(at), ...(out ? { optedOut: true as const } : {}) };
}
