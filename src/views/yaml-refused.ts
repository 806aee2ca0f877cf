// A YAML text that is not read, and why, thrown between the parts of the yaml view. It must not leave that view.
import type { ViewFailure } from '../contract/view.ts';

export class Refused extends Error {
  readonly code: ViewFailure;
  constructor(code: ViewFailure, message: string) {
    super(message);
    this.code = code;
  }
}
