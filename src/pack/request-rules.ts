// What no request may carry, whoever asks for it: the linter says so of a pack, the recorder holds every judge to it. A body that is posted without consent is
// the handshake or a list of MCP, and has not one member more. It knows no address.
import { isObject, type Members } from '../contract/json.ts';

/** Headers that frame the message, name somebody, carry credentials or payments, or change the method behind its back. */
export const FORBIDDEN_HEADERS =
  /^(host|connection|content-length|content-encoding|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|date|user-agent|accept-encoding|cookie2?|set-cookie|.*authorization|proxy-.*|.*payment.*|x402-.*|forwarded|x-forwarded.*|x-real-ip|x-original-.*|x-rewrite-.*|x-http-method.*|x-method-override|(x-)?(api-?key|auth|access-token|csrf|xsrf|session|amz-security)(-.*)?|.*-(api-?key|token|secret|password)|apikey|token|signature|signature-input)$/;

/** With consent a pack may carry these, where the value is a secret that an answer gave or the caller keeps. */
export const CREDENTIAL_HEADERS = /^(authorization|(x-)?(api-?key|auth-token|access-token)|apikey)$/;

/** Methods that change nothing. */
const METHODS = new Set([
  'initialize',
  'server/discover',
  'notifications/initialized',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
]);

/** A protocol version is a date; packs may try others, to see how versions are negotiated. */
const LONGEST_VERSION = 32;
const LONGEST_ID = 64;
const LONGEST_CURSOR = 4096;
const CLIENT_TEXT = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/;

type Fault = string | undefined;
type Check = (value: unknown) => Fault;

const text =
  (most: number, what: string): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most ? undefined : `${what} is a text of at most ${most} characters`;

const empty: Check = (value) => (isObject(value) && Object.keys(value).length === 0 ? undefined : 'the capabilities of the client are {}');

/** Name and version of a client, and nothing that could carry more. */
const client: Check = (value) => {
  const good =
    isObject(value) &&
    Object.keys(value).every((key) => key === 'name' || key === 'version') &&
    [value.name, value.version].every((part) => typeof part === 'string' && CLIENT_TEXT.test(part));
  return good ? undefined : 'clientInfo is a name and a version of letters and digits';
};

const version = text(LONGEST_VERSION, 'a protocol version');

function members(value: unknown, known: { [name: string]: Check }, what: string): Fault {
  if (!isObject(value)) return `${what} is an object`;
  for (const [name, inner] of Object.entries(value)) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!check) return `${what} has no member beside ${Object.keys(known).join(', ')}`;
    const fault = check(inner);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** MCP 2026-07-28: what every request of the stateless era says of its client. */
const META: { [name: string]: Check } = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': client,
  'io.modelcontextprotocol/clientCapabilities': empty,
};

const PARAMS: { [name: string]: Check } = {
  protocolVersion: version,
  clientInfo: client,
  capabilities: empty,
  cursor: text(LONGEST_CURSOR, 'a cursor'),
  _meta: (value) => members(value, META, '_meta'),
};

const BODY: { [name: string]: Check } = {
  jsonrpc: (value) => (value === '2.0' ? undefined : 'the body has to be a JSON-RPC object with jsonrpc: "2.0"'),
  id: (value) => (Number.isSafeInteger(value) ? undefined : text(LONGEST_ID, 'an id')(value)),
  method: (value) =>
    typeof value === 'string' && METHODS.has(value) ? undefined : `its method has to be one of ${[...METHODS].join(', ')}`,
  params: (value) => members(value, PARAMS, 'params'),
};

/** What is wrong with a JSON-RPC body as it is sent, or as a pack writes it with templates in its texts; undefined where nothing is. */
export function mcpBodyFault(body: unknown): string | undefined {
  if (!isObject(body) || body.jsonrpc !== '2.0') return 'the body has to be a JSON-RPC object with jsonrpc: "2.0"';
  if (body.method === undefined) return BODY.method?.(undefined);
  return members(body, BODY, 'the body');
}

/** The same for what a repeat merges into such a body: it may turn the page, and nothing else. */
export function mcpMergeFault(merge: Members): string | undefined {
  return members(
    merge,
    { params: (value) => members(value, { cursor: PARAMS.cursor as Check }, 'params of a repeat') },
    'the body of a repeat',
  );
}
