// Whole events of a text/event-stream body, as a client sees them (WHATWG HTML): UTF-8, and nothing of an event that did not end.
// It must stay linear, and must not read what the events say.
import { createParser } from 'eventsource-parser';
import type { ViewSource } from '../contract/view.ts';
import { type TextSpan, touches } from '../json/spans.ts';
import { redactedSpans } from './redacted-spans.ts';

export interface StreamEvent {
  /** Type; undefined is the default, message. */
  type?: string;
  data: string;
  /** Masked stretches of the data; all of it where that cannot be told. */
  spans: readonly TextSpan[];
}

export type EventStream = { ok: true; events: StreamEvent[] } | { ok: false; code: 'empty' | 'charset' | 'too-large' };

/** Events with data in one body. */
const MOST_EVENTS = 10_000;
const CR = 0x0d;
const LF = 0x0a;

/** One kind of line end: the parser looks for both from every line on, which is quadratic where only one occurs. */
function lineFeeds(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CR)) return bytes;
  const out = new Uint8Array(bytes.length);
  let size = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === CR && bytes[i + 1] === LF) continue;
    out[size++] = bytes[i] === CR ? LF : bytes[i]!;
  }
  return out.subarray(0, size);
}

function textOf(bytes: Uint8Array): string | null {
  try {
    // However the stream ended, its last character may be unfinished; no whole event ends there.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Masked stretches of the text with its line ends as they will be. */
function maskedSpans(source: ViewSource): readonly TextSpan[] {
  if (!source.redactions?.some((redaction) => redaction.where === 'body')) return [];
  const raw = textOf(source.bytes) ?? '';
  return moved(raw, redactedSpans(source, { ok: true, text: raw, charset: 'utf-8' }));
}

/** Spans of a text, moved to where they are once every CR LF is one character. Spans are in order. */
function moved(text: string, spans: readonly TextSpan[]): readonly TextSpan[] {
  let at = text.indexOf('\r\n');
  let dropped = 0;
  const place = (offset: number): number => {
    for (; at >= 0 && at < offset; at = text.indexOf('\r\n', at + 2)) dropped += 1;
    return offset - dropped;
  };
  return spans.map(({ start, end }) => ({ start: place(start), end: place(end) }));
}

/** Finds the data of each event again in the text, and what of it was masked; events come in order. */
function finder(text: string, masked: readonly TextSpan[]): (data: string) => readonly TextSpan[] {
  let from = 0;
  return (data) => {
    if (masked.length === 0) return [];
    // Lines of data are not side by side in the text: then all of it is as uncertain as a part.
    if (data.includes('\n')) return [{ start: 0, end: data.length }];
    const start = text.indexOf(data, from);
    const end = start + data.length;
    from = Math.max(from, end);
    if (start < 0 || !touches(masked, start, end)) return [];
    const met = masked.filter((span) => span.end > start && span.start < end);
    return met.map((span) => ({ start: Math.max(0, span.start - start), end: span.end - start }));
  };
}

export function readEvents(source: ViewSource): EventStream {
  if (source.bytes.length === 0) return { ok: false, code: 'empty' };
  const text = textOf(lineFeeds(source.bytes));
  if (text === null) return { ok: false, code: 'charset' };
  const spansOf = finder(text, maskedSpans(source));
  const events: StreamEvent[] = [];
  let count = 0;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      count += 1;
      if (count <= MOST_EVENTS) events.push({ ...(event === undefined ? {} : { type: event }), data, spans: spansOf(data) });
    },
  });
  parser.feed(text);
  return count > MOST_EVENTS ? { ok: false, code: 'too-large' } : { ok: true, events };
}
