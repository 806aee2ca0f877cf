// robots.txt and security.txt of the service.
import { DAY_MS } from '../../../contract/units.ts';
import type { Config } from '../../../service/config.ts';

/** Nothing is hidden from crawlers: what one of them starts spends its own budget, like anybody's. */
export const robotsTxt = (base: string): string => `User-agent: *
Allow: /

# ${base}/llms.txt says what is here.
`;

const YEAR = 365 * DAY_MS;

/** RFC 9116. It expires within a year of the day on which it is asked for. */
export function securityTxt(base: string, config: Config, now: number): string {
  const expires = new Date(Math.floor((now + YEAR / 2) / DAY_MS) * DAY_MS).toISOString();
  return [
    `Contact: ${config.contact ?? `${base}/about`}`,
    // Whoever is graded and objects looks here too.
    ...(config.abuse === undefined || config.abuse === config.contact ? [] : [`Contact: ${config.abuse}`]),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${base}/.well-known/security.txt`,
    '',
  ].join('\n');
}
