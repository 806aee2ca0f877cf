// Takes the bodies of exchanges out of a document and puts them back, byte for byte. What it could not put back stays where it is.
import { isUtf8 } from 'node:buffer';
import { sha256 } from '../contract/digest.ts';
import type { Evidence } from '../contract/generated/types.ts';

/** A shorter body costs more as a row of its own. */
const LEAST = 256;

type Form = 'text' | 'base64';
/** Place among the bytes without bodies, digest of the body, how it was written. */
export type Hole = [at: number, digest: string, form: Form];

export interface Externalised {
  bytes: Buffer;
  holes: Hole[];
  /** By digest. */
  bodies: Map<string, Buffer>;
}

function written(bytes: Buffer, form: Form): string {
  return form === 'text' ? JSON.stringify(bytes.toString('utf8')) : `"${bytes.toString('base64')}"`;
}

/** Bodies in the order in which canonical form writes them. A document that is none of ours has none. */
function* bodiesOf(text: string): Generator<[Form, string]> {
  let document: { evidence?: Partial<Evidence> } & Partial<Evidence>;
  try {
    document = JSON.parse(text) as typeof document;
  } catch {
    return;
  }
  const exchanges = (document?.evidence ?? document)?.exchanges;
  for (const exchange of Array.isArray(exchanges) ? exchanges : []) {
    const hops = Array.isArray(exchange?.redirects) ? exchange.redirects : [];
    for (const answer of [exchange?.answer, ...hops.map((hop) => hop?.answer)])
      for (const form of ['base64', 'text'] as const) {
        const body: unknown = answer?.body?.[form];
        if (typeof body === 'string' && body.length >= LEAST) yield [form, body];
      }
  }
}

export function externaliseBodies(whole: Uint8Array): Externalised {
  const made: Externalised = { bytes: Buffer.alloc(0), holes: [], bodies: new Map() };
  if (!isUtf8(whole)) return { ...made, bytes: Buffer.from(whole) };
  const text = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString('utf8');
  const parts: Buffer[] = [];
  let [from, size] = [0, 0];
  const keep = (part: string): void => {
    const bytes = Buffer.from(part, 'utf8');
    parts.push(bytes);
    size += bytes.length;
  };
  for (const [form, body] of bodiesOf(text)) {
    const bytes = Buffer.from(body, form === 'text' ? 'utf8' : 'base64');
    const token = written(bytes, form);
    // Wherever the same characters stand they may be taken out: what is written of the bytes puts the same ones back.
    const at = text.indexOf(token, from);
    if (at < 0) continue;
    keep(text.slice(from, at));
    const digest = sha256(bytes);
    made.holes.push([size, digest, form]);
    made.bodies.set(digest, bytes);
    from = at + token.length;
  }
  keep(text.slice(from));
  made.bytes = Buffer.concat(parts);
  return made;
}

/** The bytes with their bodies; undefined when one is missing. */
export function fill(bytes: Buffer, holes: readonly Hole[], bodies: ReadonlyMap<string, Buffer>): Buffer | undefined {
  const parts: Buffer[] = [];
  let from = 0;
  for (const [at, digest, form] of holes) {
    const body = bodies.get(digest);
    if (!body) return undefined;
    parts.push(bytes.subarray(from, at), Buffer.from(written(body, form), 'utf8'));
    from = at;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}
