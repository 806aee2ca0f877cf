// Which pages of other sites may read an answer (CORS): everything is open but the endpoint of MCP, whose Origin rule holds for preflights too. A service of private
// targets reads what a page of the web cannot, in the network of whoever looks at it: there only what it publishes about itself is open, and a name that could be a stranger's is refused.
import { isIP } from 'node:net';
import { percentDecoded } from '../../contract/percent.ts';

const MCP = '/mcp';
/** Names of this machine, as a URL spells them; the MCP mount admits the same. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The router takes percent-encoded letters for the letters. */
const isMcp = (url: string): boolean => percentDecoded(url.split('?')[0]!) === MCP;

function admitted(origin: string | undefined, own: string): origin is string {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return LOOPBACK.has(hostname) || hostname === new URL(own).hostname;
}

/** `open`: pages of any site may read what stands there; of MCP none may. */
export function crossOrigin(url: string, origin: string | undefined, own: string, open: boolean): Record<string, string> {
  if (open && !isMcp(url)) return { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
  if (!admitted(origin, own)) return { vary: 'Origin' };
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };
}

/** Names that nobody outside can have lead to this machine, and addresses of IPv6 as a URL has them. */
const LOCAL = /^[^.]*$|^\[|\.(?:localhost|local|internal)$/;

/** A name of the public DNS that is not the service's: a page under it would be of the same origin as the service, once its name leads here (DNS rebinding). */
export function isForeignHost(host: string | undefined, own: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname !== new URL(own).hostname && isIP(hostname) === 0 && !LOCAL.test(hostname);
}
