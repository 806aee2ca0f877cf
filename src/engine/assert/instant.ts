// before, after: times that a target states, held against the time at which its answer was recorded. It reads the recording, never a clock.
import type { Json } from '../../contract/json.ts';
import { DAY_S } from '../../contract/units.ts';
import type { AssertionOf } from '../../pack/compiled/assertion.ts';
import type { Selection } from '../select/selection.ts';
import { describeValue, detail } from './detail.ts';
import type { AssertionResult, JudgeContext } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';

/** The first and the last second of what a text may mean: a day is all of its day. Seconds since 1970. */
interface Span {
  first: number;
  last: number;
}

/** Two clocks that both mean well differ by less. */
const SKEW = 300;
/** RFC 3339, and the shorter forms of W3C-DTF. */
const WRITTEN = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?([Zz]|[+-]\d\d:?\d\d))?)?)?$/;
/** RFC 5322 section 3.3, as RSS has it too, with the years and the zones of section 4.3; the usual form of RFC 9110 section 5.6.7 is one of these. */
const OF_MAIL =
  /^(?:[A-Z][a-z]{2}, )?(?<day>\d\d?) (?<month>[A-Z][a-z]{2}) (?<year>\d{2,4}) (?<time>\d\d:\d\d(?::\d\d)?) (?<zone>GMT|UTC?|[ECMP][SD]T|[A-IK-Za-ik-z]|[+-]\d{4})$/;
/** Zones by name that are not UTC. A letter alone is taken for UTC: RFC 822 gave the letters the wrong signs, so that nobody knows what is meant. */
const ZONES: { readonly [name: string]: string | undefined } = {
  EDT: '-0400',
  EST: '-0500',
  CDT: '-0500',
  CST: '-0600',
  MDT: '-0600',
  MST: '-0700',
  PDT: '-0700',
  PST: '-0800',
};
/** The two of RFC 9110 that are obsolete and still have to be read. */
const OF_RFC_850 = /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/;
const OF_ASCTIME = /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/;
/** Of a year in two digits: what would lie further ahead lies in the century before. */
const FIFTY_YEARS = 18_262 * DAY_S;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Days since 1970 of a date of the Gregorian calendar, by the count of days that its years, then its months from March on, begin after. */
function days(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + inYear - 719_468;
}

const isDate = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= (month === 12 ? 31 : days(year, month + 1, 1) - days(year, month, 1));

function zone(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Two digits below 50 mean this century, and all others of two or three are counted from 1900. */
function yearOfMail(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

/** A date of HTTP, mail or RSS; now: a moment by which a year in two digits is told where the form is that of RFC 850. */
function ofHeader(text: string, now: number): Span | undefined {
  const mail = OF_MAIL.exec(text);
  const { day = '', month = '', year = '', time = '', zone = 'Z' } = (mail ?? OF_RFC_850.exec(text) ?? OF_ASCTIME.exec(text))?.groups ?? {};
  const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0');
  const offset = ZONES[zone] ?? (/\d/.test(zone) ? zone : 'Z');
  const inYear = (of: number): Span | undefined =>
    ofWritten(`${String(of).padStart(4, '0')}-${number}-${day.trim().padStart(2, '0')}T${time}${offset}`);
  if (mail) return inYear(yearOfMail(year));
  if (year.length !== 2) return year === '' ? undefined : inYear(Number(year));
  let found = inYear(1900 + Number(year));
  for (let of = 2000 + Number(year); of < 10_000; of += 100) {
    const later = inYear(of);
    if (later && later.first > now + FIFTY_YEARS) break;
    found = later ?? found;
  }
  return found;
}

function ofWritten(text: string): Span | undefined {
  const found = WRITTEN.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map((one) => (one ? Number(one) : undefined));
  if (!isDate(year, month, day) || hour > 23 || minute > 59 || second > 60) return undefined;
  const first = days(year, month, day) * DAY_S + hour * 3600 + minute * 60 + second - zone(found[7] ?? 'Z');
  if (found[4]) return { first, last: first };
  // Whoever says less than a day says no zone either: it is that day somewhere.
  const next = found[3] ? days(year, month, day) + 1 : found[2] && month < 12 ? days(year, month + 1, 1) : days(year + 1, 1, 1);
  return { first: first - DAY_S / 2, last: next * DAY_S + DAY_S / 2 };
}

/** A number is seconds since 1970, as in RFC 7519. now: when it was said, by which a year in two digits is told. */
export function timeOf(value: Json, now = 0): Span | undefined {
  if (typeof value === 'number') return { first: value, last: value };
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return ofWritten(text) ?? ofHeader(text, now);
}

const holdTime =
  (kind: 'before' | 'after', fits: (said: Span, recorded: number) => boolean) =>
  ({ mayBeEmpty }: AssertionOf<typeof kind>, s: Selection, context: JudgeContext): AssertionResult =>
    judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
      const recorded = timeOf(node.observation?.record.answer.timing?.startedAt ?? null);
      if (!recorded) return { is: 'unsure', why: 'untimed' };
      const said = timeOf(node.value, recorded.first);
      if (said && fits(said, recorded.first)) return { is: 'good' };
      const message = said ? `expected a time ${kind} that of the answer` : 'expected a time (RFC 3339, or a date of HTTP)';
      return { is: 'bad', details: [() => detail(node, { message, keyword: kind, value: describeValue(node.value) }, context)] };
    });

export const before = holdTime('before', (said, recorded) => said.first - SKEW <= recorded);
export const after = holdTime('after', (said, recorded) => said.last + SKEW >= recorded);
