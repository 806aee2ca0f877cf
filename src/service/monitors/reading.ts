// What a monitor reads out of a report, and out of a run that came to none. It judges nothing again.
import type { Report } from '../../contract/generated/types.ts';
import type { StoredReport } from '../service.ts';
import type { MonitorResult } from './model.ts';

/** Milliseconds: an alert is made of a key that ends within this time. */
const SOON = 14 * 86_400_000;

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

interface Ending {
  /** Names the key and its end, so that one alert is made of it. */
  key: string;
  what: string;
  at: string;
}

const isSoon = (at: number, now: number): boolean => at > now && at - now < SOON;

function keysOf(text: string): { kid?: unknown; exp?: unknown }[] {
  if (!text.includes('"keys"') || !text.includes('"exp"')) return [];
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null) : [];
  } catch {
    return [];
  }
}

/** Certificates and published keys of the target that end soon, by what it answered. */
export function endingKeys({ evidence }: Report, now: number): Ending[] {
  const found = new Map<string, Ending>();
  const add = (what: string, at: number): void => {
    if (!Number.isFinite(at) || !isSoon(at, now)) return;
    const ends = new Date(at).toISOString();
    found.set(`${what} ${ends}`, { key: `${what} ${ends}`, what, at: ends });
  };
  for (const { request, answer } of evidence.exchanges) {
    const { host } = new URL(request.url);
    if (answer.tls?.validTo !== undefined) add(`the certificate of ${host}`, Date.parse(answer.tls.validTo));
    for (const { kid, exp } of keysOf(answer.body?.text ?? ''))
      if (typeof exp === 'number') add(`the key ${String(kid).slice(0, 100)} at ${request.url}`, exp * 1000);
  }
  return [...found.values()];
}
