// A document in canonical form with its long bodies apart: canonicalize copies a text once for every level that it lies in, and these lie deep.
import type { Evidence, Exchange } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';

type Answer = Exchange['answer'];
type Body = NonNullable<Answer['body']>;
type Form = 'text' | 'base64';

/** A shorter body costs more apart than it saves. In UTF-16 code units. */
const LEAST = 256;

export interface Apart {
  form: Form;
  value: string;
}

/** What stands before, between and behind the bodies, and the bodies: in this order they are the canonical form. */
export interface WrittenReport {
  between: (string | Uint8Array)[];
  bodies: Apart[];
}

/** As it was written, before anything of it is bytes. */
export interface WrittenText extends WrittenReport {
  between: string[];
}

/** With the number of bytes of all of it. */
export interface Content extends WrittenReport {
  size: number;
}

/** A document that is bytes, without bodies apart. */
export const whole = (bytes: string | Uint8Array): Content => ({ between: [bytes], bodies: [], size: Buffer.byteLength(bytes) });

/** Gives a body without its text, and keeps the text. */
export type Leave = <B extends Body | undefined>(body: B) => B;

const FORMS = ['base64', 'text'] as const;
const nameOf = (mark: number, place: number | string): string => `body ${mark} ${place}`;

/** Gives what stands for a value whose canonical form is written already. */
export type Insert = (part: WrittenText) => string;

/** Canonical form of what `make` gives, with every body apart that it takes leave of. Throws not-plain-json. */
export function splitBodies(make: (leave: Leave, insert: Insert) => unknown, mark = 0): WrittenText {
  const left: (Apart | WrittenText)[] = [];
  const insert: Insert = (part) => nameOf(mark, left.push(part) - 1);
  const leave: Leave = (body) => {
    for (const form of FORMS) {
      const value: unknown = (body as { [form in Form]?: unknown } | undefined)?.[form];
      if (typeof value === 'string' && value.length >= LEAST) return { ...body, [form]: nameOf(mark, left.push({ form, value }) - 1) };
    }
    return body;
  };
  const text = jcs(make(leave, insert));
  const [first, ...rest] = text.split(new RegExp(`"${nameOf(mark, '(\\d+)')}"`));
  const places = rest.filter((_, i) => i % 2 === 0).map(Number);
  // Somebody else wrote such a name: another one, that stands nowhere in the text.
  if (places.length !== left.length) return splitBodies(make, unused(text));
  const out: WrittenText = { between: [first as string], bodies: [] };
  for (const [i, place] of places.entries()) append(out, left[place] as Apart | WrittenText, rest[2 * i + 1] as string);
  return out;
}

/** Appends what was left out, and the text that stands behind it. */
function append({ between, bodies }: WrittenText, one: Apart | WrittenText, behind: string): void {
  if ('form' in one) {
    bodies.push(one);
    between.push(behind);
    return;
  }
  const [first = '', ...more] = one.between;
  bodies.push(...one.bodies);
  between.push(`${between.pop()}${first}`, ...more);
  between.push(`${between.pop()}${behind}`);
}

function unused(text: string): number {
  const taken = new Set([...text.matchAll(/"body (\d+) \d+"/g)].map(([, mark]) => Number(mark)));
  let mark = 0;
  while (taken.has(mark)) mark++;
  return mark;
}

/** The canonical form in pieces, a body at a time. */
export function* piecesOf({ between, bodies }: WrittenReport): Generator<string | Uint8Array, void> {
  for (const [i, text] of between.entries()) {
    yield text;
    const body = bodies[i];
    if (body) yield jcs(body.value);
  }
}

const asBuffer = (piece: string | Uint8Array): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece, 'utf8') : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);

export function allBytes(document: WrittenReport): Buffer {
  const [first = '', ...more] = document.between;
  return more.length === 0 ? asBuffer(first) : Buffer.concat(Array.from(piecesOf(document), asBuffer));
}

const answerWithout = (answer: Answer, leave: Leave): Answer =>
  answer.body === undefined ? answer : { ...answer, body: leave(answer.body) };

/** The exchanges of evidence, nearly all of it and of its report. */
export const writtenExchanges = ({ exchanges }: Evidence): WrittenText =>
  splitBodies((leave) =>
    exchanges.map((exchange) => ({
      ...exchange,
      answer: answerWithout(exchange.answer, leave),
      redirects: exchange.redirects.map((hop) => ({ ...hop, answer: answerWithout(hop.answer, leave) })),
    })),
  );
