// Structural rules of path templates. It must not look at what operations say beside their path parameters.

import { below } from '../../json/pointer.ts';
import type { Context } from './context.ts';
import type { ParameterList } from './parameters.ts';

export interface Template {
  path: string;
  place: string;
  names: Set<string>;
}

/** Judges one path key, and gives the names of its parameters. */
export class PathRules {
  private readonly context: Context;
  private readonly shapes = new Set<string>();

  constructor(context: Context) {
    this.context = context;
  }

  template(path: string): Template {
    const { problems, budget } = this.context;
    const place = below('/paths', path);
    budget.spend(1 + (path.length >> 4));
    if (!path.startsWith('/')) problems.add('path-without-slash', place);
    if (/[?#]/.test(path.replace(/\{[^{}]*\}/g, ''))) problems.add('path-with-query', place);
    const found = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
    const shape = path.replace(/\{[^{}]*\}/g, '{}');
    if (/[{}]/.test(shape.replaceAll('{}', '')) || found.includes('')) problems.add('bad-template', place);
    const names = new Set(found);
    if (names.size < found.length) problems.add('template-repeated', place);
    if (this.shapes.has(shape)) problems.add('duplicate-template', place);
    this.shapes.add(shape);
    return { path, place, names };
  }

  /** Template and declared path parameters of one operation must name each other. */
  parameters(template: Template, list: ParameterList, place: string): void {
    const { problems, budget } = this.context;
    budget.spend(template.names.size + list.parameters.size);
    if (!list.gaps)
      for (const name of template.names) if (!list.parameters.has(`path ${name}`)) problems.add('path-parameter-undeclared', place);
    for (const parameter of list.parameters.values())
      if (parameter.in === 'path' && !template.names.has(parameter.name)) problems.add('path-parameter-unused', place);
  }
}
