// Web links of a Link field (RFC 8288, Appendix B), also of a body of application/linkset, where white space may hold line ends.
// Not http-link-header: a parameter without a value swallows the next link there (`<a>; b, <c>; rel=d`), one bad character
// loses all links, and a parameter named __proto__ or a lone apostrophe in title* makes it throw or write where it must not.
import { percentDecoded } from '../contract/percent.ts';

export interface WebLink {
  /** URI reference, as written. */
  target: string;
  /** Names in lower case, in order, with repetitions. */
  params: readonly (readonly [name: string, value: string])[];
}

export interface WebLinks {
  links: WebLink[];
  /** Something in the field is no link; what could be read around it is there. */
  broken: boolean;
}

const WHITE = /[\t\n\r ]/;
const NAME_END = /[\t\n\r =;,]/;
const VALUE_END = /[;,]/;

class Reader {
  private at = 0;
  private broken = false;

  constructor(private readonly text: string) {}

  read(): WebLinks {
    const links: WebLink[] = [];
    for (this.skip(/[\t\n\r ,]/); this.at < this.text.length; this.skip(/[\t\n\r ,]/)) {
      const link = this.link();
      if (link) links.push(link);
    }
    return { links, broken: this.broken };
  }

  private skip(set: RegExp): void {
    while (this.at < this.text.length && set.test(this.text[this.at]!)) this.at++;
  }

  private until(set: RegExp): string {
    const start = this.at;
    while (this.at < this.text.length && !set.test(this.text[this.at]!)) this.at++;
    return this.text.slice(start, this.at);
  }

  private link(): WebLink | undefined {
    const end = this.text[this.at] === '<' ? this.text.indexOf('>', this.at) : -1;
    if (end < 0) {
      this.broken = true;
      // Without its end no later link has one either.
      if (this.text[this.at] === '<') this.at = this.text.length;
      else this.until(/[,<]/);
      return undefined;
    }
    const target = this.text.slice(this.at + 1, end).trim();
    this.at = end + 1;
    return { target, params: this.params() };
  }

  private params(): [string, string][] {
    const params: [string, string][] = [];
    for (;;) {
      this.skip(WHITE);
      if (this.text[this.at] !== ';') break;
      this.at++;
      this.skip(WHITE);
      const name = this.until(NAME_END).toLowerCase();
      this.skip(WHITE);
      let value = '';
      if (this.text[this.at] === '=') {
        this.at++;
        value = this.value();
      }
      if (name !== '') params.push([name, value]);
    }
    if (this.at < this.text.length && this.text[this.at] !== ',') {
      this.broken = true;
      this.until(/,/);
    }
    return params;
  }

  private value(): string {
    this.skip(WHITE);
    if (this.text[this.at] !== '"') return this.until(VALUE_END).trim();
    let value = '';
    for (this.at++; this.at < this.text.length; this.at++) {
      let char = this.text[this.at]!;
      if (char === '"') {
        this.at++;
        return value;
      }
      if (char === '\\') char = this.text[++this.at] ?? '';
      value += char;
    }
    this.broken = true;
    return value;
  }
}

/** Never throws. */
export const readWebLinks = (text: string): WebLinks => new Reader(text).read();

/** The first value of a parameter: for all but hreflang only that one counts. */
export const param = (link: WebLink, name: string): string | undefined => link.params.find(([own]) => own === name)?.[1];

/** Text of an extended value (RFC 8187: UTF-8'language'percent-encoded); undefined for what is none. */
export function extendedValue(value: string): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? [];
  return encoded === undefined ? undefined : percentDecoded(encoded);
}
