// Exchanges for the exports of evidence, and reports that hold them.
import type { Answer, Exchange, Request, VerificationReport } from '../../src/contract/generated/types.ts';
import { buildReport } from '../../src/report/build.ts';
import { evidence, issued, verdict } from './sample.ts';

export const HEADERS = { accept: '*/*', 'user-agent': 'node', 'accept-encoding': 'gzip, deflate' };

export function exchange(request: Partial<Request> = {}, more: Partial<Exchange> = {}): Exchange {
  const sent: Request = { method: 'GET', url: 'https://example.com/thing', headers: HEADERS, ...request };
  return { names: ['thing'], request: sent, bytes: 65_536, redirects: [], url: sent.url, answer: { status: 200, headers: {} }, ...more };
}

export const answered = (more: Partial<Answer> = {}): Partial<Exchange> => ({ answer: { status: 200, headers: {}, ...more } });

export const reportOf = (...exchanges: Exchange[]): VerificationReport =>
  buildReport({ verdict, evidence: { ...evidence, exchanges }, issued });
