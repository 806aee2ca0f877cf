// What an honest twist is: something odd that is true. Whoever blames it is wrong.
import type { Schema } from '../documents.ts';
import { type Choices, honestSite } from '../honest.ts';
import type { Kind, Operation, Reply, Site } from '../site.ts';

export interface Twist {
  name: string;
  why: string;
  needs?: Partial<Choices>;
  /** Nothing can be seen, so that a run has to say that it saw nothing. */
  hidden?: true;
  put(site: Site): void;
}

export const twist = (name: string, why: string, put: (site: Site) => void, needs?: Partial<Choices>): Twist => ({
  name,
  why,
  put,
  ...(needs ? { needs } : {}),
});

export function twistedSite(seed: number, size: number, one: Twist): Site {
  const site = honestSite(seed, size, one.needs);
  one.put(site);
  return site;
}

export const of = (site: Site, kind: Kind): Operation => site.operations.find((operation) => operation.kind === kind)!;

export const keyed = (schema: Schema, type = 'application/json') => ({ description: 'An answer.', content: { [type]: { schema } } });

/** An operation more, below the prefix: what the document says, and what answers. */
export function addOperation(
  site: Site,
  path: string,
  call: string | null,
  spec: { responses: Operation['spec']['responses']; [member: string]: unknown },
  reply: Reply,
): void {
  const operationId = `extra${Object.keys(site.contract.paths).length}`;
  site.contract.paths[path] = { get: { operationId, summary: 'Something more.', security: [], ...spec } };
  if (call !== null) site.routes.set(`GET ${site.prefix}${call}`, reply);
}

export const answer = (site: Site, kind: Kind, reply: Reply): void => void site.routes.set(of(site, kind).key, reply);

export const linkInLlms = (site: Site, href: string): void => void site.llms.push(`- [More](${href}): something more`);
