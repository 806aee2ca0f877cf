// The list of what was checked, in order. A check that rests on a failed one is not made, and the list says so.
import type { ErrorCode } from '../../contract/errors.ts';

const CHECKS = {
  file: 'the bytes are canonical JSON, readable in one way only',
  form: 'it is a report of a kind and format that this version knows',
  envelope: 'it carries one DSSE envelope of the exact form, around an in-toto Statement',
  key: 'the signing key is a trusted Ed25519 key',
  'key-in-force': 'the signing key was not revoked',
  signature: 'the signature verifies',
  statement: 'what was signed is a statement about a report',
  agreement: 'statement and report agree, member by member',
  verdict: 'the verdict has the digest that the report and the statement name',
  evidence: 'the evidence has the digest that the report and the statement name, and is about the same target',
  report: 'the report has the digest that the statement names',
  window: 'it was issued in the window of its key',
  clock: 'it was not issued in the future',
  age: 'it is as fresh as was asked for',
} as const;

type CheckName = keyof typeof CHECKS;

const NAMES = Object.keys(CHECKS);
/** Made only when asked for. */
const OPTIONAL: ReadonlySet<CheckName> = new Set<CheckName>(['age']);

export interface Checked {
  name: CheckName;
  /** skipped: it rests on something that failed, or was not asked for. */
  outcome: 'ok' | 'failed' | 'skipped';
  code?: ErrorCode;
  detail?: string;
}

export class Checklist {
  readonly checked: Checked[] = [];

  /** Makes a check when everything that it rests on is there; true when it holds. */
  check(name: CheckName, ready: boolean, judge: () => CheckFault | undefined): boolean {
    const found = ready ? judge() : undefined;
    this.checked.push(found ? { name, outcome: 'failed', ...found } : { name, outcome: ready ? 'ok' : 'skipped' });
    return ready && !found;
  }

  /** Nothing failed, and nothing was left out that was not optional. */
  get holds(): boolean {
    return (
      this.checked.length === NAMES.length &&
      this.checked.every(({ name, outcome }) => outcome === 'ok' || (outcome === 'skipped' && OPTIONAL.has(name)))
    );
  }

  /** The first failure that says the most: an edited report is called edited before it is called unsigned. */
  get first(): Checked | undefined {
    const failed = this.checked.filter((one) => one.outcome === 'failed');
    return failed.find((one) => one.code !== 'unsigned') ?? failed[0];
  }
}

export interface CheckFault {
  code: ErrorCode;
  detail: string;
}

export const fault = (code: ErrorCode, detail: string): CheckFault => ({ code, detail });
