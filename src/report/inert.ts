// Markdown text that cannot act: no link, image, heading, mention or HTML can come of what passes through here.
import { quote, visible } from '../contract/quote.ts';

/** Anything that some Markdown dialect could read as markup, a link, a mention or a bare host name. */
const ACTIVE = /[`*_{}[\]<>#|~\\&@$^]|:\/\/|:[a-z0-9_+-]+:|www\.|[\p{L}\p{N}]\.[\p{L}\p{N}]|^[\s>+=-]|^\d+[.)]/iu;

/** A code span. The quoter leaves no backtick in it; a bar would end a table cell. */
export function code(text: string, max = 400): string {
  const inner = quote(text, max).replaceAll('|', '\\u{7c}');
  if (inner.trim() === '') return '(empty)';
  // CommonMark strips one space from both ends of a span, so ends that are spaces get one more.
  return inner.startsWith(' ') || inner.endsWith(' ') ? `\` ${inner} \`` : `\`${inner}\``;
}

export const acts = (text: string): boolean => ACTIVE.test(text);

/** One line of text: as it is when nothing in it could act, a code span otherwise. */
export function inert(text: string, max = 600): string {
  const line = quote(text, max);
  return line.trim() === '' || acts(line) ? code(line, max) : line;
}

/** A fenced block; its fence is longer than any run of backticks in it. */
export function fenced(text: string, info = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^[a-z0-9+-]{1,20}$/.test(info) ? info : ''}\n${visible(text, '\n\t').replace(/\n+$/, '')}\n${fence}`;
}

/** A link to a reference of the pack, when it is plainly an https URL. */
export const reference = (url: string): string =>
  /^https:\/\/[A-Za-z0-9.-]+(?:\/[A-Za-z0-9._~/?#=%+,;:-]*)?$/.test(url) ? `<${url}>` : code(url);
