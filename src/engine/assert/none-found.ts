// The finding of a selection that is empty: that nothing was found, or why the body could not be read where it should stand.
import type { ViewFailure } from '../../contract/view.ts';
import type { NotRead, Selection } from '../select/selection.ts';
import { bare } from './detail.ts';
import type { Detail, JudgeContext } from './judged.ts';
import { type NotReadTold, unreadJson, unreadYaml } from './not-read.ts';

/** Views whose value is the body as it is written. What others look for may be missing from a body that is whole. */
const FORMATS: { readonly [view: string]: string } = {
  json: 'JSON',
  yaml: 'YAML',
  xml: 'XML',
  html: 'HTML',
  markdown: 'Markdown',
  text: 'text',
};

/** Faults that make a body one that readers read in different ways, or not at all, whatever is looked for in it. */
const WHATEVER: ReadonlySet<ViewFailure> = new Set(['charset', 'duplicate-key', 'cyclic']);

const WORDS: { readonly [code in ViewFailure]?: string } = {
  empty: 'the body is empty',
  binary: 'the body is no text',
  charset: 'the body holds a byte or an escape that its charset does not have',
  'duplicate-key': 'an object of the body names a member twice',
  cyclic: 'an alias in the body stands for what it is in',
};

function reasonOf({ observation, view }: NotRead): NotReadTold | undefined {
  const { source } = observation.record;
  const reading = observation.record.read(view);
  if (reading.ok || !source || observation.outcome.is !== 'found') return undefined;
  const { code, message } = reading;
  const format = FORMATS[view];
  if (format === undefined && !WHATEVER.has(code)) return undefined;
  // Of a body that begins as JSON does, the place says more than that it is none. YAML in its flow style begins so, too.
  const isAsked = code === 'duplicate-key' || code === 'syntax';
  const told = isAsked ? (unreadJson(observation, view === 'json') ?? (view === 'yaml' ? unreadYaml(observation) : undefined)) : undefined;
  if (told) return told;
  if (code === 'charset' && message !== undefined) return { observation, message: `the body cannot be read: ${message}` };
  const why = WORDS[code] ?? (format === undefined ? undefined : `the body is no ${format}`);
  return why === undefined ? undefined : { observation, message: why };
}

/** expected: how many. Nothing is looked up where nobody reads the words. */
export function noneFound(expected: string, { notRead }: Selection, context: JudgeContext): Detail {
  const why = notRead === undefined || context.wordless ? undefined : reasonOf(notRead);
  return bare(`expected ${expected}${why === undefined ? ', found none' : ''}`, context, { selected: 0, failed: 0 }, why);
}
