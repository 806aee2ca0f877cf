// The MCP endpoint, loaded when the first caller speaks to it: its packages would hold up the start of every service.
import type { McpOverHttp, McpOverHttpOptions } from '../mounts/mcp/http.ts';
import type { Verifier } from '../mounts/mcp/verifier.ts';

export function mcpEndpoint(verifier: Verifier, options: McpOverHttpOptions): McpOverHttp {
  let loading: Promise<McpOverHttp> | undefined;
  const load = async (): Promise<McpOverHttp> => (await import('../mounts/mcp/http.ts')).mcpOverHttp(verifier, options);
  const handle = async (...asked: Parameters<McpOverHttp>): Promise<void> => {
    loading ??= load();
    await (await loading)(...asked);
  };
  const close = async (): Promise<void> => {
    await (await loading)?.close();
  };
  return Object.assign(handle, { close });
}
