// What the routes are given: the service, its address, and what the operator said. Nothing of it changes while the service runs.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../../service/config.ts';
import type { BundledPacks } from '../../service/packs.ts';
import type { Payments } from '../../service/payments/payments.ts';
import type { Service } from '../../service/service.ts';

/** Answers one request to the MCP endpoint; the body was parsed already. */
export type McpHandler = (request: IncomingMessage, response: ServerResponse, body: unknown, caller: { address: string }) => Promise<void>;

export interface HttpContext {
  service: Service;
  /** Where runs can be paid for one by one. */
  payments?: Pick<Payments, 'required' | 'read' | 'buy'>;
  config: Config;
  /** Public origin of the service. */
  own(): string;
  packs: BundledPacks;
  /** Milliseconds since 1970. */
  now(): number;
  log: Logger;
  mcp: McpHandler;
  onAnswer(route: string, method: string, status: number, seconds: number): void;
}
