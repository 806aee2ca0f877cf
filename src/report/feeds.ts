// Feeds of what happened to a target that is watched: Atom (RFC 4287) and JSON Feed 1.1. Pure text; it decides nothing about what is told.
import { document, element } from './xml.ts';

export interface FeedEntry {
  id: string;
  title: string;
  text: string;
  /** RFC 3339. */
  at: string;
  url: string;
}

export interface Feed {
  title: string;
  /** Of the feed itself, and of the page that it is of. */
  url: string;
  page: string;
  /** The newest first. */
  entries: readonly FeedEntry[];
  /** When there are none: what the feed begins with, RFC 3339. */
  since: string;
}

export function atom({ title, url, page, entries, since }: Feed): string {
  const items = entries.map(({ id, title: name, text, at, url: href }) =>
    element('entry', {}, [
      element('id', {}, id),
      element('title', {}, name),
      element('updated', {}, at),
      element('link', { rel: 'alternate', href }),
      element('content', { type: 'text' }, text),
    ]),
  );
  return document(
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
      element('id', {}, url),
      element('title', {}, title),
      element('updated', {}, entries[0]?.at ?? since),
      element('author', {}, [element('name', {}, 'axproof')]),
      element('link', { rel: 'self', href: url, type: 'application/atom+xml' }),
      element('link', { rel: 'alternate', href: page, type: 'text/html' }),
      ...items,
    ]),
  );
}

export function jsonFeed({ title, url, page, entries }: Feed): string {
  const items = entries.map((one) => ({ id: one.id, url: one.url, title: one.title, content_text: one.text, date_published: one.at }));
  const feed = { version: 'https://jsonfeed.org/version/1.1', title, home_page_url: page, feed_url: url, items };
  return `${JSON.stringify(feed, null, 2)}\n`;
}
