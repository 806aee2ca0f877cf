// An exchange as curl commands for a POSIX shell, one for each hop. Nothing of a report may reach the shell or curl as anything but a value,
// and a request that curl could not send as it was sent is a comment instead.
import type { Exchange, Report, Request } from '../contract/generated/types.ts';
import { isHeaderText } from '../contract/header-text.ts';
import { quote } from '../contract/quote.ts';
import { hopsOf } from './hops.ts';

/** Within single quotes only the single quote means anything. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Quoted also in a comment: a shell that knows no comments when text is pasted into it reads a command that does not exist. */
const comment = (text: string): string => `# ${quoted(quote(text, 400))}`;

const METHOD = /^[A-Z]+$/;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const WEB_URL = /^https?:\/\/[\x21-\x7e]+$/i;
/** Linux takes no longer argument than 128 KiB. */
const MOST_BYTES = 120_000;
/** What curl sends of its own accord. */
const OWN_FIELDS = ['user-agent', 'accept'];
const OWN_BODY_FIELDS = ['content-type', 'expect'];

/** Why curl cannot send the request as it was sent. */
function obstacle({ method, url, headers, body = '' }: Request): string | undefined {
  if (!METHOD.test(method)) return 'its method is not one that was ever sent';
  if (!WEB_URL.test(url)) return 'its URL is not one that was ever sent';
  const fields = Object.entries(headers);
  if (fields.some(([name, value]) => !NAME.test(name) || !isHeaderText(value)))
    return 'a header field of it is not plain ASCII in one line';
  if (body.includes('\0')) return 'its body holds a NUL, which no argument can';
  const longest = Math.max(url.length, Buffer.byteLength(body, 'utf8'), ...fields.map(([name, value]) => name.length + value.length));
  return longest > MOST_BYTES ? 'it is too long for an argument' : undefined;
}

/** curl reads `name:` as an order to drop the field, and `name;` as a field without a value. */
const field = ([name, value]: [string, string]): string => `-H ${quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)}`;

function methodOptions({ method: name, body }: Request): string[] {
  if (name === 'HEAD' && body === undefined) return ['--head'];
  return name === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${name}`];
}

function command(request: Request): string {
  const why = obstacle(request);
  if (why !== undefined) return comment(`not written as a command: ${why}: ${request.method} ${request.url}`);
  const { headers, body, url } = request;
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const own = [...OWN_FIELDS, ...(body === undefined ? [] : OWN_BODY_FIELDS)].filter((name) => !given.has(name));
  return [
    'curl --globoff --path-as-is',
    // The last only decodes what the field asks for: curl keeps the given one.
    ['--http1.1', ...methodOptions(request), ...(given.has('accept-encoding') ? ['--compressed'] : [])].join(' '),
    ...Object.entries(headers).map(field),
    ...own.map((name) => `-H '${name}:'`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(url),
  ].join(' \\\n  ');
}

/** The commands of one exchange: its request, then that of every redirect which was followed. title: what stands above them, if anything. */
export function curl(exchange: Exchange, title = ''): string {
  const blocks = hopsOf(exchange).map(({ request }, hop) => {
    const above = [title, ...(hop === 0 ? [] : [`redirect ${hop}`])].filter((part) => part !== '').join(': ');
    return `${above === '' ? '' : `${comment(above)}\n`}${command(request)}\n`;
  });
  return blocks.join('');
}

/** The commands of all evidence, and what was not sent as comments. */
export function curls(report: Report): string {
  const { evidence, issued } = report;
  const unsent = evidence.unsent.map(({ name, code, url = '' }) => `${comment(`not sent (${code}): ${name} ${url}`.trimEnd())}\n`);
  const head = comment(`requests to ${evidence.target}, sent by ${issued.by} ${issued.version} for a report of ${issued.at}`);
  return [
    `${head}\n`,
    ...evidence.exchanges.map((exchange) => curl(exchange, exchange.names.join(', '))),
    ...(unsent.length > 0 ? [unsent.join('')] : []),
  ].join('\n');
}
