// One recorded exchange as the engine holds it: the answer's bytes, its views (each read once) and how it ended. It judges nothing.
import { bodyBytes } from '../contract/answer-body.ts';
import type { Answer, Request, Stop } from '../contract/generated/types.ts';
import { mediaType } from '../contract/media-type.ts';
import type { BodyKind, ReadOther, ViewSource } from '../contract/view.ts';
import { readAnswer } from '../views/answer-cache.ts';
import type { AnswerReader } from '../views/reader.ts';

export interface Hopped {
  url: string;
  answer: Answer;
}

const unreadable: ReadOther = () => ({ ok: false, code: 'empty' });

function sourceOf(url: string, answer: Answer, asked: string): AnswerReader | undefined {
  if (answer.status === undefined) return undefined;
  const source: ViewSource = {
    url,
    ...(asked === url ? {} : { asked }),
    status: answer.status,
    headers: answer.headers ?? {},
    bytes: bodyBytes(answer),
    truncated: answer.truncated === true,
  };
  if (answer.body?.text !== undefined) source.text = answer.body.text;
  if (answer.redactions) source.redactions = answer.redactions;
  return readAnswer(source);
}

export class Record {
  /** undefined when no response came. */
  readonly source: AnswerReader | undefined;
  readonly read: ReadOther;
  /** Essence of the media type, lower case. */
  readonly type: string | undefined;

  /** base: what relative addresses in the body stand against, where that is not the final URL. */
  constructor(
    readonly request: Request,
    readonly redirects: readonly Hopped[],
    readonly url: string,
    readonly answer: Answer,
    readonly stopped?: Stop,
    base = url,
  ) {
    this.source = sourceOf(base, answer, redirects.length === 0 ? base : request.url);
    this.read = this.source?.read ?? unreadable;
    this.type = this.source && mediaType(this.source.headers['content-type'])?.essence;
  }

  /** What the body really is. Told only when somebody asks: it may take a parser. */
  get is(): BodyKind {
    return this.source?.kind ?? 'none';
  }
}

export const record = (request: Request, redirects: readonly Hopped[], url: string, answer: Answer, stopped?: Stop): Record =>
  new Record(request, redirects, url, answer, stopped);
