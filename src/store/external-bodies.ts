// Takes the bodies out of a document that is stored and puts them back, byte for byte. What it could not put back stays where it is.
import { sha256 } from '../contract/digest.ts';
import { jcs } from '../json/jcs.ts';
import type { Apart, WrittenReport } from '../report/written.ts';

/** Place among the bytes without bodies, digest of the body, how it was written. */
export type Hole = [at: number, digest: string, form: Apart['form']];

export interface Externalised {
  bytes: Buffer;
  holes: Hole[];
  /** By digest. Made when they are written: both documents of a run hold the same. */
  bodies: Map<string, () => Buffer>;
}

const encodingOf = { text: 'utf8', base64: 'base64' } as const;

/** undefined where the bytes would give another text. */
function bytesOf({ form, value }: Apart): Buffer | undefined {
  const bytes = Buffer.from(value, encodingOf[form]);
  return form === 'text' || bytes.toString('base64') === value ? bytes : undefined;
}

export function externalise({ between, bodies }: WrittenReport): Externalised {
  const made: Externalised = { bytes: Buffer.alloc(0), holes: [], bodies: new Map() };
  const parts: Buffer[] = [];
  let size = 0;
  const keep = (piece: string | Uint8Array): void => {
    const bytes = Buffer.from(piece);
    parts.push(bytes);
    size += bytes.length;
  };
  for (const [i, piece] of between.entries()) {
    keep(piece);
    const body = bodies[i];
    if (!body) continue;
    const bytes = bytesOf(body);
    if (bytes) {
      const digest = sha256(bytes);
      made.holes.push([size, digest, body.form]);
      made.bodies.set(digest, () => Buffer.from(body.value, encodingOf[body.form]));
    } else keep(jcs(body.value));
  }
  made.bytes = Buffer.concat(parts);
  return made;
}

/** The document with its bodies, each a text while it is written out and no longer; undefined when one is missing. */
export function fill(bytes: Buffer, holes: readonly Hole[], bodies: ReadonlyMap<string, Buffer>): WrittenReport | undefined {
  const made: WrittenReport = { between: [], bodies: [] };
  let from = 0;
  for (const [at, digest, form] of holes) {
    const body = bodies.get(digest);
    if (!body) return undefined;
    made.between.push(bytes.subarray(from, at));
    made.bodies.push({
      form,
      get value() {
        return body.toString(encodingOf[form]);
      },
    });
    from = at;
  }
  made.between.push(bytes.subarray(from));
  return made;
}
