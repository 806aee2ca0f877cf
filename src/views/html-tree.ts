// The tree that parse5 builds for the html view: linked nodes, so that each of its steps is constant, with caps of depth and size.
// Not parse5's own tree: its children are arrays, and what comes before a table is looked for from the front each time.
import { html, Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { Refused } from './refused.ts';

export interface HtmlNode {
  /** Tag in lower case; #text, #comment and so on for what is no element. */
  name: string;
  namespace: html.NS;
  attrs: Token.Attribute[];
  text: string;
  /** Offset at which its start tag ends. */
  offset: number;
  /** Offset at which its end tag, or what closed it, had been read. */
  end: number;
  /** The parser opens an element again where end tags are crossed; such a copy says nothing new. */
  copy: boolean;
  parent: HtmlNode | null;
  first: HtmlNode | null;
  last: HtmlNode | null;
  next: HtmlNode | null;
  previous: HtmlNode | null;
}

interface Types extends TreeAdapterTypeMap {
  node: HtmlNode;
  parentNode: HtmlNode;
  childNode: HtmlNode;
  document: HtmlNode;
  documentFragment: HtmlNode;
  element: HtmlNode;
  commentNode: HtmlNode;
  textNode: HtmlNode;
  template: HtmlNode;
  documentType: HtmlNode;
}

/** Browsers nest no deeper than this either. */
const MOST_DEEP = 512;
const MOST_NODES = 300_000;
const MOST_MOVES = 1_000_000;

const NO_ATTRS: Token.Attribute[] = [];

class Tree implements TreeAdapter<Types> {
  offset: () => number = () => 0;
  private nodes = 0;
  private moves = 0;
  private depth = 0;
  private mode = html.DOCUMENT_MODE.NO_QUIRKS;
  private readonly seen = new WeakSet<Token.Attribute[]>();
  private readonly contents = new WeakMap<HtmlNode, HtmlNode>();

  private make(name: string, namespace = html.NS.HTML, attrs = NO_ATTRS, text = ''): HtmlNode {
    if (++this.nodes > MOST_NODES) throw new Refused('too-large');
    const copy = attrs.length > 0 && this.seen.has(attrs);
    if (attrs.length > 0) this.seen.add(attrs);
    const offset = this.offset();
    const place = { parent: null, first: null, last: null, next: null, previous: null };
    return { name, namespace, attrs, text, offset, end: offset, copy, ...place };
  }

  onItemPush(): void {
    if (++this.depth > MOST_DEEP) throw new Refused('too-deep');
  }
  onItemPop(item: HtmlNode): void {
    this.depth--;
    item.end = this.offset();
  }

  createDocument = (): HtmlNode => this.make('#document');
  createDocumentFragment = (): HtmlNode => this.make('#fragment');
  createElement = (name: string, namespace: html.NS, attrs: Token.Attribute[]): HtmlNode => this.make(name, namespace, attrs);
  createCommentNode = (): HtmlNode => this.make('#comment');
  createTextNode = (text: string): HtmlNode => this.make('#text', html.NS.HTML, NO_ATTRS, text);

  appendChild = (parent: HtmlNode, node: HtmlNode): void => this.link(parent, node, null);
  insertBefore = (parent: HtmlNode, node: HtmlNode, before: HtmlNode): void => this.link(parent, node, before);

  private link(parent: HtmlNode, node: HtmlNode, before: HtmlNode | null): void {
    if (++this.moves > MOST_MOVES) throw new Refused('too-large');
    node.parent = parent;
    node.next = before;
    node.previous = before ? before.previous : parent.last;
    if (node.previous) node.previous.next = node;
    else parent.first = node;
    if (before) before.previous = node;
    else parent.last = node;
  }

  detachNode(node: HtmlNode): void {
    const { parent, previous, next } = node;
    if (!parent) return;
    if (previous) previous.next = next;
    else parent.first = next;
    if (next) next.previous = previous;
    else parent.last = previous;
    node.parent = node.previous = node.next = null;
  }

  insertText(parent: HtmlNode, text: string): void {
    this.addText(parent, text, null);
  }
  insertTextBefore(parent: HtmlNode, text: string, before: HtmlNode): void {
    this.addText(parent, text, before);
  }
  private addText(parent: HtmlNode, text: string, before: HtmlNode | null): void {
    const neighbour = before ? before.previous : parent.last;
    if (neighbour?.name === '#text') neighbour.text += text;
    else this.link(parent, this.createTextNode(text), before);
  }

  adoptAttributes(recipient: HtmlNode, attrs: Token.Attribute[]): void {
    const names = new Set(recipient.attrs.map((attr) => attr.name));
    const added = attrs.filter((attr) => !names.has(attr.name));
    if (recipient.attrs.length + added.length > MOST_DEEP) throw new Refused('too-large');
    recipient.attrs = [...recipient.attrs, ...added];
  }

  setDocumentMode(_document: HtmlNode, mode: html.DOCUMENT_MODE): void {
    this.mode = mode;
  }
  getDocumentMode = (): html.DOCUMENT_MODE => this.mode;
  setDocumentType(document: HtmlNode, name: string): void {
    this.link(document, this.make('#doctype', html.NS.HTML, NO_ATTRS, name), null);
  }
  setTemplateContent(template: HtmlNode, content: HtmlNode): void {
    this.contents.set(template, content);
  }
  getTemplateContent = (template: HtmlNode): HtmlNode => this.contents.get(template) ?? template;

  getChildNodes(node: HtmlNode): HtmlNode[] {
    const out: HtmlNode[] = [];
    for (let child = node.first; child; child = child.next) out.push(child);
    return out;
  }
  getFirstChild = (node: HtmlNode): HtmlNode | null => node.first;
  getParentNode = (node: HtmlNode): HtmlNode | null => node.parent;
  getAttrList = (node: HtmlNode): Token.Attribute[] => node.attrs;
  getTagName = (node: HtmlNode): string => node.name;
  getNamespaceURI = (node: HtmlNode): html.NS => node.namespace;
  getTextNodeContent = (node: HtmlNode): string => node.text;
  getCommentNodeContent = (node: HtmlNode): string => node.text;
  getDocumentTypeNodeName = (node: HtmlNode): string => node.text;
  getDocumentTypeNodePublicId = (): string => '';
  getDocumentTypeNodeSystemId = (): string => '';
  isTextNode = (node: HtmlNode): node is HtmlNode => node.name === '#text';
  isCommentNode = (node: HtmlNode): node is HtmlNode => node.name === '#comment';
  isDocumentTypeNode = (node: HtmlNode): node is HtmlNode => node.name === '#doctype';
  isElementNode = (node: HtmlNode): node is HtmlNode => !node.name.startsWith('#');
  setNodeSourceCodeLocation(): void {}
  getNodeSourceCodeLocation = (): null => null;
  updateNodeSourceCodeLocation(): void {}
}

/** The document of any text, as a browser without scripts builds it. Throws Refused. */
export function htmlTree(text: string): HtmlNode {
  const tree = new Tree();
  const parser = new Parser<Types>({ treeAdapter: tree, sourceCodeLocationInfo: false, scriptingEnabled: false });
  tree.offset = () => parser.tokenizer.preprocessor.offset;
  parser.tokenizer.write(text, true);
  return parser.document;
}

/** All nodes below a node in document order, templates left out. */
export function* descendants(root: HtmlNode): Generator<HtmlNode> {
  let node = root.first;
  while (node && node !== root) {
    yield node;
    if (node.first) node = node.first;
    else {
      while (node && node !== root && !node.next) node = node.parent;
      node = node && node !== root ? node.next : null;
    }
  }
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Text below a node on one line, read from so many nodes and of each so many characters; it ends soon after as many in all. */
export function textBelow(root: HtmlNode, most: number): string {
  let text = '';
  let steps = 0;
  for (const node of descendants(root)) {
    if (node.name === '#text') text += node.text.slice(0, most);
    if (text.length > most || ++steps > most) break;
  }
  return oneLine(text);
}

export const attribute = (node: HtmlNode, name: string): string | undefined => node.attrs.find((attr) => attr.name === name)?.value;
