// A route as data: name, parameters, statuses and handler. OpenAPI and the router are both made from it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/errors.ts';
import type { JsonSchema } from '../../contract/generated/types.ts';
import type { Capability } from '../../service/entitlements.ts';
import type { Form } from './negotiate.ts';

export interface RouteParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  schema: JsonSchema;
  /** Only of what is there on an empty install. */
  example?: string;
  /** The rest of the path, slashes included; the last one of its route. */
  rest?: true;
}

export interface RouteAnswer {
  description: string;
  /** Name of a definition of schemas/, or a schema of its own, for each form. Left out: no body. */
  content?: Partial<Record<Form, string | JsonSchema>>;
  headers?: Record<string, string>;
}

/** Of what is paid for, to whoever shows no entitlement. */
export const OFFER: RouteAnswer = { description: 'The offer.', content: { problem: 'Offer', html: { type: 'string' } } };

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** OpenAPI form: parameters in braces. */
  path: string;
  id: string;
  summary: string;
  tag: 'verify' | 'documents' | 'surfaces' | 'service' | 'paid';
  parameters?: readonly RouteParameter[];
  /** It is paid for: without an entitlement to this in Authorization it answers with its offer, before it reads what was sent. */
  paid?: Capability;
  /** Name of a definition of schemas/. */
  body?: string;
  /** It takes specs, which may carry documents: its messages may be as long as those are. */
  takesSpecs?: true;
  /** What it takes as a message: told in the contract, and read by whoever answers. */
  message?: JsonSchema;
  answers: Readonly<Record<number, RouteAnswer>>;
  /** Codes of problems that it may answer with, beside those that any route may. */
  problems?: readonly ErrorCode[];
  /** Answered before those who came earlier: whether the service runs must not hang on how many ask it for something. */
  atOnce?: true;
  /** Not part of the contract: assets. */
  hidden?: true;
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** A route as every description of the service tells it. */
export type Operation = Pick<Route, 'method' | 'path' | 'id' | 'summary'>;
