// Which pages of other sites may read an answer (CORS): everything is open but the endpoint of MCP, whose Origin rule holds for preflights too.
const MCP = '/mcp';
/** Names of this machine, as a URL spells them; the MCP mount admits the same. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The router takes percent-encoded letters for the letters. */
function isMcp(url: string): boolean {
  const path = url.split('?')[0]!;
  try {
    return decodeURIComponent(path) === MCP;
  } catch {
    return false;
  }
}

function admitted(origin: string | undefined, own: string): origin is string {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return LOOPBACK.has(hostname) || hostname === new URL(own).hostname;
}

export function crossOrigin(url: string, origin: string | undefined, own: string): Record<string, string> {
  if (!isMcp(url)) return { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
  if (!admitted(origin, own)) return { vary: 'Origin' };
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };
}
