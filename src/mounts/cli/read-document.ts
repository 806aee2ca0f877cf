// Reads what a command names: a file, or a document at an https URL (or http on this machine), through the guarded transport.
import { bodyBytes } from '../../contract/answer-body.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Answer } from '../../contract/generated/types.ts';
import { MiB } from '../../contract/units.ts';
import { within } from '../../run/within.ts';
import { readBytes as readFile } from './files.ts';

/** As much as --service takes of a report. */
const MOST = 64 * MiB;

function urlOf(where: string): URL {
  if (!URL.canParse(where)) throw new AxproofError('bad-usage', `${where} is no URL`);
  const url = new URL(where);
  if (url.username !== '' || url.password !== '') throw new AxproofError('bad-usage', 'a URL without user information is wanted');
  return url;
}

/** Why an answer is not the document, or undefined. Redirects are not followed. */
function fault({ status, failure, truncated }: Answer, also: readonly number[]): string | undefined {
  if (truncated) return `is longer than ${MOST / MiB} MiB; what is longer is read as a file`;
  if (failure) return `gave no whole answer (${failure.code})`;
  return status === 200 || also.includes(status ?? 0) ? undefined : `answered ${status}`;
}

/** Bytes of a file or of what a URL answers, with 200 or a status of `also`. */
export async function readBytes(where: string, also: readonly number[] = []): Promise<Uint8Array> {
  if (!/^https?:\/\//i.test(where)) return readFile(where);
  const url = urlOf(where);
  const { parseTarget } = await import('../../transport/live/target.ts');
  const target = parseTarget(url.origin);
  // What keys and packs are fetched for is trust: on the way through a network nobody may put others in their place.
  if (url.protocol === 'http:' && !target.private)
    throw new AxproofError('bad-usage', `${where} is not read over plain http: give its https address`);
  const { live } = await import('../../transport/live/live.ts');
  const { defaultHeaders } = await import('../../pack/default-headers.ts');
  const transport = live({ target: new URL(target.origin), private: target.private, document: MOST });
  try {
    const request = { method: 'GET', url: url.href, headers: { ...defaultHeaders(), accept: 'application/json' } } as const;
    const hop = { key: where, hop: 0, request, bytes: MOST };
    const answer = await within(20_000, undefined, (over) => transport.send(hop, over));
    const wrong = fault(answer, also);
    if (wrong !== undefined) throw new AxproofError('bad-file', `${where} ${wrong}`);
    return bodyBytes(answer);
  } finally {
    await transport.close();
  }
}
