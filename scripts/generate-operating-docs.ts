// Writes the table of settings into docs/operating.md, from the table that the service reads its environment by.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SETTINGS, type Setting } from '../src/service/settings.ts';

const page = fileURLToPath(new URL('../docs/operating.md', import.meta.url));
const BEGIN = /^<!-- settings: .* -->\n/m;
const END = '<!-- end of settings -->';

/** What a value may be, in words. */
function allowed({ schema }: Setting): string {
  const { type, minimum, maximum, exclusiveMinimum, enum: values } = schema as Record<string, unknown> & { enum?: string[] };
  if (values) return values.join(', ');
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return 'text';
  const least = exclusiveMinimum === undefined ? `${minimum}` : `above ${exclusiveMinimum}`;
  return `${least} to ${maximum}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const rows = (Object.values(SETTINGS) as Setting[]).map((setting) => {
  const { default: value } = setting.schema as { default?: unknown };
  return `| \`${setting.name}\` | ${allowed(setting)} | ${value === undefined ? '' : `\`${String(value)}\``} | ${cell(setting.meaning)} |`;
});
const text = readFileSync(page, 'utf8');
const mark = BEGIN.exec(text);
const end = text.indexOf(END);
if (!mark || end < mark.index) throw new Error(`${page} has lost the marks around its table of settings`);
const table = ['', '| variable | values | default | meaning |', '|---|---|---|---|', ...rows, '', ''].join('\n');
writeFileSync(page, text.slice(0, mark.index + mark[0].length) + table + text.slice(end));
