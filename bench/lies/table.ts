// The bench's results as a page of Markdown: shares caught for each class, and honest twists that were blamed. It must not run anything.
import { BLIND } from './blind.ts';
import { LIES } from './classes/all.ts';
import { DRAWN } from './lie.ts';
import type { Run } from './runs.ts';
import { TWISTS } from './twists/all.ts';

export interface Summary {
  classes: number;
  whole: { caught: number; runs: number };
  drawn: { caught: number; expected: number; runs: number };
  twists: { blamed: number; runs: number };
  /** Honest sites that nobody can see: judged nevertheless, as if they had been seen. */
  hidden: { judged: number; runs: number };
  inconclusive: { lies: number; twists: number };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const count = (runs: readonly Run[], holds: (run: Run) => boolean): number => runs.filter(holds).length;

const honestOf = (runs: readonly Run[]): Run[] => runs.filter(({ of }) => of === 'twist' || of === 'mark');

export function summary(runs: readonly Run[]): Summary {
  const lies = runs.filter(({ of }) => of === 'lie');
  const honest = honestOf(runs);
  const [whole, drawn] = [lies.filter(({ expected }) => expected === 1), lies.filter(({ expected }) => expected < 1)];
  return {
    classes: new Set(lies.map(({ name }) => name)).size,
    whole: { caught: count(whole, (run) => run.caught), runs: whole.length },
    drawn: {
      caught: count(drawn, (run) => run.caught),
      expected: rounded(sum(drawn.map(({ expected }) => expected))),
      runs: drawn.length,
    },
    twists: { blamed: count(honest, (run) => run.caught), runs: honest.length },
    hidden: { judged: count(honest, (run) => run.hidden && run.conclusive), runs: count(honest, (run) => run.hidden) },
    inconclusive: { lies: count(lies, (run) => run.inconclusive && !run.caught), twists: count(honest, (run) => run.inconclusive) },
  };
}

/** All that is within reach is caught, nearly all that draws can meet, nobody honest is blamed, and nothing is judged unseen. */
export const holds = ({ whole, drawn, twists, hidden }: Summary): boolean =>
  whole.caught === whole.runs && drawn.caught >= drawn.expected * 0.95 && twists.blamed === 0 && hidden.judged === 0;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (cells: readonly string[]): string[] => [row(cells), row(cells.map(() => '---'))];

function cell(runs: readonly Run[]): string {
  if (runs.length === 0) return '';
  const caught = `${count(runs, (run) => run.caught)} of ${runs.length}`;
  const expected = sum(runs.map((run) => run.expected)) / runs.length;
  const open = count(runs, (run) => run.inconclusive && !run.caught);
  return `${caught}${expected < 1 ? ` (${rounded(expected)})` : ''}${open > 0 ? `, ${open} open` : ''}`;
}

function lieRows(runs: readonly Run[]): string[] {
  const sizes = [...new Set(runs.map(({ size }) => size))].sort((a, b) => a - b);
  const rows = LIES.flatMap((lie) => {
    const own = runs.filter(({ of, name }) => of === 'lie' && name === lie.name);
    if (own.length === 0) return [];
    const plain = sizes.map((size) => cell(own.filter((run) => run.size === size && run.mark === 'plain')));
    const marked = own.filter(({ mark }) => mark !== 'plain');
    const missed = [...new Set(marked.filter((run) => !run.caught && run.expected === 1).map(({ mark }) => mark))];
    return [row([lie.name, `${lie.claim}; ${lie.contradicted}`, ...plain, cell(marked), missed.join(', ')])];
  });
  return rows.length === 0
    ? []
    : [...head(['class', 'the claim; what contradicts it', ...sizes.map(String), 'under marks', 'missed under']), ...rows, ''];
}

function honestRows(runs: readonly Run[]): string[] {
  const honest = honestOf(runs);
  const rows = [...new Set(honest.map(({ name }) => name))].map((name) => {
    const own = honest.filter((run) => run.name === name);
    const blamed = own.filter(({ caught }) => caught);
    const why = TWISTS.find((twist) => twist.name === name)?.why ?? 'the mark alone, on an honest site';
    const open = count(own, (run) => run.inconclusive);
    return row([
      name,
      why,
      `${blamed.length} of ${own.length}`,
      open === 0 ? '' : open,
      blamed[0]?.reasons[0]?.replaceAll('|', '\\|') ?? '',
    ]);
  });
  return rows.length === 0 ? [] : [...head(['honest twist', 'why it is honest', 'blamed', 'inconclusive', 'for']), ...rows, ''];
}

/** A blind spot of a pack as its release tells it: what is claimed, what contradicts it unseen, and how often that was caught. */
export interface Spot {
  name: string;
  claim: string;
  contradicted: string;
  caught: number;
  runs: number;
}

export const spots = (runs: readonly Run[]): Spot[] =>
  BLIND.flatMap(({ name, claim, contradicted }) => {
    const own = runs.filter((run) => run.of === 'blind' && run.name === name);
    return own.length === 0 ? [] : [{ name, claim, contradicted, caught: count(own, (run) => run.caught), runs: own.length }];
  });

function blindRows(runs: readonly Run[]): string[] {
  const rows = spots(runs).map((spot) => row([spot.name, `${spot.claim}; ${spot.contradicted}`, `${spot.caught} of ${spot.runs}`]));
  const title = ['## Blind spots', '', 'Lies that are told where nothing is asked. A pass says nothing of them.', ''];
  return rows.length === 0 ? [] : [...title, ...head(['blind spot', 'the claim; what contradicts it', 'caught']), ...rows, ''];
}

export function page(runs: readonly Run[], pack: { name: string; version: string; digest: string }): string {
  const { classes, whole, drawn, twists, hidden, inconclusive } = summary(runs);
  const total = (of: 'twist' | 'mark'): number => new Set(runs.filter((run) => run.of === of).map(({ name }) => name)).size;
  return [
    '# Lies that are caught, and honest twists',
    '',
    `Measured by \`npm run bench lies\` with ${pack.name} ${pack.version}, \`${pack.digest}\`. Every site is generated from a seed and run in process.`,
    `A lie is caught where an honesty check fails. Contracts of up to ${DRAWN} operations are asked whole; of larger ones, in which an eighth of the`,
    'operations lie, the number in brackets is the share that a draw can meet. The lies of a whole site are always within reach.',
    '',
    `- ${classes} classes of lies: ${whole.caught} of ${whole.runs} caught where all is asked, ${inconclusive.lies} left open.`,
    `- Where operations are drawn: ${drawn.caught} of ${drawn.runs} caught, where ${drawn.expected} can be expected.`,
    `- ${total('twist')} honest twists and ${total('mark')} marks on honest sites: ${twists.blamed} of ${twists.runs} runs blamed, ${inconclusive.twists} inconclusive.`,
    `- Of ${hidden.runs} runs against sites that let nothing be seen, ${hidden.judged} say that they saw it.`,
    '',
    ...lieRows(runs),
    ...blindRows(runs),
    ...honestRows(runs),
  ].join('\n');
}
