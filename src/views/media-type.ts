// The media type of a Content-Type field: its essence and parameters. It must not guess one where the field names none.
import { parse } from 'content-type';

export interface MediaType {
  /** type/subtype in lower case. */
  essence: string;
  /** Names in lower case; the first value of a name counts. No prototype. */
  params: Readonly<Record<string, string | undefined>>;
}

const ESSENCE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** Answers of a target name few types, and the same ones again and again. */
const known = new Map<string, MediaType | undefined>();
const MOST_KNOWN = 256;
const LONGEST_KNOWN = 128;

export function mediaType(field: string | undefined): MediaType | undefined {
  if (field === undefined) return undefined;
  if (field.length > LONGEST_KNOWN) return read(field);
  let found = known.get(field);
  if (found === undefined && !known.has(field)) {
    if (known.size >= MOST_KNOWN) known.clear();
    found = read(field);
    known.set(field, found);
  }
  return found;
}

/** A field sent several times arrives as a list: the last member that is a media type counts (as in the Fetch standard). */
function read(field: string): MediaType | undefined {
  let found: MediaType | undefined;
  for (let start = 0; start <= field.length; ) {
    const { type, parameters, index } = parse(field, { comma: true, start });
    if (ESSENCE.test(type) && type !== '*/*') found = { essence: type, params: parameters };
    start = index + 1;
  }
  return found;
}
