// The soft-404 baseline: what the target answers for paths that cannot exist, compared with an answer once each one's own path and the nonce are taken out.
import type { Baseline } from './outcome.ts';
import { ownOutcome } from './outcome.ts';
import type { Record } from './record.ts';

/** Shorter names without their slash would take ordinary words out of a body. */
const SHORTEST_BARE_NAME = 6;

function spellings(url: URL): string[] {
  const path = url.pathname;
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A path that is not UTF-8 has no decoded spelling.
  }
  const whole = path + url.search;
  const out = [url.href, whole, path, decoded, encodeURIComponent(path), path.replaceAll('/', '\\/')];
  for (const bare of [path.slice(1), decoded.slice(1)]) if (bare.length >= SHORTEST_BARE_NAME) out.push(bare);
  return [...new Set(out)].filter((s) => s.length > 1).sort((a, b) => b.length - a.length);
}

function without(text: string, parts: readonly string[]): string {
  let out = text;
  for (const part of parts) out = out.replaceAll(part, '');
  return out;
}

interface Face {
  status: number | undefined;
  type: string | undefined;
  url: string;
  body: string;
  bodiless: boolean;
}

function face(record: Record, nonce: string): Face {
  const asked = new URL(record.request.url);
  const own = [...spellings(asked), ...(record.url === record.request.url ? [] : spellings(new URL(record.url))), nonce];
  const bytes = record.source?.bytes ?? new Uint8Array(0);
  // A byte-for-byte reading keeps the comparison free of charsets.
  const body = without(
    Buffer.from(bytes).toString('latin1'),
    own.map((s) => Buffer.from(s, 'utf8').toString('latin1')),
  );
  const final = new URL(record.url);
  return {
    status: record.answer.status,
    type: record.type,
    url: record.url === record.request.url ? 'as asked' : without(final.href, [...spellings(asked), nonce]),
    body,
    bodiless: record.request.method === 'HEAD',
  };
}

const equal = (a: Face, b: Face): boolean =>
  a.status === b.status && a.type === b.type && a.url === b.url && (a.bodiless || b.bodiless || a.body === b.body);

/** controls: the exchanges of the pack's control probe, all answered. */
export function baseline(controls: readonly Record[], nonce: string): Baseline {
  const outcomes = controls.map((c) => ({ record: c, own: ownOutcome(c) }));
  const faces = outcomes.filter((o) => o.own.is === 'found').map((o) => face(o.record, nonce));
  return {
    unclear: outcomes.some((o) => o.own.is === 'unclear'),
    same(record) {
      if (faces.length === 0) return false;
      const own = face(record, nonce);
      return faces.some((f) => equal(f, own));
    },
  };
}
