// What a service says instead of a report, as an error of ours: problems (RFC 9457) and failed runs by their code, anything else as service-failed.
import { AxproofError, ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { isObject, type Members } from '../../../contract/json.ts';
import { mediaType } from '../../../contract/media-type.ts';
import { quote } from '../../../contract/quote.ts';
import { strictJson } from '../../../json/strict-json.ts';
import { MOST_DOCUMENT, type ServiceReply, serviceFailed } from './service-client.ts';

/** Codes that say something about the process that prints them: of another one they would be a lie. */
const OUR_OWN: ReadonlySet<string> = new Set<ErrorCode>(['interrupted', 'internal', 'service-failed', 'other-answer']);

const isForeign = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code) && !OUR_OWN.has(code);

const MOST_DETAILS = 20;
const lines = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .filter((one) => typeof one === 'string')
        .slice(0, MOST_DETAILS)
        .map((one) => quote(one, 500))
    : [];

/** The error that a service tells of, by its code. Its words are those of somebody else. */
function serviceError(origin: string, code: unknown, message: unknown, details: readonly string[]): AxproofError {
  const text = typeof message === 'string' ? quote(message, 500) : '';
  if (isForeign(code)) return new AxproofError(code, `${origin} says: ${text || ERRORS[code].title}`, details);
  const named = typeof code === 'string' ? `the code ${quote(code, 60)}` : 'no code';
  return serviceFailed(`${origin} failed with ${named}${text === '' ? '' : `: ${text}`}`, details);
}

function waiting({ headers }: ServiceReply): string[] {
  const after = headers['retry-after'];
  return after !== undefined && /^\d{1,6}$/.test(after) ? [`it may be asked again in ${after} seconds`] : [];
}

/** Any reply that is not what was asked for. */
export function replyError(reply: ServiceReply, origin: string): AxproofError {
  const { status, headers, bytes } = reply;
  if (status >= 300 && status < 400)
    return serviceFailed(
      `${origin} answered ${status} and leads to ${quote(headers.location ?? 'nowhere', 200)}; redirects are not followed`,
    );
  const type = mediaType(headers['content-type'])?.essence;
  const read = type === 'application/problem+json' || type === 'application/json' ? strictJson(bytes, MOST_DOCUMENT) : undefined;
  if (!read?.ok || !isObject(read.value) || status < 400)
    return serviceFailed(`${origin} answered ${status} with ${type ?? 'no media type'}, which is no problem document`, waiting(reply));
  const { code, detail, errors, lastReport } = read.value;
  const last = typeof lastReport === 'string' ? [`last report: ${quote(lastReport, 300)}`] : [];
  return serviceError(origin, code, detail, [...lines(errors), ...waiting(reply), ...last]);
}

/** A run that ended without a report. */
export function runError(run: Members, origin: string): AxproofError {
  const { code, message, details } = isObject(run.error) ? run.error : ({} as Members);
  return serviceError(origin, code, message, lines(details));
}
