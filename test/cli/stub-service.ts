// A service that says whatever a test wants: reports signed by the public test key, and every way to lie about them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attest } from '../../src/attest/issue.ts';
import type { PinnedVerificationReport, Report, Verdict, VerificationReport } from '../../src/contract/generated/types.ts';
import { buildPinnedReport, buildReport, reportText } from '../../src/report/build.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { jwk, keySet, signer } from '../attest/signed.ts';
import { spec } from '../gate/support.ts';
import { clean, evidence, issued } from '../report/sample.ts';

export const TARGET = 'https://example.com';
export const KID = jwk().kid;

export interface Made {
  target?: string;
  seed?: number;
  seedOrigin?: 'fresh' | 'caller';
  mode?: 'attested-remote' | 'advisory-local';
  at?: string;
  pack?: Verdict['pack'];
  ratified?: boolean;
  verdict?: Partial<Verdict>;
  evidence?: Partial<Report['evidence']>;
}

const about = { name: spec.document.name, version: spec.document.version, digest: spec.digest };

function parts(made: Made): Parameters<typeof buildReport>[0] {
  const target = made.target ?? TARGET;
  return {
    verdict: { ...clean, target, seed: made.seed ?? 42, pack: made.pack ?? about, ...made.verdict },
    evidence: { ...evidence, target, ...made.evidence },
    issued: { ...issued, at: made.at ?? issued.at, mode: made.mode ?? 'attested-remote', seedOrigin: made.seedOrigin ?? 'fresh' },
  };
}

export const graded = (made: Made = {}): VerificationReport => buildReport(parts(made));

export function pinned(made: Made = {}): PinnedVerificationReport {
  const { verdict, ...rest } = parts(made);
  return buildPinnedReport({ ...rest, verdict: pinnedVerdict(verdict, made.ratified ?? true) });
}

/** A window about the day of the report, so that the test key is in force then. */
const window = (at: string): { nbf: number; exp: number } => {
  const day = Math.floor(Date.parse(at) / 86_400_000) * 86_400;
  return { nbf: day - 86_400 * 10, exp: day + 86_400 * 80 };
};

export const signed = async (report: Report, seed?: Uint8Array): Promise<Report> =>
  (await attest(report as VerificationReport, signer(seed, window(report.issued.at)), Date.parse(report.issued.at))).report;

export const keysAt = (at: string = issued.at): string => keySet(jwk(undefined, window(at)));

export interface Heard {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answerer = (heard: Heard, response: ServerResponse) => void | Promise<void>;

export interface Stub {
  origin: string;
  heard: Heard[];
  /** What it answers, but for its keys. */
  answer: Answerer;
  keys: string;
  close(): Promise<void>;
}

export const sends =
  (body: string | Buffer, status = 200, headers: Record<string, string> = { 'content-type': 'application/json' }): Answerer =>
  (_heard, response) => {
    response.writeHead(status, headers).end(body);
  };

export const tells =
  (make: () => Report | Promise<Report>): Answerer =>
  async (heard, response) =>
    sends(reportText(await make()))(heard, response);

export const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Answerer =>
  sends(JSON.stringify({ type: 'about:blank', title: code, status, code, detail: `the detail of ${code}`, ...more }), status, {
    'content-type': 'application/problem+json',
    ...headers,
  });

export async function stubService(): Promise<Stub> {
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const heard = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    stub.heard.push(heard);
    if (heard.url === '/.well-known/jwks.json') await sends(stub.keys)(heard, response);
    else if (heard.url.startsWith('/packs/')) await sends('{}', 404)(heard, response);
    else await stub.answer(heard, response);
  };
  const server = createServer((request, response) => void hear(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: Stub = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: [],
    answer: sends('{}'),
    keys: keysAt(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}
