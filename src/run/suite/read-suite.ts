// Reads a suite document, YAML or JSON: its shape, and that every name in it means something. It opens no pack and sends nothing.
import type { Suite } from '../../contract/generated/types.ts';
import type { PackFinding } from '../../pack/finding.ts';
import { checkShape } from '../../pack/read/contract-check.ts';
import { readDocument } from '../../pack/read/read-document.ts';
import { checkSuite } from './check-suite.ts';

export interface ReadSuite {
  /** Undefined when there is any finding. */
  suite?: Suite;
  findings: PackFinding[];
}

/** file: as findings are to name it; JSON when it ends in .json. Never throws for what the text says. */
export function readSuite(text: string, file: string): ReadSuite {
  const source = readDocument(text, file);
  const findings = [...source.findings];
  if (source.value === undefined) return { findings };
  checkShape(source.value, 'suite.schema.json#/$defs/Suite', (...at) => findings.push(source.finding(...at)));
  // Names are looked up only where everything has its shape.
  if (findings.length === 0) checkSuite(source.value as Suite, (...at) => findings.push(source.finding(...at)));
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  return findings.length > 0 ? { findings } : { suite: source.value as Suite, findings };
}
