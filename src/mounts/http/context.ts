// What the routes share: the service, its address, and the operator's settings. It does not change while the service runs.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Config } from '../../service/config.ts';
import type { BundledPacks } from '../../service/packs.ts';
import type { Payments } from '../../service/payments/payments.ts';
import type { Service } from '../../service/service.ts';

/** Answers one request to the MCP endpoint; the body was parsed already. */
export type McpHandler = (request: IncomingMessage, response: ServerResponse, body: unknown, caller: { address: string }) => Promise<void>;

/** What is counted of an answer: the template of its route, never the address that was asked. */
export interface Answered {
  route: string;
  method: string;
  status: number;
  seconds: number;
  /** W3C trace context of the caller, unread. */
  traceparent?: string;
}

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
  onAnswer(answer: Answered): void;
  onRefusal(code: ErrorCode): void;
}
