// Results as a table of Markdown, and its place in a page. It measures nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { knownOf } from './known.ts';
import { holds, type Result, type Row } from './row.ts';

const [BEGIN, END] = ['<!-- lab -->', '<!-- /lab -->'];

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function cells({ group, name, does }: Row, result: Result): string[] {
  const { figures, error } = result;
  const bounded = figures.filter(({ bound }) => bound !== '');
  return [
    group,
    name,
    does,
    bounded.map(({ what, bound }) => `${what} ${bound}`).join('; '),
    error ?? figures.map(({ what, measured, ok }) => `${what} ${measured}${ok ? '' : ' (!)'}`).join('; '),
    holds(result) ? 'yes' : ['**no**', knownOf(name)].filter(Boolean).join(', known: '),
  ];
}

export type Done = readonly (readonly [Row, Result])[];

export function table(done: Done): string {
  const head = ['group', 'row', 'what it does', 'bound', 'measured', 'within'];
  return [line(head), line(head.map(() => '---')), ...done.map(([row, result]) => line(cells(row, result)))].join('\n');
}

/** The page with the table between its markers; whatever else stands in it stays. */
export function placed(page: string, text: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the page has no place for the table: ${BEGIN} and ${END}`);
  return `${page.slice(0, from + BEGIN.length)}\n\n${text}\n\n${page.slice(to)}`;
}

export function writeInto(file: string, text: string): void {
  writeFileSync(file, placed(readFileSync(file, 'utf8'), text));
}
