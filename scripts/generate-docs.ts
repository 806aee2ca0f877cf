// Writes the table of finding codes into docs/packs.md. Pages about rules are written by generate-rule-docs.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FINDINGS } from '../src/pack/finding.ts';

const page = fileURLToPath(new URL('../docs/packs.md', import.meta.url));
const MARK = /^<!-- findings: .* -->\n/m;

const text = readFileSync(page, 'utf8');
const mark = MARK.exec(text);
if (!mark) throw new Error(`${page} has lost the mark before its table of findings`);
const rows = Object.entries(FINDINGS).map(
  ([code, meaning]) => `| \`${code}\` | ${meaning.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`,
);
const table = ['', '| code | meaning |', '|---|---|', ...rows, ''].join('\n');
writeFileSync(page, text.slice(0, mark.index + mark[0].length) + table);
