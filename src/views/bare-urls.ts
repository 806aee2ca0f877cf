// Web addresses that stand in a text without any markup. It must not give a part of one: templates and cut ends are left out.

export interface BareUrl {
  url: string;
  start: number;
  end: number;
}

const URL_TEXT = /\bhttps?:\/\/[^\s<>()[\]{}"'`|\\^]+/gi;
/** Punctuation of the sentence around an address. */
const SENTENCE = '.,;:!?*_~';

/** From the end, by hand: a pattern for it would try every place at which punctuation begins. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && SENTENCE.includes(url[end - 1]!)) end--;
  return url.slice(0, end);
}

export function* bareUrls(text: string): Generator<BareUrl> {
  for (const match of text.matchAll(URL_TEXT)) {
    const start = match.index;
    const url = withoutPunctuation(match[0]);
    const before = text[start - 1];
    const after = text[start + match[0].length];
    // Markup of links and templates: the reader of Markdown gives the one, nobody can follow the other.
    if (before === '<' || (before === '(' && text[start - 2] === ']') || after === '{' || after === '(') continue;
    yield { url, start, end: start + url.length };
  }
}
