// What robots.txt says (RFC 9309), read from its exchange. It decides requests; it never judges the target.
import robotsParserModule from 'robots-parser';

/** The package is CommonJS whose types claim an ES default export. */
const robotsParser = robotsParserModule as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent?: string): boolean | undefined };

/** allow(url, literal): literal is a machine surface that the pack names itself; only a group for axproof governs those. */
export interface Robots {
  allows(url: string, literal: boolean): boolean;
}

const TOKEN = 'axproof';
const NAMES_US = /^[ \t]*user-agent[ \t]*:[ \t]*axproof[ \t]*(?:#|$)/im;

export const everythingAllowed: Robots = { allows: () => true };

/** url: of the robots.txt itself; text: its body. */
export function robots(url: string, text: string): Robots {
  const parsed = robotsParser(url, text);
  const named = NAMES_US.test(text);
  return {
    allows(at, literal) {
      if (named) return parsed.isAllowed(at, TOKEN) !== false;
      return literal || parsed.isAllowed(at, '*') !== false;
    },
  };
}
