// A body that a view does not read, and why: thrown from anywhere within the view. Whoever reads a view gives it as the reading.
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
