// Web addresses that stand in a text without any markup. It must not give a part of one: templates and cut ends are left out.
import type { TextSpan } from '../json/spans.ts';

/** Quotation marks, dashes and full stops that no address is written with but by those who leave it unencoded. */
const URL_TEXT = /\bhttps?:\/\/[^\s<>()[\]{}"'`|\\^“”‘’«»–—…、。，；：！？（）［］【】「」『』《》〈〉]+/gi;
/** An address that was cut off; a dash or an apostrophe within one, which a possessive is not. */
const GOES_ON = /^(?:…|[–‘]\S|’(?!s?(?:[\s.,;:!?)]|$)))/;
/** What is written in another script may go on in it behind any mark. */
const UNENCODED = /\P{ASCII}/u;
/** Punctuation of the sentence around an address. */
const SENTENCE = '.,;:!?*_~';

/** From the end, by hand: a pattern for it would try every place at which punctuation begins. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && SENTENCE.includes(url[end - 1]!)) end--;
  return url.slice(0, end);
}

/** Whether what stands behind the match may be the rest of the address. */
function goesOn(matched: string, rest: string): boolean {
  if (GOES_ON.test(rest)) return true;
  return UNENCODED.test(matched) && /^\P{ASCII}\S/u.test(rest);
}

/** What was trimmed stood for a part of the address: /docs/*, ?q=... */
const WILD = /[/=?](?:[*]|\.{3})/;

export function* bareUrls(text: string): Generator<TextSpan & { url: string }> {
  for (const match of text.matchAll(URL_TEXT)) {
    const start = match.index;
    const url = withoutPunctuation(match[0]);
    const before = text[start - 1];
    const end = start + match[0].length;
    const after = text[end];
    // Markup of links and templates: the reader of Markdown gives the one, nobody can follow the other.
    if (before === '<' || (before === '(' && text[start - 2] === ']') || after === '{' || after === '(' || after === '[') continue;
    if (WILD.test(match[0].slice(Math.max(0, url.length - 1)))) continue;
    if (goesOn(match[0], text.slice(end, end + 3))) continue;
    yield { url, start, end: start + url.length };
  }
}
