// The media type of a Content-Type field: its essence and parameters. It must not guess one where the field names none.
import { parse } from 'content-type';

export interface MediaType {
  /** type/subtype in lower case. */
  essence: string;
  /** Names in lower case; the first value of a name counts. No prototype. */
  params: Readonly<Record<string, string | undefined>>;
}

const ESSENCE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** A field sent several times arrives as a list: the last member that is a media type counts (as in the Fetch standard). */
export function mediaType(field: string | undefined): MediaType | undefined {
  let found: MediaType | undefined;
  for (let start = 0; field !== undefined && start <= field.length; ) {
    const { type, parameters, index } = parse(field, { comma: true, start });
    if (ESSENCE.test(type) && type !== '*/*') found = { essence: type, params: parameters };
    start = index + 1;
  }
  return found;
}
