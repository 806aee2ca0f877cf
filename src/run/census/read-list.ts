// Reads a list of targets: a target a line, CSV, or a JSON object a line. What is no target is told with its line and left out; nothing is looked up.
import { CsvError, parse } from 'csv-parse/sync';
import { AxproofError } from '../../contract/errors.ts';
import { isObject, parsedJson } from '../../contract/json.ts';
import { quote, withoutUser } from '../../contract/quote.ts';
import { parseTarget } from '../../transport/live/target.ts';

export interface ListedTarget {
  origin: string;
  private: boolean;
}

export interface Listed {
  /** Each origin once, in the order of the list. */
  targets: ListedTarget[];
  /** Lines that were left out, and why. */
  left: { line: number; why: string }[];
}

/** What the member or column of the target may be called; of several the first of these is taken, wherever it stands. */
const NAMES = ['target', 'domain', 'origin', 'host', 'hostname', 'url'];

class Unread extends Error {}

function ofJson(text: string): string {
  const value = parsedJson(text);
  if (value === undefined) throw new Unread('it is not JSON');
  const name = isObject(value) ? NAMES.find((one) => typeof (value as Record<string, unknown>)[one] === 'string') : undefined;
  if (name === undefined) throw new Unread(`it has no member ${NAMES.join(', ')} that is text`);
  return (value as Record<string, string>)[name] as string;
}

/** Those that stand in text least come first. */
const DELIMITERS = ['\t', ';', ','] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Undefined: it is no row by this one. A quote in a cell that begins with none is text. */
function rowBy(delimiter: Delimiter, text: string): string[] | undefined {
  try {
    return (parse(text, { delimiter, trim: true, relax_quotes: true }) as string[][])[0];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** Ranks and scores stand before names in the usual lists. Four numbers with dots are an address. */
const isNumber = (cell: string): boolean => /^[-+]?\d*(?:[.,]\d+)*$/.test(cell) && !/^\d+(?:\.\d+){3}$/.test(cell);

/** Throws Unread or AxproofError bad-target. */
function targetOf(text: string, allowPrivate: boolean): ListedTarget {
  const target = parseTarget(text);
  if (target.private && !allowPrivate) throw new Unread('it is a private target, and --allow-private is not given');
  return target;
}

/** -1: it is no header. */
function columnOf(cells: readonly string[]): number {
  const titles = cells.map((cell) => cell.toLowerCase());
  const name = NAMES.find((one) => titles.includes(one));
  return name === undefined ? -1 : titles.indexOf(name);
}

function isTarget(cell: string | undefined): boolean {
  try {
    return cell !== undefined && parseTarget(cell).origin !== '';
  } catch {
    return false;
  }
}

/** The delimiter of a list, by its first row that has one: it stands between the names of a header, else beside what is a target. */
function delimiterOf(text: string): Delimiter | undefined {
  const split = DELIMITERS.map((one) => ({ one, cells: rowBy(one, text) ?? [] })).filter(({ cells }) => cells.length > 1);
  const told =
    split.find(({ cells }) => columnOf(cells) >= 0) ?? split.find(({ cells }) => isTarget(cells.find((cell) => !isNumber(cell))));
  return (told ?? split[0])?.one;
}

class Reader {
  readonly targets: ListedTarget[] = [];
  readonly left: Listed['left'] = [];
  readonly #lines = new Map<string, number>();
  /** Where the column stands; undefined before the first line. */
  #column: number | undefined;
  #delimiter: Delimiter | undefined;

  constructor(private readonly allowPrivate: boolean) {}

  line(raw: string, line: number): void {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) return;
    try {
      const named = text.startsWith('{') ? ofJson(text) : this.#ofCells(this.#cells(text));
      if (named !== undefined) this.#add(targetOf(named, this.allowPrivate), line);
    } catch (error) {
      if (!(error instanceof Unread || error instanceof AxproofError)) throw error;
      this.left.push({ line, why: `${quote(withoutUser(text), 100)}: ${error.message}` });
    }
  }

  #cells(text: string): string[] {
    if (!/[",;\t]/.test(text)) return [text];
    this.#delimiter ??= delimiterOf(text);
    const cells = rowBy(this.#delimiter ?? ',', text);
    if (!cells) throw new Unread('it is no row of CSV');
    return cells;
  }

  /** Undefined for the header. */
  #ofCells(cells: readonly string[]): string | undefined {
    if (this.#column === undefined) {
      this.#column = columnOf(cells);
      if (this.#column >= 0) return undefined;
    }
    const cell = this.#column >= 0 ? cells[this.#column] : cells.find((one) => !isNumber(one));
    if (cell === undefined || cell === '') throw new Unread('no cell of it is a target');
    return cell;
  }

  #add(target: ListedTarget, line: number): void {
    const before = this.#lines.get(target.origin);
    if (before !== undefined) throw new Unread(`${target.origin} stands on line ${before} already`);
    this.#lines.set(target.origin, line);
    this.targets.push(target);
  }
}

/** Private targets are left out unless they are allowed: a list comes from somebody. Throws bad-data for what is no text at all. */
export function readList(text: string, allowPrivate: boolean): Listed {
  // Neither byte of its mark is UTF-8.
  if (text.startsWith('\ufffd\ufffd'))
    throw new AxproofError(
      'bad-data',
      'the list is no UTF-8: it begins as UTF-16 does, in which spreadsheets export text; save it as UTF-8',
    );
  const reader = new Reader(allowPrivate);
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries())
    reader.line(line, i + 1);
  return { targets: reader.targets, left: reader.left };
}
