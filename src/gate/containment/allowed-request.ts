// Which requests a parent sends for a contained judge: methods, headers and bodies, whatever the spec was found to be. It knows no spec.
import type { Request } from '../../contract/generated/types.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isSafeMethod } from '../../contract/method.ts';
import { isPlaceholder } from '../../contract/placeholder.ts';
import { defaultHeaders } from '../../pack/default-headers.ts';
import { CREDENTIAL_HEADERS, FORBIDDEN_HEADERS } from '../../pack/lint/check-requests.ts';
import { speaksMcp } from '../../record/speaks-mcp.ts';

const LONGEST_URL = 4096;
const MOST_HEADERS = 64;
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const HEADER_TEXT = /^[\t\x20-\x7e]*$/;

export interface Permissions {
  agent: string;
  /** Somebody consented to writes. */
  writes: boolean;
  /** Values that the caller gave the run by name. */
  env: ReadonlySet<unknown>;
}

/** A credential is a secret of the run or a value of the caller's, with at most the name of a scheme before it. */
function isCredential(name: string, value: string, { writes, env }: Permissions): boolean {
  const word = value.replace(/^[A-Za-z][A-Za-z0-9-]* /, '');
  return writes && CREDENTIAL_HEADERS.test(name) && (isPlaceholder(word) || env.has(word) || env.has(value));
}

function headersFault(headers: Request['headers'], leave: Permissions): string | undefined {
  const usual: { [name: string]: string } = defaultHeaders(leave.agent);
  const list = Object.entries(headers);
  if (list.length > MOST_HEADERS) return 'too many headers';
  if (list.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0) > LIMITS.headerBytes) return 'too long headers';
  for (const [name, value] of list) {
    if (Object.hasOwn(usual, name) && usual[name] === value) continue;
    if (!HEADER_NAME.test(name) || (FORBIDDEN_HEADERS.test(name) && !isCredential(name, value, leave)))
      return 'a header that is not for a spec to set';
    if (!HEADER_TEXT.test(value)) return 'a header that is no line of text';
  }
  return undefined;
}

function urlFault(text: string): string | undefined {
  if (text.length > LONGEST_URL || !URL.canParse(text)) return 'no URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `a ${url.protocol} URL`;
  if (url.href !== text || url.hash !== '' || url.username !== '' || url.password !== '') return 'a URL that is not in its plain form';
  return undefined;
}

/** What is wrong with a request, or undefined. */
export function requestFault(request: Request, leave: Permissions): string | undefined {
  const fault = urlFault(request.url) ?? headersFault(request.headers, leave);
  if (fault !== undefined) return fault;
  if (isSafeMethod(request.method)) return request.body === undefined ? undefined : `a ${request.method} with a body`;
  if (leave.writes || speaksMcp(request)) return undefined;
  return `a ${request.method} that nobody consented to`;
}
