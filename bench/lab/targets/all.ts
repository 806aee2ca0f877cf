// All hostile targets by their names.
import { DOCUMENTS } from './documents.ts';
import { MCP } from './mcp.ts';
import { PAGES } from './pages.ts';
import type { HostileTarget } from './target.ts';
import { TLS } from './tls.ts';
import { WIRE } from './wire.ts';

export const TARGETS: readonly HostileTarget[] = [...WIRE, ...TLS, ...DOCUMENTS, ...PAGES, ...MCP];
