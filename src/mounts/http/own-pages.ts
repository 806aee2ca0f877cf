// Paths that crawlers make of pages by appending .md: `/about.md` is the page in Markdown, not the domain about.md. It starts no run.
import { AxproofError } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import type { Route } from './route.ts';

/** Names of files and pages that crawlers try on every site. */
const GUESSED =
  /^(?:index(?:\.html?)?|home|readme|docs?|documentation|agents?|claude|skills?|llms(?:-full)?(?:\.txt)?|api|openapi|mcp|server|auth|changelog|contributing|licen[cs]e|security|privacy|terms|legal|faq|help|support|status|contact|blog|pricing|sitemap(?:\.xml)?|robots(?:\.txt)?|login|guide|quickstart|getting-started|examples|tutorial|overview|introduction)$/;

/** What checkers make up to see how nothing is answered, our own packs too: a run of such a domain ends in 502, and proves nothing of any page. */
const MADE_UP = /^[0-9a-f]{16,}$/;

/** The page that a route is of, where its path is one name. */
const nameOf = ({ path }: Route): string | undefined => /^\/([^/{}]+)$/.exec(path)?.[1];

/** The same pages in Markdown, of those that have one. They are no part of the contract. */
export const markdownPages = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route): Route[] => {
    const name = route.path === '/' ? 'index' : nameOf(route);
    if (name === undefined || route.method !== 'GET' || route.hidden || !route.answers[200]?.content?.md) return [];
    return [
      {
        ...route,
        path: `/${name}.md`,
        hidden: true,
        handle(request, reply) {
          request.headers.accept = 'text/markdown';
          reply.header('content-location', route.path);
          return route.handle(request, reply);
        },
      },
    ];
  });

/** Throws not-found where a name is a page of this service, or of any, with .md behind it: a domain of that name is asked for by its address. */
export const refusePages = (routes: () => readonly Route[]): ((name: string) => void) => {
  let own: ReadonlySet<string> | undefined;
  return (name) => {
    const [, page] = /^(.+)\.md$/.exec(name.toLowerCase()) ?? [];
    if (page === undefined) return;
    own ??= new Set(routes().flatMap((route) => nameOf(route)?.toLowerCase() ?? []));
    if (!own.has(page) && !GUESSED.test(page) && !MADE_UP.test(page)) return;
    throw new AxproofError('not-found', `${quote(name, 100)} is taken for a page here, and there is none`, [
      `the domain of that name is graded at /https://${quote(name.toLowerCase(), 100)}`,
    ]);
  };
};
