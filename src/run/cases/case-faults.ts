// What is wrong with a case beside its outcome: routes that nobody asks for, or that somebody asks for who must not, codes that the rule does not have. It runs none.
import type { Case, Evidence, FixtureTarget, Rule } from '../../contract/generated/types.ts';
import { UNCLEAR } from '../../contract/unclear.ts';
import { nearest, suggestion } from '../../pack/nearest.ts';
import type { CaseProblem } from '../../report/cases.ts';
import { hopsOf } from '../../report/hops.ts';
import { fixtureOrigin, routeKey } from '../../transport/fixture/routes.ts';
import type { PlacedCase } from './folders.ts';

export type CaseFault = Pick<CaseProblem, 'at' | 'text' | 'code' | 'trace'>;

/** What was asked of a written target: keys of the routes that requests took, and requests that no route answers, as keys that would. */
export interface AskedRoutes {
  taken: Set<string>;
  unanswered: Set<string>;
}

/** In process. */
export function askedRoutes(target: FixtureTarget, { exchanges }: Pick<Evidence, 'exchanges'>): AskedRoutes {
  const origin = fixtureOrigin(target);
  const asked: AskedRoutes = { taken: new Set(), unanswered: new Set() };
  for (const { request } of exchanges.flatMap(hopsOf)) {
    const url = new URL(request.url);
    const own = url.origin === origin;
    const key = routeKey(target, request.method, url, own);
    const place = own ? url.pathname + url.search : url.href;
    if (key !== null) asked.taken.add(key);
    else asked.unanswered.add(request.method === 'GET' ? place : `${request.method} ${place}`);
  }
  return asked;
}

/** Routes that the case wants left alone, and that a request took. */
export const askedAnyway = ({ expect: { unasked = [] } }: Case, { taken }: AskedRoutes): string[] =>
  unasked.filter((key) => taken.has(key));

const isSlip = (code: string, codes: readonly string[]): boolean =>
  !codes.includes(code) && !Object.hasOwn(UNCLEAR, code) && nearest(code, codes) !== undefined;

/** asked: by the run of the case. */
export function caseFaults({ one, within }: PlacedCase, { reasons }: Rule, asked: AskedRoutes): CaseFault[] {
  const { taken, unanswered } = asked;
  const { unasked = [], reason, findings = [], noFindings = [], counts = {} } = one.expect;
  const codes = Object.keys(reasons);
  const unknown = (code: string, place: (string | number)[], key?: boolean): CaseFault => ({
    code: 'unknown-code',
    at: within(['expect', ...place], key),
    text: `the rule has no reason ${code}, so no finding can have it${suggestion(code, codes)}`,
  });
  return [
    ...Object.keys(one.routes ?? {})
      .filter((key) => !taken.has(key) && !unasked.includes(key))
      .map((key): CaseFault => {
        const text = `no request takes the route ${key}${suggestion(key, [...unanswered, ...taken])}`;
        return { code: 'dead-route', at: within(['routes', key], true), text };
      }),
    ...askedAnyway(one, asked).map((key): CaseFault => {
      const at = within(['expect', 'unasked', unasked.indexOf(key)]);
      return { code: 'case-fails', at, text: `expected no request for ${key}` };
    }),
    // The engine has reasons of its own, which are near none of a rule's.
    ...(isSlip(reason, codes) ? [unknown(reason, ['reason'])] : []),
    ...[...findings.entries()].filter(([, code]) => isSlip(code, codes)).map(([i, code]) => unknown(code, ['findings', i])),
    ...[...noFindings.entries()].filter(([, code]) => !codes.includes(code)).map(([i, code]) => unknown(code, ['noFindings', i])),
    ...Object.keys(counts)
      .filter((code) => counts[code] === 0 && !codes.includes(code))
      .map((code) => unknown(code, ['counts', code], true)),
  ];
}

/** Cases of a file whose name another one has before them. */
export const namedTwice = (cases: readonly PlacedCase[]): PlacedCase[] =>
  cases.filter(({ one }, i) => cases.findIndex((other) => other.one.name === one.name) < i);
