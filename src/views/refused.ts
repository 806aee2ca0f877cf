// A body that a view cannot read, and why. Any part of the view throws it; the reader of views turns it into a reading.
import type { ReadableAnswer, Reading, View, ViewFailure } from '../contract/view.ts';

export class Refused extends Error {
  constructor(
    readonly code: ViewFailure,
    message = '',
  ) {
    super(message);
  }
}

export function readingOf(view: View, answer: ReadableAnswer): Reading {
  try {
    return view(answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message } = error;
    return { ok: false, code, ...(message === '' ? {} : { message }) };
  }
}
