// What a body really is, told from the body. Content-Type only tells YAML, Markdown and plain text apart, and whether a bare
// number or word is JSON. It must not believe a media type that the body contradicts. The rules are in docs/views.md.
import { mediaType } from '../contract/media-type.ts';
import { type BodyKind, OURS, type ReadableAnswer, type ViewFailure } from '../contract/view.ts';
import { decodeWindows1252 } from './charset.ts';

/** Failures that come before a text is held against a grammar. */
const UNPARSED: ReadonlySet<ViewFailure> = new Set(['cut', 'charset', 'charset-unknown']);

/** So many characters at the beginning decide, where the whole need not be parsed. */
const HEAD = 64 * 1024;

const PROLOGUE = /^(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)/;
const HTML_DOCUMENT = /^<(?:!doctype\s+html|html|head|body|title|meta|script|link|style|base|noscript|frameset)(?=[\s/>])/i;
const HTML_FRAGMENT =
  /^<(?:a|abbr|article|aside|b|blockquote|br|button|center|code|dd|details|div|dl|dt|em|fieldset|figure|font|footer|form|h[1-6]|header|hr|i|iframe|img|input|label|li|main|nav|ol|p|pre|section|select|small|span|strong|summary|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|video)(?=[\s/>])/i;
/** A custom element of HTML has a dash in its name. One that names its namespace is meant as XML. */
const OWN_ELEMENT = /^<[a-z][\w.]*-[\w.-]*(?=[\s/>])[^>]*/;
const NAMESPACE = /\sxmlns(?=[:=\s])/;
/** Markdown may begin with one (CommonMark, section 4.6, kind 1), as pages of VitePress do. */
const RAW_BLOCK = /^<(?:script|style)(?=[\s>])/i;
/** Markdown with components (MDX) may begin with one. */
const COMPONENT = /^<[A-Z][A-Za-z0-9.]*(?=[\s/>])/;
const XML_NAME = /^<(?:!doctype\s|[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?(?=[\s/>]))/i;

const JSON_BEGIN = /^\s*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null))/;

const HEADING = /^ {0,3}#{1,6}[ \t]+\S/m;
const LIST_LINK = /^ {0,3}[-*+][ \t]+\[[^\]\n]{1,500}\]\(/m;
const INLINE_LINK = /\[[^\]\n]{1,500}\]\((?:https?:\/\/|\/|\.)[^)\s]{0,2000}\)/;
/** What no HTML has at the beginning of a line: an underlined heading, an item, a quotation, a row, and words that stand out. */
const BLOCK =
  /^(?: {0,3}\S[^\n]{0,500}\r?\n {0,3}(?:={3,}|-{3,})[ \t]*$| {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S| {0,3}>[ \t]?\S|\|[^\n]{1,500}\|[ \t]*$|[^<\n]{0,500}\*\*[^*\n]{1,500}\*\*)/m;
const FENCE = /^ {0,3}(?:```|~~~)/m;

const YAML_MARK = /^(?:%(?:YAML|TAG) |---(?:[ \t]+[&!]\S*)*(?:[ \t]*(?:#.*)?(?:\r?\n|$)))/;
/** Anchors and tags before a value: they change nothing of what it is. */
const YAML_PROPERTIES = /^(?:[&!][^\s[\](){},]*(?:[ \t]+|$))+/;
const YAML_LINE = /^(?:[A-Za-z0-9_."'/$@{}~-][^\r\n:#]{0,200}:(?:[ \t]|$)|-[ \t])/;
/** A member that holds a member or an item on the next line. */
const YAML_NESTED =
  /^(?:[&!]\S+[ \t]+)*[A-Za-z0-9_."'$-]{1,100}:(?:[ \t]+[&!]\S*)*[ \t]*\r?\n(?:[ \t]*(?:#.*)?\r?\n)*(?: +(?:[&!]\S+[ \t]+)*[A-Za-z0-9_."'/$-]{1,200}:(?:[ \t]|\r?$)| *- )/m;
const YAML_TYPE = /^(?:application|text)\/(?:(?:x-)?yaml|[a-z0-9.-]+\+yaml|vnd\.oai\.openapi)$/;
const MARKDOWN_TYPE = /^text\/(?:x-)?markdown$/;
const JSON_TYPE = /^(?:application|text)\/(?:[a-z0-9.-]+\+)?json$/;

function withoutPrologue(text: string): string {
  let rest = text;
  for (let piece = PROLOGUE.exec(rest); piece; piece = PROLOGUE.exec(rest)) rest = rest.slice(piece[0].length);
  return rest;
}

const looksMarkdown = (text: string): boolean => HEADING.test(text) || LIST_LINK.test(text) || INLINE_LINK.test(text) || FENCE.test(text);

/** An element of the author's own, where the media type says that its names are those of HTML. */
function beginsWithOwn(rest: string, type: string): boolean {
  const tag = type === 'text/html' ? OWN_ELEMENT.exec(rest) : null;
  return tag !== null && !NAMESPACE.test(tag[0]);
}

/** Text that begins with an angle bracket, perhaps after comments and instructions. */
function marked(head: string, closed: boolean, type: string): 'html' | 'xml' | 'markdown' | undefined {
  const rest = withoutPrologue(head);
  if (RAW_BLOCK.test(rest) && MARKDOWN_TYPE.test(type) && (HEADING.test(rest) || LIST_LINK.test(rest))) return 'markdown';
  if (HTML_DOCUMENT.test(rest)) return 'html';
  if (head.startsWith('<?xml')) return 'xml';
  // A README may open with a centred logo: markup of Markdown below it tells, of which one that says to be Markdown may have little.
  if (HTML_FRAGMENT.test(rest) || beginsWithOwn(rest, type)) {
    const telling = MARKDOWN_TYPE.test(type) ? looksMarkdown(rest) || BLOCK.test(rest) : HEADING.test(rest) || LIST_LINK.test(rest);
    return telling ? 'markdown' : 'html';
  }
  if (COMPONENT.test(rest) && MARKDOWN_TYPE.test(type) && (looksMarkdown(rest) || BLOCK.test(rest))) return 'markdown';
  return XML_NAME.test(rest) && closed ? 'xml' : undefined;
}

function isJson(answer: ReadableAnswer, text: string, type: string): boolean {
  const reading = answer.read('json');
  if (!/^\s*[{["]/.test(text)) return reading.ok && JSON_TYPE.test(type);
  if (reading.ok) return true;
  if (reading.code === 'syntax') return false;
  // A document that is cut or in the wrong charset cannot be parsed; it is JSON if it begins like it.
  return !UNPARSED.has(reading.code) || JSON_BEGIN.test(text);
}

/** The first line that is neither empty nor a comment of YAML, without anchors and tags. */
function firstLine(text: string): string {
  for (const line of text.split(/\r?\n/)) {
    const bare = line.replace(YAML_PROPERTIES, '');
    if (!/^\s*(?:#|$)/.test(bare)) return bare;
  }
  return '';
}

/** A block between two lines of --- with something else than YAML below it. */
function frontMatter(head: string): boolean {
  const end = /\r?\n---[ \t]*\r?\n/.exec(head.slice(3));
  if (!head.startsWith('---') || end === null) return false;
  const rest = head.slice(3 + end.index + end[0].length);
  return looksMarkdown(rest) || (rest.trim() !== '' && !YAML_LINE.test(firstLine(rest)));
}

/** Text without markup of its own kind. What does not say that it is YAML must parse as YAML with some depth. */
function prose(answer: ReadableAnswer, head: string, type: string): 'yaml' | 'markdown' | 'text' {
  if (MARKDOWN_TYPE.test(type) || frontMatter(head)) return 'markdown';
  const begins = YAML_MARK.test(head);
  const first = firstLine(head.replace(YAML_MARK, ''));
  const yamlish = YAML_LINE.test(first);
  if (YAML_TYPE.test(type) && (begins || yamlish || /^[{[]/.test(first))) return 'yaml';
  if (begins && yamlish) return 'yaml';
  if (yamlish && !LIST_LINK.test(head) && YAML_NESTED.test(head) && isYaml(answer, head)) return 'yaml';
  return looksMarkdown(head) ? 'markdown' : 'text';
}

/** What looks like YAML is YAML where the yaml view reads it, or where nothing but a limit of ours keeps it from that. */
function isYaml(answer: ReadableAnswer, head: string): boolean {
  const reading = answer.read('yaml');
  if (reading.ok) return true;
  return OURS.has(reading.code) && !(INLINE_LINK.test(head) || FENCE.test(head));
}

/** Never throws. It asks for the json and yaml views, which ask for no kind. */
export function bodyKind(answer: ReadableAnswer): BodyKind {
  const { decoded } = answer;
  if (!decoded.ok && (decoded.code === 'empty' || decoded.code === 'cut')) return 'none';
  if (!decoded.ok && decoded.code === 'binary') return 'binary';
  // In a charset that is not read, markup still shows.
  const text = decoded.ok ? decoded.text : decodeWindows1252(answer.bytes);
  const head = text.slice(0, HEAD).trimStart();
  if (head.startsWith('%PDF-')) return 'binary';
  const type = mediaType(answer.headers['content-type'])?.essence ?? '';
  if (head.startsWith('<')) {
    const kind = marked(head, answer.truncated || text.trimEnd().endsWith('>'), type);
    if (kind) return kind;
  }
  return isJson(answer, text, type) ? 'json' : prose(answer, head, type);
}
