// The parts of HAR 1.2 that evidence can fill. Members that begin with an underscore are our own, as the format allows.
import type { Claim, Failure, Redaction, Stop, Tls, Unsent } from '../contract/generated/types.ts';

export interface HarPair {
  name: string;
  value: string;
}

export interface HarRequest {
  method: string;
  url: string;
  httpVersion: string;
  cookies: never[];
  headers: HarPair[];
  queryString: HarPair[];
  postData?: { mimeType: string; text: string };
  headersSize: number;
  bodySize: number;
}

export interface HarContent {
  size: number;
  mimeType: string;
  text?: string;
  encoding?: 'base64';
  comment?: string;
}

export interface HarResponse {
  status: number;
  statusText: string;
  httpVersion: string;
  cookies: never[];
  headers: HarPair[];
  content: HarContent;
  redirectURL: string;
  headersSize: number;
  bodySize: number;
  comment?: string;
  /** What browsers show of a request that failed. */
  _error?: string;
  _truncated?: true;
  _redactions?: Redaction[];
}

export interface HarEntry {
  startedDateTime: string;
  time: number;
  request: HarRequest;
  response: HarResponse;
  cache: Record<string, never>;
  timings: { send: number; wait: number; receive: number; comment: string };
  serverIPAddress?: string;
  comment: string;
  _names: string[];
  _hop: number;
  _bytes: number;
  _fresh?: string;
  _stopped?: Stop;
  _failure?: Failure;
  _tls?: Tls;
  _claimedBy?: Claim[];
}

export interface HarLog {
  version: '1.2';
  creator: { name: string; version: string };
  pages: never[];
  entries: HarEntry[];
  comment: string;
  _target: string;
  _evidenceDigest?: string;
  _unsent: Unsent[];
}

export interface Har {
  log: HarLog;
}
