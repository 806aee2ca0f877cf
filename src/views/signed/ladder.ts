// A declared ladder of attestation: rungs with what they promise. A declaration is a claim and nothing more.
import type { Json, JsonObject } from '../../contract/json.ts';
import { isObject, member, text } from '../openapi/members.ts';
import type { Findings, Path } from './findings.ts';

const NAMES = new Set(['attestationladder', 'ladder']);

const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
const hasRung = (entry: Json): boolean => member(entry, 'rung') !== undefined;

/** Lists the ladder that a member declares; false when it declares none. `attestation` is one only where rungs stand in it. */
export function addLadder(findings: Findings, name: string, value: Json, path: Path): boolean {
  if (!Array.isArray(value)) return false;
  const called = plain(name);
  const entries = value.slice(0, 1000);
  if (!entries.some(hasRung)) {
    // Many things are called a ladder; one of objects or texts without a rung is malformed, numbers are something else.
    if (called !== 'attestationladder' || entries.length === 0) return false;
  } else if (!NAMES.has(called) && called !== 'attestation') return false;
  const seen = new Set<string>();
  for (const [i, entry] of entries.entries()) addRung(findings, entry, [...path, i], seen);
  return true;
}

function addRung(findings: Findings, entry: Json, path: Path, seen: Set<string>): void {
  const rung = text(entry, 'rung');
  if (!isObject(entry) || rung === undefined || rung.trim() === '') {
    findings.problem('rung-missing', path);
    return;
  }
  if (seen.has(rung)) findings.problem('rung-twice', path);
  seen.add(rung);
  const out: JsonObject = { rung };
  for (const name of ['durability', 'description'] as const) {
    const value = text(entry, name);
    if (value !== undefined) out[name] = value;
  }
  findings.rung(out, path);
}
