// The one escaper of the pages, as a template tag: what is put into a template is text unless it came out of a template itself.
// There is no way to say "trust this string", so markup can only be what stands in the templates.
import { visible } from '../../contract/quote.ts';

/** Markup that a template made. The constructor's string is private to this file's functions. */
export class Markup {
  private constructor(private readonly text: string) {}
  /** Only for the tag below: its literal parts are the source code's own. */
  static of(literals: TemplateStringsArray, values: readonly MarkupValue[]): Markup {
    // A real template's literals carry their raw form and are frozen; a string from elsewhere cannot come in this way.
    if (!Object.isFrozen(literals) || !Object.hasOwn(literals, 'raw')) throw new TypeError('markup is made by templates alone');
    if (values.some((value, i) => (value as unknown) instanceof Block && !/^$|>$/.test(literals[i]!)))
      throw new TypeError('a block is content');
    return new Markup(literals.reduce((text, literal, i) => text + literal + (i < values.length ? renderValue(values[i]) : ''), ''));
  }
  toString(): string {
    return this.text;
  }
}

export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/** Text for content and for quoted attributes alike. */
export const escaped = (text: string): string => visible(text).replace(/[&<>"'`]/g, (char) => ENTITIES[char]!);

/** A block of text whose line feeds and tabs stay, to be put into a `pre`: it is content, where quotes need no escape, and never a value of an attribute. */
export class Block {
  constructor(readonly text: string) {}
}

function renderValue(value: MarkupValue | Block): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.toString();
  if (value instanceof Block) return visible(value.text, '\n\t').replace(/[&<>]/g, (char) => ENTITIES[char]!);
  if (Array.isArray(value)) return (value as readonly MarkupValue[]).map(renderValue).join('');
  return escaped(String(value));
}

/** html`<p class="${name}">${text}</p>`: attributes have to be quoted. */
export const html = (literals: TemplateStringsArray, ...values: (MarkupValue | Block)[]): Markup =>
  Markup.of(literals, values as MarkupValue[]);
