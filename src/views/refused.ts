// A body that a view does not read, and why: thrown from anywhere within a view, and given as its reading by whoever reads the view (reader.ts).
import type { Reading, ViewFailure } from '../contract/view.ts';

export class Refused extends Error {
  readonly code: ViewFailure;
  constructor(code: ViewFailure, message = '') {
    super(message);
    this.code = code;
  }

  get reading(): Reading {
    return { ok: false, code: this.code, ...(this.message === '' ? {} : { message: this.message }) };
  }
}
