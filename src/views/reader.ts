// Reads the views of one answer, each at most once, and lets them read one another. A view that waits for itself reads nothing.
import type { Reading, ReadOther, ViewSource } from '../contract/view.ts';
import { VIEWS } from './registry.ts';

const UNKNOWN: Reading = { ok: false, code: 'shape', message: 'no such view' };

const readers = new WeakMap<ViewSource, ReadOther>();

/** The views of a source by name, memoised for as long as the source lives. */
export function reader(source: ViewSource): ReadOther {
  let known = readers.get(source);
  if (!known) {
    known = readerOf(source);
    readers.set(source, known);
  }
  return known;
}

function readerOf(source: ViewSource): ReadOther {
  const readings = new Map<string, Reading>();
  const read: ReadOther = (name) => {
    const known = readings.get(name);
    if (known) return known;
    const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
    if (!view) return UNKNOWN;
    readings.set(name, UNKNOWN);
    const reading = view(source, read);
    readings.set(name, reading);
    return reading;
  };
  return read;
}
