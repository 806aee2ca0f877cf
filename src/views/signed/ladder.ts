// A declared ladder of attestation: rungs with what they promise. A declaration is a claim and nothing more.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { member, text } from '../openapi/members.ts';
import type { Findings, Path } from './findings.ts';

/** Names of members, without dashes and case: a ladder whatever stands there, or only where rungs stand there. */
const NAMES: Readonly<Record<string, 'always' | 'with-rungs'>> = {
  attestationladder: 'always',
  ladder: 'with-rungs',
  attestation: 'with-rungs',
};

const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
const hasRung = (entry: Json): boolean => member(entry, 'rung') !== undefined;

/** Lists the ladder that a member declares; false when it declares none. */
export function addLadder(findings: Findings, name: string, value: Json, path: Path): boolean {
  const called = plain(name);
  if (!Array.isArray(value) || !Object.hasOwn(NAMES, called)) return false;
  const entries = value.slice(0, 1000);
  if (!entries.some(hasRung) && (NAMES[called] === 'with-rungs' || entries.length === 0)) return false;
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
