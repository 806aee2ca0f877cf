// How pages spell the path that was asked: put aside in a control's answer, and put back as another request's own. It compares nothing.
import { percentDecoded } from '../contract/percent.ts';

/** A noncharacter for each spelling: no text that is meant to be exchanged holds one. */
const FIRST_MARK = 0xfdd0;
const MARKS = /[\ufdd0-\ufddf]/g;
/** Whether a control's path stands in a text as marks. */
export const isMarked = (text: string): boolean => text.search(MARKS) >= 0;

const HTML: { [char: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => HTML[char] as string);

type Form = (url: URL, path: string) => string;

/** As pages write it that trust no character: http&#58;&#47;&#47;… */
const numbered = (path: string): string => path.replace(/[^A-Za-z0-9]/g, (char) => `&#${char.charCodeAt(0)};`);

const last: Form = (_, path) => path.replace(/\?.*$/s, '').split('/').at(-1) ?? '';

/** Longest first. The position of a form is its mark. */
const LONG: readonly Form[] = [
  (url, path) => url.origin + path,
  (url, path) => encodeURIComponent(url.origin + path),
  (_, path) => encodeURIComponent(path),
  (_, path) => numbered(path),
  (_, path) => path.replaceAll('/', '\\/'),
  (_, path) => path,
];
const stem: Form = (url, path) => last(url, path).replace(/\.[^.]*$/, '');
/** As a title: getting-started is Getting Started, Getting started, or getting started. */
const words = (url: URL, path: string): string[] => stem(url, path).split(/[-_+\s]+|%20/);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const titled: Form = (url, path) => words(url, path).map(capital).join(' ');
const sentence: Form = (url, path) => capital(words(url, path).join(' '));
const spaced: Form = (url, path) => words(url, path).join(' ');

/** Without its slash, its last segment, that without its ending, and as a title: of a short path they are one text but for capitals, and a page may mean any of them. */
const SHORT: readonly Form[] = [(_, path) => path.slice(1), last, stem, titled, sentence, spaced];
const FORMS = [...LONG, ...SHORT];

/** Texts in which the path of a control stands as marks. */
export interface Marking {
  /** Puts the control's own spellings aside. */
  mark(text: string): string;
  /** For each way in which a page may mean another URL by the same marks: puts that URL's spellings in their place. */
  ways(url: URL): ((text: string) => string)[];
}

/** url: what a control asked for; nonce: what makes its path one that cannot exist. Only spellings with the nonce in them are put aside, so nothing else is hit. */
export function marking(url: URL, nonce: string): Marking {
  const spelt = FORMS.map((form) => form(url, url.pathname));
  const folded = spelt.map((text) => text.toLowerCase());
  const first = folded.map((text, i) => (text.includes(nonce) && folded.indexOf(text) === i ? i : -1)).filter((i) => i >= 0);
  // Of forms that are one text, the mark is the first one's; each of the others is another way to read it.
  const alike = first.map((i) => FORMS.map((_, j) => j).filter((j) => folded[j] === folded[i]));
  const sharing = alike.map((forms) => forms.map((j) => FORMS[j] as Form));
  const aside = (text: string, i: number, k: number): string =>
    alike[k]!.reduce((out, j) => out.replaceAll(spelt[j] as string, String.fromCharCode(FIRST_MARK + i)), text);
  return {
    mark: (text) => first.reduce(aside, text),
    ways(other) {
      const paths = [...new Set([other.pathname, other.pathname + other.search])];
      const most = Math.max(1, ...sharing.map((forms) => forms.length));
      const texts = paths.flatMap((path) =>
        [path, percentDecoded(path) ?? path, escapeHtml(path)].flatMap((shown) =>
          Array.from({ length: most }, (_, way) =>
            first.map((_, k) => {
              const forms = sharing[k] as Form[];
              return (forms[Math.min(way, forms.length - 1)] as Form)(other, shown);
            }),
          ),
        ),
      );
      const distinct = [...new Map(texts.map((t) => [JSON.stringify(t), t])).values()];
      return distinct.map((to) => {
        const byMark = new Map(first.map((i, k) => [String.fromCharCode(FIRST_MARK + i), to[k] as string]));
        return (text: string) => text.replace(MARKS, (mark) => byMark.get(mark) ?? mark);
      });
    },
  };
}
