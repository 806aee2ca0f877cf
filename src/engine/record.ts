// One recorded exchange as the engine holds it: the answer's bytes, its views (each read once) and how it ended. It judges nothing.
import type { Answer, Request, Stop } from '../contract/generated/types.ts';
import type { ReadOther, ViewSource } from '../contract/view.ts';
import { type BodyKind, bodyKind } from '../views/body-kind.ts';
import { interned } from '../views/interned.ts';
import { mediaType } from '../views/media-type.ts';
import { reader } from '../views/reader.ts';

export interface Hopped {
  url: string;
  answer: Answer;
}

export interface Record {
  request: Request;
  redirects: Hopped[];
  /** Final URL. */
  url: string;
  stopped?: Stop;
  answer: Answer;
  /** undefined when no response came. */
  source?: ViewSource;
  read: ReadOther;
  /** Essence of the media type, lower case. */
  type?: string;
  /** What the body really is. */
  readonly is: BodyKind;
}

const NO_BYTES = new Uint8Array(0);

export function bodyBytes(answer: Answer): Uint8Array {
  if (answer.body?.text !== undefined) return Buffer.from(answer.body.text, 'utf8');
  if (answer.body?.base64 !== undefined) return Buffer.from(answer.body.base64, 'base64');
  return NO_BYTES;
}

const unreadable: ReadOther = () => ({ ok: false, code: 'empty' });

export function record(request: Request, redirects: Hopped[], url: string, answer: Answer, stopped?: Stop): Record {
  const base = { request, redirects, url, answer, ...(stopped ? { stopped } : {}) };
  if (answer.status === undefined) return { ...base, read: unreadable, is: 'none' };
  const headers = answer.headers ?? {};
  const source: ViewSource = interned({
    url,
    status: answer.status,
    headers,
    bytes: bodyBytes(answer),
    truncated: answer.truncated === true,
    ...(answer.redactions ? { redactions: answer.redactions } : {}),
  });
  const type = mediaType(headers['content-type'])?.essence;
  let is: BodyKind | undefined;
  return {
    ...base,
    source,
    read: reader(source),
    // Told only when somebody asks: it may take a parser.
    get is() {
      is ??= bodyKind(source);
      return is;
    },
    ...(type ? { type } : {}),
  };
}
