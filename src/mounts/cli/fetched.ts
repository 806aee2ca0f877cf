// Reads what a command names: a file, or a document at an https URL (or http on this machine), through the guarded transport.
import { AxproofError } from '../../contract/errors.ts';
import { readBytes as readFile } from './files.ts';

const MOST = 16 * 1024 * 1024;

/** Bytes of a file or of what a URL answers; redirects are not followed. */
export async function readBytes(where: string): Promise<Uint8Array> {
  if (!/^https?:\/\//.test(where)) return readFile(where);
  const url = new URL(where);
  const { parseTarget } = await import('../../transport/live/target.ts');
  const { live } = await import('../../transport/live/live.ts');
  const { defaultHeaders } = await import('../../pack/default-headers.ts');
  const target = parseTarget(url.origin);
  const transport = live({ target: new URL(target.origin), private: target.private });
  try {
    const request = { method: 'GET', url: url.href, headers: { ...defaultHeaders(), accept: 'application/json' } } as const;
    const answer = await transport.send({ key: where, hop: 0, request, bytes: MOST }, AbortSignal.timeout(20_000));
    if (answer.status !== 200 || answer.truncated || !answer.body) {
      throw new AxproofError('bad-file', `${where} answered ${answer.status ?? answer.failure?.code ?? 'nothing'}`);
    }
    return answer.body.text === undefined ? Buffer.from(answer.body.base64 ?? '', 'base64') : Buffer.from(answer.body.text, 'utf8');
  } finally {
    await transport.close();
  }
}
