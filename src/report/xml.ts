// Writes XML 1.0 elements. What XML cannot carry, and what nobody could see, is made visible first; nothing is ever markup by accident.
import { visible } from '../contract/quote.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The quoter writes out control characters, lone surrogates and U+FFFE: all that XML 1.0 forbids, even as entities. */
const xmlText = (text: string): string =>
  visible(text, '\n')
    .replace(/[&<>]/g, (char) => ENTITIES[char]!)
    // On the log of a CI runner a line that begins so would be a command; to a reader of XML it is the same text.
    .replace(/^([ \t]*):(?=:)/gm, '$1&#58;')
    .replaceAll('##[', '&#35;#[');

/** In an attribute a line feed would turn into a space. */
const attribute = (text: string): string => xmlText(text.replaceAll('\n', ' ')).replaceAll('"', '&quot;');

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Content is text, or elements that stand on lines of their own. */
export function element(name: string, attributes: Attributes, content: string | readonly string[] = []): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${attribute(String(value))}"`],
  );
  const open = `<${name}${given.join('')}`;
  if (typeof content === 'string') return `${open}>${xmlText(content)}</${name}>`;
  if (content.length === 0) return `${open}/>`;
  return [`${open}>`, ...content, `</${name}>`].join('\n');
}

export const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
