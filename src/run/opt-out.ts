// A target that wants no verification gets none: its robots.txt, and where the caller says so its axproof.json, end a live run before anything else is sent.
// It stands around the transport, since a refusal to be judged is no evidence to judge by.
import { bodyBytes } from '../contract/answer-body.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Answer, Request } from '../contract/generated/types.ts';
import { isObject, parsedJson } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Transport } from '../contract/transport.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { RobotsReader } from '../record/robots-reader.ts';
import { within } from './within.ts';

/** Where a target says so beside robots.txt, and accepts writes. */
const OPT_OUT_FILE = '/.well-known/axproof.json';
const FILE_BYTES = 64 * 1024;

export interface Heed {
  /** Origin of the target. */
  origin: string;
  agent?: string;
  /** The file is asked for too: a service that anybody may point at anybody does. */
  file: boolean;
}

const declined = (origin: string, place: string): AxproofError =>
  new AxproofError('declined', `${origin} does not want to be verified: ${place} says so`);

/** `verification: false`, and nothing else. */
function says(answer: Answer): boolean {
  const { status, failure, truncated } = answer;
  if (status !== 200 || failure || truncated) return false;
  const text = Buffer.from(bodyBytes(answer)).toString('utf8');
  const value = parsedJson(text.replace(/^\ufeff/, ''));
  return isObject(value) && value.verification === false;
}

/** Throws declined where its robots.txt wants no verification. */
export function heedRobots({ robots }: RobotsReader, origin: string): void {
  if (robots?.optedOut) throw declined(origin, '/robots.txt');
}

/** Asks the file, as far as robots.txt lets it. Throws declined where it wants no verification. */
export async function heedFile(
  transport: Transport,
  { robots }: RobotsReader,
  { origin, agent }: Omit<Heed, 'file'>,
  signal: AbortSignal,
): Promise<void> {
  const request: Request = { method: 'GET', url: `${origin}${OPT_OUT_FILE}`, headers: defaultHeaders(agent) };
  if (robots?.allows(request.url, true) === false) return;
  const hop = { key: 'opt-out', hop: 0, request, bytes: FILE_BYTES };
  const answer = await within(LIMITS.firstByte, signal, (over) => transport.send(hop, over));
  if (says(answer)) throw declined(origin, OPT_OUT_FILE);
}

/** The transport of one live run. Its sends reject with AxproofError 'declined' once the target has said so. */
export function heeding(transport: Transport, { file, ...target }: Heed): Transport {
  const { origin, agent } = target;
  const reader = new RobotsReader(origin, transport.registrable, agent);
  let key: string | undefined;
  let looked: Promise<void> | undefined;
  return {
    registrable: (host) => transport.registrable(host),
    close: () => transport.close(),
    async send(hop, signal) {
      // A run begins with the robots.txt of its target; redirects of it have the same key. What comes before is a look-up of consent.
      if (hop.request.url === reader.hop?.request.url) key ??= hop.key;
      if (key === undefined) return transport.send(hop, signal);
      if (hop.key === key) {
        const answer = await transport.send(hop, signal);
        reader.give(answer);
        heedRobots(reader, origin);
        return answer;
      }
      if (file) looked ??= heedFile(transport, reader, target, signal);
      await looked;
      return transport.send(hop, signal);
    },
  };
}
