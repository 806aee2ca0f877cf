// The paths and templates of one pack, each text read once while the pack is loaded: rules name the same places again and again.
import { parsePath } from './path.ts';
import type { ParsedPath } from './path-types.ts';
import { parseTemplate, type Template } from './template.ts';

export class ParsedTexts {
  readonly #paths = new Map<string, ParsedPath>();
  readonly #templates = new Map<string, Template>();

  /** Throws a SyntaxFault. */
  path(text: string): ParsedPath {
    const path = this.#paths.get(text) ?? parsePath(text);
    this.#paths.set(text, path);
    return path;
  }

  /** Throws a SyntaxFault. */
  template(text: string): Template {
    const template = this.#templates.get(text) ?? parseTemplate(text);
    this.#templates.set(text, template);
    return template;
  }
}
