// Reads a report file: exact canonical bytes of a kind and format that this version knows. It judges neither digests nor signatures.
import { otherEngine, reportOfOtherEngine } from '../../contract/engines.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { FORMAT } from '../../contract/limits.ts';
import { quote } from '../../contract/quote.ts';
import { MiB } from '../../contract/units.ts';
import { jcs } from '../../json/jcs.ts';
import { strictJson, type Unreadable } from '../../json/strict-json.ts';
import { contradiction } from '../contradiction.ts';
import { shaped } from '../shape.ts';
import { type CheckFault, fault } from './checklist.ts';

/** The code of each fault in a file that should be a report. */
const REPORT_FAULTS = {
  'too-large': 'report-too-large',
  charset: 'not-a-report',
  cut: 'truncated-report',
  'too-deep': 'not-a-report',
  'duplicate-key': 'duplicate-key',
  syntax: 'not-a-report',
} as const satisfies Record<Unreadable, ErrorCode>;

/** A pinned run may record 96 MiB (LIMITS.runBytes), and escapes make of a body that is kept as text no more than 2.3 times as much. */
const MOST_BYTES = 256 * MiB;
const KINDS = ['VerificationReport', 'PinnedVerificationReport'] as const satisfies readonly Report['kind'][];
type Kind = (typeof KINDS)[number];

const isKind = (value: unknown): value is Kind => KINDS.some((kind) => kind === value);

/**
 * file: the bytes can be read in one way only. form: they are a report. attestation is as it stands in the file, and the report is without it:
 * the signed part and what signs it are judged apart.
 */
export interface ReportFile {
  file?: CheckFault;
  form?: CheckFault;
  report?: Report;
  attestation?: unknown;
}

function otherFormat(value: { [name: string]: unknown }): CheckFault | undefined {
  const { kind, format, evidence } = value;
  if (typeof kind !== 'string' || typeof format !== 'number') return fault('not-a-report', 'it names no kind and no format of a report');
  if (!isKind(kind)) return fault('unknown-format', `its kind is ${quote(kind, 60)}`);
  if (format !== FORMAT) return fault('unknown-format', `its format is ${format}, and this version knows ${FORMAT}`);
  const inner = isObject(evidence) ? evidence.format : undefined;
  if (typeof inner === 'number' && inner !== FORMAT)
    return fault('unknown-format', `its evidence is of format ${inner}, and this version knows ${FORMAT}`);
  return undefined;
}

/** What this version cannot read because another engine wrote it is called so. */
function ofOtherEngine(verdict: unknown): CheckFault | undefined {
  const engine = isObject(verdict) ? otherEngine(verdict.engine) : undefined;
  if (engine === undefined) return undefined;
  const { code, message } = reportOfOtherEngine(engine);
  return fault(code, message);
}

function form(value: unknown): Omit<ReportFile, 'file'> {
  if (!isObject(value)) return { form: fault('not-a-report', 'it is no JSON object') };
  const other = otherFormat(value);
  if (other) return { form: other };
  const { attestation, ...rest } = value;
  const report = shaped(value.kind as Kind, rest);
  if (!report.ok) return { form: ofOtherEngine(value.verdict) ?? fault('not-a-report', report.detail) };
  const torn = contradiction(report.value);
  if (torn !== undefined) return { form: fault('not-a-report', torn) };
  if (report.value.evidence.digest === undefined) return { form: fault('not-a-report', 'its evidence has no digest') };
  return { report: report.value, ...(attestation === undefined ? {} : { attestation }) };
}

/** The canonical text, or undefined where the value has none. */
function canonical(value: unknown): string | undefined {
  try {
    return jcs(value);
  } catch {
    return undefined;
  }
}

export function readReport(bytes: Uint8Array): ReportFile {
  const read = strictJson(bytes, MOST_BYTES);
  if (!read.ok) return { file: fault(REPORT_FAULTS[read.why], read.detail) };
  const formed = form(read.value);
  // What is no report at all is called that, whatever its spelling.
  if (formed.form?.code === 'not-a-report' && !looksLike(read.value)) return formed;
  if (canonical(read.value) !== read.text)
    return { ...formed, file: fault('not-canonical', 'its bytes are not the canonical form of what they say') };
  return formed;
}

const looksLike = (value: unknown): boolean => isObject(value) && isKind(value.kind);
