// The soft-404 baseline: whether an answer equals the control's, with the path of each and changing parts masked.
import { type IsMarked, unmarked } from '../pack/compiled/marks.ts';
import { fits, LONGEST_SPAN, type MaskedText, MOST_SPANS, template } from './masks.ts';
import { type ControlBaseline, type Likeness, ownOutcome } from './outcome.ts';
import type { Record } from './record.ts';
import { type Marking, marking } from './spellings.ts';

/** One request for a path that cannot exist; the nonce stands in its path. */
export interface ControlRequest {
  record: Record;
  nonce: string;
}

/** The requests of one shape, which differ in their nonce alone: one of them, or several, so that it shows what changes by itself. */
export type Control = readonly ControlRequest[];

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as text that says the same as its bytes, so that no declared charset comes into the comparison. */
export function bodyText({ source }: Record): string {
  const bytes = source?.bytes ?? new Uint8Array(0);
  try {
    return UTF8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

/** What the target says to any path of one shape. */
interface NotFound {
  status: number | undefined;
  type: string | undefined;
  head: boolean;
  /** Bytes of a body that was cut: its end is not known. */
  cutAt: number | undefined;
  marking: Marking;
  /** Places that such paths are redirected to: what is asked for there is asked for by its own name. */
  ledTo: ReadonlySet<string>;
  /** undefined: what changes cannot be told from content. */
  url: MaskedText | undefined;
  body: MaskedText | undefined;
}

/** An address without a closing slash, since routers send from one to the other. */
const placeOf = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname.replace(/\/$/, '') + search;
};

function notFound(asked: Control): NotFound {
  const [{ record, nonce }] = asked as [ControlRequest];
  const marks = asked.map((one) => marking(new URL(one.record.request.url), one.nonce));
  const marked = (read: (record: Record) => string): string[] => asked.map((one, i) => (marks[i] as Marking).mark(read(one.record)));
  return {
    status: record.answer.status,
    type: record.type,
    head: record.request.method === 'HEAD',
    cutAt: asked.some((one) => one.record.source?.truncated)
      ? Math.min(...asked.map((one) => one.record.source?.bytes.length ?? 0))
      : undefined,
    marking: marking(new URL(record.request.url), nonce),
    ledTo: new Set(asked.flatMap((one) => (one.record.url === one.record.request.url ? [] : [placeOf(one.record.url)]))),
    url: template(marked((one) => one.url)),
    body: template(marked(bodyText)),
  };
}

/** Found answers of one shape by status and type: a target may say it in two ways. */
function notFounds(control: Control, isChallenge: IsMarked): NotFound[] {
  const groups = new Map<string, ControlRequest[]>();
  for (const asked of control) {
    if (ownOutcome(asked.record, isChallenge).is !== 'found') continue;
    const key = `${asked.record.answer.status} ${asked.record.type}`;
    groups.set(key, [...(groups.get(key) ?? []), asked]);
  }
  return [...groups.values()].map(notFound);
}

function likeness(control: NotFound, record: Record, body: () => string): Likeness {
  if (control.status !== record.answer.status || control.type !== record.type) return 'different';
  if (control.ledTo.size > 0 && control.ledTo.has(placeOf(record.request.url))) return 'different';
  const ways = control.marking.ways(new URL(record.request.url));
  const { url } = control;
  if (url && !ways.some((put) => fits(url, record.url, put))) return 'different';
  const certain: Likeness = url ? 'same' : 'unknown';
  if (control.head || record.request.method === 'HEAD') return certain;
  const page = control.body;
  if (page && ways.some((put) => fits(page, body(), put))) return certain;
  if (control.cutAt !== undefined) return isBeyond(control.cutAt, record) ? 'unknown' : 'different';
  return page ? 'different' : 'unknown';
}

/** Whether an answer is so long that it may be the one that was cut, with what is masked of another length. One that was cut itself may be, wherever that was. */
const isBeyond = (cutAt: number, { source }: Record): boolean =>
  source !== undefined && (source.truncated || source.bytes.length + MOST_SPANS * LONGEST_SPAN >= cutAt);

interface Known {
  notFounds: readonly NotFound[];
  unclear: boolean;
}

const summariseControl = (control: Control, isChallenge: IsMarked): Known => ({
  notFounds: notFounds(control, isChallenge),
  unclear: control.some(({ record }) => ownOutcome(record, isChallenge).is === 'unclear'),
});

function against(those: readonly Known[], unclear: boolean): ControlBaseline {
  const all = those.flatMap((one) => one.notFounds);
  return {
    unclear,
    same(record) {
      let text: string | undefined;
      const body = (): string => {
        text ??= bodyText(record);
        return text;
      };
      let out: Likeness = 'different';
      for (const one of all) {
        const found = likeness(one, record, body);
        if (found === 'same') return found;
        if (found === 'unknown') out = found;
      }
      return out;
    },
  };
}

interface Placed extends Known {
  origin: string;
  /** Path up to the segment with the nonce. */
  directory: string;
}

/** RFC 8615: what stands there speaks for the whole origin. */
const WELL_KNOWN = '/.well-known/';

function placed(control: Control, isChallenge: IsMarked): Placed[] {
  const [first] = control;
  if (!first) return [];
  const { origin, pathname } = new URL(first.record.request.url);
  const segments = pathname.split('/');
  const depth = segments.findIndex((segment) => segment.includes(first.nonce));
  const directory = `${segments.slice(0, Math.max(1, depth)).join('/')}/`;
  return [{ ...summariseControl(control, isChallenge), origin, directory: directory === WELL_KNOWN ? '/' : directory }];
}

/** Answers so short say nothing by which one API could be told from another. */
const THIN = 256;
const isThin = (record: Record): boolean => (record.source?.bytes.length ?? 0) <= THIN && record.is === 'json';

/** For each answer the controls that speak of it: those of its origin in the longest directory that it lies in, and those at the origin's root. */
export function baselineFor(controls: readonly Control[], isChallenge: IsMarked = unmarked): (record: Record) => ControlBaseline {
  const all = controls.flatMap((control) => placed(control, isChallenge));
  return (record) => {
    const { origin, pathname } = new URL(record.request.url);
    const here = all.filter((one) => one.origin === origin && pathname.startsWith(one.directory));
    const deepest = Math.max(0, ...here.map((one) => one.directory.length));
    const near = here.filter((one) => one.directory.length === deepest);
    return against(
      isThin(record) ? near : here.filter((one) => one.directory === '/' || one.directory.length === deepest),
      near.some((one) => one.unclear),
    );
  };
}
