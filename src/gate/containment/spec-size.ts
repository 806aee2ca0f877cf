// How large a spec may be: the pack itself, and apart from it the documents that it carries, in bytes of JSON; and how many rules it has.
import { isObject } from '../../contract/json.ts';
import { KiB } from '../../contract/units.ts';
import { CONTAINED } from './limits.ts';

const { specBytes, documentBytes, rules } = CONTAINED;

/** What no text of a spec exceeds, before anything of it is read. */
export const MOST_TEXT = specBytes + documentBytes;

/** What is too large of it, in words; text: its canonical form, or as it came. */
export function tooLarge(text: string, document?: unknown): string | undefined {
  const documents = isObject(document) && document.documents !== undefined ? Buffer.byteLength(JSON.stringify(document.documents)) : 0;
  if (documents > documentBytes) return `the documents of a spec have at most ${documentBytes / KiB} KiB, and these ${documents} bytes`;
  const size = Buffer.byteLength(text, 'utf8') - documents;
  const most = document === undefined ? MOST_TEXT : specBytes;
  if (size > most) return `a spec has at most ${specBytes / KiB} KiB beside its documents, and this ${size} bytes`;
  const many = isObject(document) && Array.isArray(document.rules) ? document.rules.length : 0;
  return many > rules ? `a spec has at most ${rules} rules, and this ${many}` : undefined;
}
