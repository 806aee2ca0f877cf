// What a monitor reads out of a report, and out of a run that came to none. It judges nothing again.
import { sha256 } from '../../contract/digest.ts';
import { probeOf, readExchangeName } from '../../contract/exchange-name.ts';
import type { Evidence, Exchange, LeftBehind, Pack, Report } from '../../contract/generated/types.ts';
import { isObject, listOf, parsedJson } from '../../contract/json.ts';
import { isSafeMethod } from '../../contract/method.ts';
import { quote } from '../../contract/quote.ts';
import { WAS_REDACTED } from '../../contract/unclear.ts';
import { DAY_MS } from '../../contract/units.ts';
import type { MonitorResult } from '../../store/monitor-result.ts';
import type { StoredReport } from '../service.ts';

/** Milliseconds: an alert is made of a key that ends within this time. */
const SOON = 14 * DAY_MS;

export function resultOfReport({ digest, report }: StoredReport, at: number): MonitorResult {
  const { verdict } = report;
  const failed = verdict.checks.filter((check) => check.verdict === 'fail');
  const [first] = failed;
  return {
    at,
    pack: verdict.pack.digest,
    report: digest,
    grade: verdict.grade,
    lies: failed.filter(({ cap }) => cap !== undefined).map(({ id }) => id),
    passed: 'passed' in report ? report.passed : null,
    ...(verdict.conclusive ? {} : { open: 'inconclusive' }),
    ...(first ? { first: { id: first.id, text: first.reason.text } } : {}),
  };
}

/** A target that cannot be reached keeps nothing; whatever else ended a run is no fault of it. */
export const resultWithoutReport = (code: string, at: number, pack: string, isPinned: boolean): MonitorResult => ({
  at,
  pack,
  grade: 'unreachable',
  lies: [],
  passed: isPinned ? false : null,
  ...(code === 'unreachable' ? { first: { id: 'reachable', text: 'the target cannot be reached' } } : { open: code }),
});

/** Ends of a run that may have come after it had written. All others come before anything but a GET is sent, or with a report. */
const CUT_OFF: ReadonlySet<string> = new Set(['internal', 'run-interrupted', 'verifier-died']);
const MOST_LEFT = 20;

const isDone = ({ answer: { status = 0, failure } }: Exchange): boolean => !failure && status >= 200 && status < 300;

/** Taken away, or not there any more. */
const isClean = (exchange: Exchange): boolean =>
  isDone(exchange) || (!exchange.answer.failure && [404, 410].includes(exchange.answer.status ?? 0));

/** What a run of a spec that writes may have left at its target; by its evidence, or by the code with which it ended. */
export function leftBehind(
  pack: Pick<Pack, 'consent' | 'probes' | 'rules'>,
  ended: Pick<Evidence, 'exchanges' | 'unsent'> | string,
): LeftBehind | undefined {
  if (pack.consent !== 'writes') return undefined;
  if (typeof ended === 'string')
    return CUT_OFF.has(ended) ? { why: `the run was cut off (${ended}): whether it cleaned up is not known`, requests: [] } : undefined;
  const probes = [pack.probes, ...pack.rules.map((rule) => rule.probes)].flatMap((some) => Object.entries(some ?? {}));
  const cleanup = new Map(probes.filter(([, probe]) => probe.cleanup));
  const cleans = (name: string): boolean => cleanup.has(probeOf(name));
  const unsent = ended.unsent.filter(({ name }) => cleans(name));
  const late = unsent.filter(({ code }) => code === 'deadline');
  const masked = unsent.filter(({ detail }) => detail?.endsWith(WAS_REDACTED));
  // A write without an answer may have been done, and then nothing said what is to be taken away.
  const blind = unsent.some(({ code }) => code === 'unresolved');
  const sent = ended.exchanges.flatMap((one) => one.names.filter(cleans).map((name) => ({ name, one })));
  const lastOf = new Map(sent.map(({ name, one }) => [probeOf(name), one]));
  // Of a poll the last answer tells, be it good or bad. Each page of a list is taken away by itself. A candidate is asked when those before it have failed:
  // the last one tells, unless it failed too, and nothing says by what.
  const judgedAs = (name: string): string => {
    const { probe, request } = readExchangeName(name);
    const { until, firstOf } = cleanup.get(probe) ?? {};
    if (firstOf) return until || isDone(lastOf.get(probe)!) ? probe : name;
    return until ? request : name;
  };
  const tells = new Set(new Map(sent.map(({ name, one }) => [judgedAs(name), one])).values());
  const failed = ended.exchanges.filter((one) =>
    one.names.some(cleans)
      ? tells.has(one) && !isClean(one)
      : blind && one.answer.failure !== undefined && !isSafeMethod(one.request.method),
  );
  const requests = [
    ...failed.map(({ request, answer }) => `${request.method} ${request.url}: ${answer.failure?.code ?? answer.status}`),
    ...late.map(({ name, url }) => `${name}${url === undefined ? '' : ` ${url}`}: not sent in time`),
    ...masked.map(({ name, detail }) => `${name}: not sent, since ${detail}`),
  ];
  return requests.length === 0 ? undefined : { why: 'its cleanup did not succeed', requests: requests.slice(0, MOST_LEFT) };
}

const LONGEST_KID = 100;
/** Published keys of which alerts are made before the first of them has ended: a target may name as many as it likes. */
const MOST_KEYS = 50;
/** Kept in mind, with certificates. */
const MOST_ALERTED = 200;
/** Before the digest of what ends, in what is kept in mind. */
const CERTIFICATE = 'certificate ';
const KEY = 'key ';
/** Before what is kept in mind of a certificate of which no alert was made: it follows one of which an alert was made, and came in time. */
const RENEWED = 'renewed: ';
/** Milliseconds: what is renewed by itself all the time, as certificates of a few days are, is told of when only this is left. */
const LAST = DAY_MS;

interface Ending {
  /** Tells the key and its end from all others, so that one alert is made of it; without a word of the target, since it outlives a takedown of the report. */
  key: string;
  what: string;
  at: string;
}

const isSoon = (at: number, now: number): boolean => at > now && at - now < SOON;

function keysOf(text: string): { kid?: unknown; exp?: unknown }[] {
  if (!text.includes('"keys"') || !text.includes('"exp"')) return [];
  const read = parsedJson(text);
  return isObject(read) ? listOf(read.keys).filter((key) => typeof key === 'object' && key !== null) : [];
}

/** Certificates and published keys of the target that end soon, by what it answered. */
export function endingKeys({ evidence }: Report, now: number): Ending[] {
  const found = new Map<string, Ending>();
  const add = (kind: string, what: string, at: number): void => {
    if (!Number.isFinite(at) || !isSoon(at, now)) return;
    const ends = new Date(at).toISOString();
    const key = `${kind}${sha256(what)} ${ends}`;
    found.set(key, { key, what, at: ends });
  };
  for (const { request, answer } of evidence.exchanges) {
    const { host } = new URL(request.url);
    if (answer.tls?.validTo !== undefined) add(CERTIFICATE, `the certificate of ${host}`, Date.parse(answer.tls.validTo));
    for (const { kid, exp } of keysOf(answer.body?.text ?? ''))
      if (typeof exp === 'number') add(KEY, `the key ${quote(String(kid), LONGEST_KID)} at ${request.url}`, exp * 1000);
  }
  return [...found.values()];
}

const isCertificate = (key: string): boolean => key.startsWith(CERTIFICATE) || key.startsWith(RENEWED);
const endAt = (key: string): number => key.lastIndexOf(' ') + 1;
const endOf = (key: string): number => Date.parse(key.slice(endAt(key)));

/** A certificate behind another one of the same host that is known and has not ended yet, or that is known as one. */
const isRenewal = ({ key }: Ending, known: readonly string[]): boolean =>
  isCertificate(key) && known.some((one) => one.replace(RENEWED, '').startsWith(key.slice(0, endAt(key))) && endOf(one) <= endOf(key));

/** Those of which no alert was made yet, certificates first; and of which one was made now or before, until they have ended. */
export function newlyEnding(report: Report, alertedBefore: readonly string[], now: number): { told: Ending[]; alerted: string[] } {
  const still = alertedBefore.filter((key) => endOf(key) > now);
  const found = endingKeys(report, now).filter(({ key }) => !still.includes(key));
  const renewed = found.filter((one) => endOf(one.key) - now > LAST && isRenewal(one, still));
  const certificates = found.filter((one) => isCertificate(one.key) && !renewed.includes(one));
  const room = Math.max(0, MOST_KEYS - still.filter((key) => !isCertificate(key)).length);
  const told = [...certificates, ...found.filter(({ key }) => !isCertificate(key)).slice(0, room)];
  const known = [...still, ...told.map(({ key }) => key), ...renewed.map(({ key }) => `${RENEWED}${key}`)];
  return { told, alerted: [...new Set(known)].slice(-MOST_ALERTED) };
}
