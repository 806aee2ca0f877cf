// Servers of a document, path item or operation as absolute URLs. It must not invent a value for a variable.
import { isObject, type Json } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { absoluteUrl } from '../absolute-url.ts';
import { entries, list, member, text } from '../members.ts';
import type { ReadContext } from './context.ts';

export interface Server {
  /** Absolute http(s) URL without a closing slash: paths are appended to it as text. */
  url: string;
  place: string;
  /** The document itself names the host. */
  absolute: boolean;
  /** It is one of many: variables were filled in. */
  variable?: true;
  /** Variables of its host for which the document lists no values: their default may be anybody's example. */
  unlisted?: string[];
}

/** A host in place of a scheme, as `api.example.com/v1`: by the letter a relative reference, and whoever writes it means that host. Scripts have such names too. */
const HOST_FIRST =
  /^(?:[a-z0-9-]+\.)+(?!(?:php\d?|aspx?|jspx?|cgi|pl|py|rb|json|ya?ml|html?|xml|do|api)(?:[/:]|$))[a-z]{2,}(?::\d+)?(?:\/|$)/i;
const MAX_URL = 2048;
const MAX_SERVERS = 100;
/** Steps that reading one URL counts for. */
const PARSING = 20;

/** The template with every variable replaced by its default; null when one has none. */
function filled(context: ReadContext, template: string, server: Json, place: string): string | null {
  const variables = member(server, 'variables');
  for (const [name, variable] of entries(variables)) {
    const value = text(variable, 'default');
    const where = () => below(place, 'variables', name);
    if (value === undefined) context.problems.add('server-variable-without-default', where);
    const listed = list(variable, 'enum');
    context.budget.spend(1 + listed.length);
    if (listed.some((item) => typeof item !== 'string')) context.problems.add('wrong-type', () => `${where()}/enum`);
    if (value !== undefined && listed.length > 0 && !listed.includes(value))
      context.problems.add('server-variable-default-not-listed', where);
  }
  let whole = true;
  const url = template.replace(/\{([^{}]*)\}/g, (_, name: string, at: number) => {
    const variable = member(variables, name);
    const value = text(variable, 'default');
    if (variable === undefined) context.problems.add('server-variable-undefined', below(place, 'url'));
    if (value === undefined) whole = false;
    // Gateways export "/{basePath}" with "/prod" for it, and serve /prod: one slash is meant.
    return (/[^/]\/$/.test(template.slice(0, at)) ? value?.replace(/^\//, '') : value) ?? '';
  });
  return whole && url.length <= MAX_URL ? url : null;
}

/** Names of the variables in the host of a template that have no enum. */
function unlistedIn(template: string, server: Json): string[] {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(template)?.[1] ?? '';
  const variables = member(server, 'variables');
  const names = [...host.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  return names.filter((name) => list(member(variables, name), 'enum').length === 0);
}

/**
 * Whether redirects leave open where an address is: by the letter the last URL is the base (RFC 3986 5.1.3), but many clients keep to
 * the one that they know, and so do authors who move documents to another host. A move to www is none.
 */
function unplaced({ url, asked }: ReadContext, address: string): boolean {
  const place = (base: string): string | null =>
    URL.canParse(address, base) ? new URL(address, base).href.replace(/^https?:\/\/(www[.])?/, '') : null;
  return place(url) !== place(asked);
}

/**
 * Whether an address that is no server may mean several places: from 3.0 on, a relative one is read against the document, or by other
 * readings of the specification against the server of the API, with a slash at its end or without one.
 */
export function isAnywhere(context: ReadContext, servers: readonly Server[], address: string): boolean {
  if (unplaced(context, address)) return true;
  if (context.line === '2.0' || URL.canParse(address)) return false;
  const own = absoluteUrl(address, context.url);
  return servers.some(({ url }) => {
    context.budget.spend(PARSING);
    return absoluteUrl(address, url) !== own || absoluteUrl(address, `${url}/`) !== own;
  });
}

/** An absolute URL that paths can be appended to; null when the text makes none. */
function absolute(context: ReadContext, url: string): string | null {
  if (!URL.canParse(url, context.url)) return null;
  const parsed = new URL(url, context.url);
  if (parsed.protocol === 'http:' && parsed.port === '' && context.strict(parsed.hostname)) parsed.protocol = 'https:';
  const usable =
    /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '' && parsed.username === '' && parsed.password === '';
  return usable && parsed.href.length <= MAX_URL ? parsed.href.replace(/\/$/, '') : null;
}

function readServer(context: ReadContext, server: Json, place: string): Server | null {
  context.budget.spend(PARSING);
  const template = text(server, 'url');
  if (template === undefined || template.length > MAX_URL) {
    context.problems.add('bad-server-url', place);
    return null;
  }
  const written = filled(context, template, server, place);
  // By the letter no words are the address of the document itself; whoever writes them means the root, and so do clients.
  const url = written === '' ? '/' : written;
  if (url === null || unplaced(context, url)) return null;
  const whole = HOST_FIRST.test(url) ? null : absolute(context, url);
  if (whole === null) context.problems.add('bad-server-url', below(place, 'url'));
  if (whole === null) return null;
  const unlisted = written === template ? [] : unlistedIn(template, server);
  return {
    url: whole,
    place,
    absolute: /^https?:\/\//i.test(url),
    ...(written === template ? {} : { variable: true }),
    ...(unlisted.length > 0 ? { unlisted } : {}),
  };
}

/** A server of WebSockets alone: beside others it is one more door, at which no operation is asked. */
const isOfSockets = (server: Json): boolean => /^wss?:\/\//i.test(text(server, 'url') ?? '');

/** The resolvable servers of an object with `servers` (3.x); null when it declares none of its own. */
function readServers(context: ReadContext, holder: Json, place: string): Server[] | null {
  const servers = list(holder, 'servers').slice(0, MAX_SERVERS);
  if (servers.length === 0) return null;
  const alone = servers.every(isOfSockets);
  return servers.flatMap((server, index) =>
    isOfSockets(server) && !alone ? [] : (readServer(context, server, below(place, 'servers', index)) ?? []),
  );
}

/** Swagger 2.0: schemes, host and basePath; what is missing comes from the document's own URL. Generators write no words for a host that is not known. */
function swaggerServers(context: ReadContext, holder: Json, place: string): Server[] {
  const written = member(context.root, 'host');
  if (written === '') context.problems.add('empty-host', '/host');
  const named = written !== undefined && written !== '';
  if (!named && unplaced(context, '/')) return [];
  const own = new URL(context.url);
  const stated = list(holder, 'schemes').filter((scheme) => typeof scheme === 'string');
  const schemes = stated.length > 0 ? stated.slice(0, MAX_SERVERS) : [own.protocol.slice(0, -1)];
  const host = text(context.root, 'host') || own.host;
  const basePath = text(context.root, 'basePath') ?? '/';
  const path = basePath.startsWith('/') ? basePath : `/${basePath}`;
  return schemes.flatMap((scheme) => {
    if (scheme !== 'http' && scheme !== 'https') return [];
    const url = /^[^/?#@\\{}]+$/.test(host) ? absolute(context, `${scheme}://${host}${path}`) : null;
    if (url === null) context.problems.add('bad-server-url', named ? '/host' : '/basePath');
    return url === null ? [] : [{ url, absolute: named, place: stated.length > 0 ? below(place, 'schemes') : '/host' }];
  });
}

export function rootServers(context: ReadContext): Server[] {
  if (context.line === '2.0') return swaggerServers(context, context.root, '');
  return (
    readServers(context, context.root, '') ??
    (unplaced(context, '/') ? [] : [{ url: absolute(context, '/')!, place: '/servers', absolute: false }])
  );
}

/** Servers that stand at a path item or an operation in place of the outer ones; null when it has none of its own. */
export function ownServers(context: ReadContext, holder: Json, place: string): Server[] | null {
  if (!isObject(holder)) return null;
  if (context.line !== '2.0') return readServers(context, holder, place);
  return list(holder, 'schemes').length > 0 ? swaggerServers(context, holder, place) : null;
}

/**
 * The server whose URL operations carry. All are alternatives of equal standing, so the one on the document's own origin
 * comes first, then the first over https, then the first.
 */
export function preferred(context: ReadContext, servers: Server[]): Server | undefined {
  const { origin } = new URL(context.url);
  return servers.find(({ url }) => new URL(url).origin === origin) ?? servers.find(({ url }) => url.startsWith('https:')) ?? servers[0];
}
