// Which form of a document a client gets (RFC 9110 section 12.5.1). What nobody offers is answered with the first form, never with 406.
import { parse } from 'content-type';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

export const MEDIA = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
  har: 'application/har+json',
  problem: 'application/problem+json',
  text: 'text/plain',
  svg: 'image/svg+xml',
  catalog: 'application/linkset+json',
  schema: 'application/schema+json',
  jwks: 'application/jwk-set+json',
  events: 'text/event-stream',
  bytes: 'application/octet-stream',
  atom: 'application/atom+xml',
  feed: 'application/feed+json',
} as const;

export type Form = keyof typeof MEDIA;

const AS_TEXT: ReadonlySet<Form> = new Set(['md', 'html', 'text', 'svg', 'events']);

/** Content-Type as it is sent. */
export const contentType = (form: Form): string => (AS_TEXT.has(form) ? `${MEDIA[form]}; charset=utf-8` : MEDIA[form]);

const MOST = 2000;
/** Whatever a client does not refuse by name is better than nothing. */
const RATHER = '*/*;q=0.001';

/** Ranges by type and weight alone: what else is asked of a type does not lose it. What refuses one variant only refuses nothing that is offered. */
function ranges(accept: string): string {
  const kept: string[] = [];
  for (let at = 0; at < accept.length; ) {
    const { type, parameters, index } = parse(accept, { comma: true, start: at });
    const { q, ...others } = parameters;
    const weight = q ? Number.parseFloat(q) : 1;
    if (weight !== 0 || Object.keys(others).length === 0) kept.push(`${type};q=${weight}`);
    at = index + 1;
  }
  return kept.join(', ');
}

/** The client's favourite among the forms; of equals the first. */
export function preferred<F extends Form>(accept: string | undefined, forms: readonly [F, ...F[]]): F {
  if (accept === undefined) return forms[0];
  const types: string[] = forms.map((form) => MEDIA[form]);
  const found = new Negotiator({ headers: { accept: `${ranges(accept.slice(0, MOST))}, ${RATHER}` } }).mediaType(types);
  return forms[types.indexOf(found ?? '')] ?? forms[0];
}

/** Whether a client takes each of the forms, by name or by a range. */
export const takesAll = (accept: string, forms: readonly Form[]): boolean =>
  new Negotiator({ headers: { accept: ranges(accept.slice(0, MOST)) } }).mediaTypes(forms.map((form) => MEDIA[form])).length ===
  forms.length;

/** What the address asks for overrules Accept; a route that takes `format` says so. */
export const formOf = <F extends Form>({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>, forms: readonly [F, ...F[]]): F =>
  (query as { format?: F }).format ?? preferred(headers.accept, forms);

/** Whether a page is wanted most. An agent that rather has Markdown than HTML gets what programs get. */
export const wantsPage = (accept: string | undefined): boolean => preferred(accept, ['json', 'md', 'html']) === 'html';
