// Writes docs/errors.md: every error code of the closed table, its exit status, what it means and what to do.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '../src/contract/errors.ts';
import { UNCLEAR } from '../src/contract/unclear.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const errors = Object.entries(ERRORS).sort(([a], [b]) => (a < b ? -1 : 1));
const text = [
  '<!-- Written by scripts/generate-error-docs.ts; do not edit. -->',
  '# Error codes',
  'Every error is printed as `axproof: CODE: message`. Codes come from one closed table and are never reused.',
  [
    '| code | exit | what it means | what to do |',
    '|---|---|---|---|',
    ...errors.map(([code, e]) => `| \`${code}\` | ${e.exit} | ${cell(e.title)} | ${cell(e.fix)} |`),
  ].join('\n'),
  '# Reasons of an inconclusive verdict',
  'The verifier could not see; the target is not blamed, and earns nothing.',
  ['| code | what it says |', '|---|---|', ...Object.entries(UNCLEAR).map(([code, says]) => `| \`${code}\` | ${cell(says)} |`)].join('\n'),
].join('\n\n');
writeFileSync(fileURLToPath(new URL('../docs/errors.md', import.meta.url)), `${text}\n`);
