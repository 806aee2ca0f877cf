// Holds a signed statement against the report: every member, then every digest. It must not trust a digest that the report names of itself.
import type { ErrorCode } from '../../contract/errors.ts';
import type { Predicate, Report, Statement } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { jcs } from '../../json/jcs.ts';
import { strictJson } from '../../json/strict-json.ts';
import { shaped } from '../shape.ts';
import { type Digests, PARTS, type StatementPart, statementOf } from '../statement.ts';
import { type CheckFault, fault } from './checklist.ts';

const MOST_BYTES = 64 * 1024;

/** The statement in a payload: canonical bytes, and a predicate that this version knows. */
export function readStatement(payload: Uint8Array): Statement | CheckFault {
  const read = strictJson(payload, MOST_BYTES);
  if (!read.ok) return fault('bad-statement', `the payload cannot be read: ${read.detail}`);
  const statement = shaped('Statement', read.value);
  if (!statement.ok) return fault('bad-statement', `the payload is no statement of ours, ${statement.detail}`);
  return jcs(read.value) === read.text ? statement.value : fault('bad-statement', 'the payload is not in canonical form');
}

/** Members whose edit has a code of its own; the order says which one is named first. */
const CODES: Partial<Record<keyof Predicate, ErrorCode>> = {
  pack: 'pack-mismatch',
  seed: 'seed-mismatch',
  grade: 'grade-mismatch',
  passed: 'grade-mismatch',
  score: 'grade-mismatch',
  conclusive: 'grade-mismatch',
  exchanges: 'exchange-count-mismatch',
  order: 'exchange-order-mismatch',
  frame: 'digest-mismatch-evidence',
  bodies: 'body-mismatch',
};

const whole = (value: unknown): string => (value === undefined ? 'nothing' : jcs(value));
/** Only for reading: two values that differ may be shown alike. */
const quoteValue = (value: unknown): string => quote(whole(value), 200);

/** The first member that differs, by its path: of an object its own member, since a whole one is long to read. */
function place(name: string, was: unknown, is: unknown): string {
  const inner =
    isObject(was) && isObject(is) ? Object.keys({ ...was, ...is }).find((one) => whole(was[one]) !== whole(is[one])) : undefined;
  if (inner === undefined) return `${name}: ${quoteValue(was)} was signed, and the report says ${quoteValue(is)}`;
  return place(`${name}.${inner}`, (was as Members)[inner], (is as Members)[inner]);
}

function differing(signed: Predicate, found: Predicate): CheckFault | undefined {
  const names = new Set([...Object.keys(CODES), ...Object.keys(signed), ...Object.keys(found)]) as Set<keyof Predicate>;
  for (const name of names)
    if (whole(signed[name]) !== whole(found[name]))
      return fault(CODES[name] ?? 'statement-mismatch', place(name, signed[name], found[name]));
  return undefined;
}

/** Everything but digests. A report that was signed says so in its mode. */
export function disagreement(signed: Statement, report: Report, digests: Digests): CheckFault | undefined {
  if (report.issued.mode !== 'attested-remote')
    return fault('statement-mismatch', `issued.mode: a report of mode ${report.issued.mode} is never signed`);
  const expected = statementOf(report, digests);
  const found = differing(signed.predicate, expected.predicate);
  if (found) return found;
  const at = expected.subject.findIndex(({ name }, i) => signed.subject[i]?.name !== name);
  return at < 0
    ? undefined
    : fault(
        'statement-mismatch',
        `subject: ${quoteValue(signed.subject[at]?.name)} was signed, and the report is about ${quoteValue(expected.subject[at]?.name)}`,
      );
}

const CODE_OF: Record<StatementPart, ErrorCode> = {
  report: 'digest-mismatch-report',
  verdict: 'digest-mismatch-verdict',
  evidence: 'digest-mismatch-evidence',
};

/** The digest that a part has, against the one that the report names (where it does) and the one that was signed (where something was). */
export function digestFault(part: StatementPart, report: Report, digests: Digests, signed: Statement | undefined): CheckFault | undefined {
  const claimed = { report: undefined, verdict: report.verdictDigest, evidence: report.evidence.digest }[part];
  const has = digests[part];
  if (claimed !== undefined && claimed !== has)
    return fault(CODE_OF[part], `the ${part} has ${has}, and the report names ${quote(claimed, 80)}`);
  const subject = signed?.subject[PARTS.indexOf(part)]?.digest.sha256;
  if (signed && `sha256:${subject}` !== has) return fault(CODE_OF[part], `the ${part} has ${has}, and sha256:${subject} was signed`);
  return undefined;
}
