// Whether a target lets a pack write to it. The target alone says so, by the pack's digest, in a document of its own; nothing here writes,
// and nothing but these look-ups is sent.
import { bodyBytes } from '../contract/answer-body.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Answer, Consent } from '../contract/generated/types.ts';
import { isObject } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Transport } from '../contract/transport.ts';
import { strictJson } from '../json/strict-json.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { unreachable, whyUnreachable } from '../record/unreachable.ts';
import { within } from '../run/within.ts';

/** Looked at in this order; the first one that names the digest is enough. */
const CONSENT_PLACES = ['/.well-known/agents.json', '/agents.json', '/.well-known/axproof.json'] as const;

export interface ConsentLookUp {
  origin: string;
  transport: Transport;
  /** Digest of the pack that wants to write. */
  digest: string;
  agent?: string;
  signal?: AbortSignal;
  /** Milliseconds for all the look-ups together. */
  deadline?: number;
}

type Said = 'yes' | string;

const member = (value: unknown, name: string): unknown => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/** Whether a document accepts writes from the digest, or in words why not. One reading only: no name stands twice, and no other spelling counts. */
function accepts(bytes: Uint8Array, digest: string): Said {
  const read = strictJson(bytes, LIMITS.defaultBodyBytes);
  if (!read.ok) return `it cannot be relied on: ${read.detail}`;
  const verification = member(read.value, 'verification');
  if (verification === undefined) return 'it has no member verification';
  const accept = member(member(verification, 'writes'), 'accept');
  if (!Array.isArray(accept)) return 'verification.writes.accept is not a list of digests';
  return accept.some((one) => one === digest) ? 'yes' : 'verification.writes.accept does not name the digest';
}

function readConsent(answer: Answer, digest: string): Said {
  const { status, failure, truncated } = answer;
  if (failure) return `no whole answer (${failure.code})`;
  if (truncated) return `it is longer than ${LIMITS.defaultBodyBytes} bytes`;
  // Redirects are not followed: consent has to stand on the target itself.
  if (status !== 200) return `answered ${status}`;
  return accepts(bodyBytes(answer), digest);
}

async function ask(path: string, { origin, transport, agent }: ConsentLookUp, over: AbortSignal): Promise<Answer> {
  const request = { method: 'GET', url: `${origin}${path}`, headers: defaultHeaders(agent) } as const;
  const hop = { key: `consent ${path}`, hop: 0, request, bytes: LIMITS.defaultBodyBytes };
  return transport.send(hop, over);
}

/** Throws consent-missing with what every place said, or unreachable. */
export const targetConsent = (look: ConsentLookUp): Promise<Consent> =>
  within(Math.min(look.deadline ?? LIMITS.run, LIMITS.run), look.signal, (over) => askAll(look, over));

async function askAll(look: ConsentLookUp, over: AbortSignal): Promise<Consent> {
  const answers: string[] = [];
  for (const path of CONSENT_PLACES) {
    const answer = await ask(path, look, over);
    look.signal?.throwIfAborted();
    const why = answers.length === 0 ? whyUnreachable(answer) : undefined;
    if (why) throw unreachable(look.origin, why);
    const word = readConsent(answer, look.digest);
    if (word === 'yes') return { by: 'target', url: `${look.origin}${path}` };
    answers.push(`${path}: ${word}`);
  }
  throw new AxproofError('consent-missing', `${look.origin} does not accept writes from ${look.digest}`, answers);
}
