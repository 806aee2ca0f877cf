// The soft-404 baseline: whether an answer is what the target says to any path, once each one's own path is put in the place of the other's.
import type { Baseline } from './outcome.ts';
import { ownOutcome } from './outcome.ts';
import type { Record } from './record.ts';

/** How a page may name the path that was asked: all of it, its last segment, or that without its ending. */
const SHORT_FORMS = ['bare', 'last', 'stem'] as const;
type ShortForm = (typeof SHORT_FORMS)[number];

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    // A path that is not UTF-8 has no decoded spelling.
    return path;
  }
};

/** Spellings of a URL's path as pages repeat them, longest form first; the same positions for every URL. */
function spellings(url: URL, query: string, short: ShortForm): string[] {
  const path = url.pathname + query;
  const last = url.pathname.split('/').at(-1) ?? '';
  const brief = { bare: path.slice(1), last, stem: last.replace(/\.[^.]*$/, '') }[short];
  return [url.origin + path, encodeURIComponent(path), path.replaceAll('/', '\\/'), path, decoded(path), brief];
}

/** Text in which the control's spellings are replaced by the candidate's. The nonce is in all of the former, so nothing else is hit. */
function translated(text: string, from: readonly string[], to: readonly string[]): string {
  const done = new Set<string>();
  let out = text;
  for (const [i, spelling] of from.entries()) {
    if (done.has(spelling)) continue;
    done.add(spelling);
    out = out.replaceAll(spelling, () => to[i] as string);
  }
  return out;
}

/** Byte for byte, so that no charset comes into the comparison. */
const raw = (record: Record): string => Buffer.from(record.source?.bytes ?? new Uint8Array(0)).toString('latin1');
const bytewise = (texts: readonly string[]): string[] => texts.map((t) => Buffer.from(t, 'utf8').toString('latin1'));

interface Control {
  record: Record;
  body: string;
  /** Whether the answer repeats the nonce at all. */
  repeats: boolean;
}

function same(control: Control, record: Record, body: string): boolean {
  const { answer, type, request, url } = control.record;
  if (answer.status !== record.answer.status || type !== record.type) return false;
  const asked = new URL(record.request.url);
  const queries = asked.search === '' ? [''] : ['', asked.search];
  const shorts = control.repeats ? SHORT_FORMS : SHORT_FORMS.slice(0, 1);
  const ways = queries.flatMap((query) =>
    shorts.map((short) => ({ from: spellings(new URL(request.url), '', short), to: spellings(asked, query, short) })),
  );
  if (!ways.some(({ from, to }) => translated(url, from, to) === record.url)) return false;
  if (record.request.method === 'HEAD' || request.method === 'HEAD') return true;
  return ways.some(({ from, to }) => translated(control.body, bytewise(from), bytewise(to)) === body);
}

/** controls: the exchanges of the pack's control probe, all answered. */
export function baseline(controls: readonly Record[], nonce: string): Baseline {
  const outcomes = controls.map((record) => ({ record, own: ownOutcome(record) }));
  const found = outcomes
    .filter((o) => o.own.is === 'found')
    .map(({ record }): Control => {
      const body = raw(record);
      return { record, body, repeats: body.includes(nonce) || (record.url !== record.request.url && record.url.includes(nonce)) };
    });
  return {
    unclear: outcomes.some((o) => o.own.is === 'unclear'),
    same(record) {
      if (found.length === 0) return false;
      const body = raw(record);
      return found.some((control) => same(control, record, body));
    },
  };
}
