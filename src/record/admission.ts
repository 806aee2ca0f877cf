// Which asks of a judge are sent, whatever its pack says: checks of method, headers, body and address. It reads no template and sends nothing.
import { AxproofError } from '../contract/errors.ts';
import type { Pack, Request } from '../contract/generated/types.ts';
import { isHeaderText } from '../contract/header-text.ts';
import { LIMITS } from '../contract/limits.ts';
import { isSafeMethod } from '../contract/method.ts';
import { isPlaceholder } from '../contract/placeholder.ts';
import { allProbes } from '../pack/bounds.ts';
import { AGENT, defaultHeaders } from '../pack/default-headers.ts';
import { CREDENTIAL_HEADERS, FORBIDDEN_HEADERS } from '../pack/request-rules.ts';
import { isDeclaredAmong } from './mcp-endpoints.ts';
import type { Record } from './record.ts';
import type { Site } from './site.ts';
import { speaksMcp } from './speaks-mcp.ts';
import type { Ask, JudgeInput } from './step.ts';

const MOST_HEADERS = 64;
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** Asks of one run: those of a sample may be asked by two probes, and are sent once. */
export const MOST_ASKS = 2 * LIMITS.requests;

interface Permissions {
  /** What every request says of itself unless its source says otherwise. */
  defaults: { [name: string]: string };
  /** Somebody consented to writes, and the pack is one that writes. */
  writes: boolean;
  /** Values that the caller gave the run by name. */
  env: ReadonlySet<unknown>;
  /** Paths of the pack whose values are kept secret. */
  secrets: ReadonlySet<string>;
}

/** A credential is a secret of the run or a value of the caller's, with at most the name of a scheme before it. */
function isCredential(name: string, value: string, { writes, env }: Permissions): boolean {
  const word = value.replace(/^[A-Za-z][A-Za-z0-9-]* /, '');
  return writes && CREDENTIAL_HEADERS.test(name) && (isPlaceholder(word) || env.has(word) || env.has(value));
}

function headersFault(headers: Request['headers'], permissions: Permissions): string | undefined {
  const { defaults } = permissions;
  const list = Object.entries(headers);
  if (list.length > MOST_HEADERS) return 'too many headers';
  if (list.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0) > LIMITS.headerBytes) return 'too long headers';
  for (const [name, value] of list) {
    if (Object.hasOwn(defaults, name) && defaults[name] === value) continue;
    if (!HEADER_NAME.test(name) || (FORBIDDEN_HEADERS.test(name) && !isCredential(name, value, permissions)))
      return 'a header that is not for a spec to set';
    if (!isHeaderText(value)) return 'a header that is no line of text';
  }
  return undefined;
}

function urlFault(text: string): string | undefined {
  if (text.length > LIMITS.url || !URL.canParse(text)) return 'no URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `a ${url.protocol} URL`;
  if (url.href !== text || text.includes('#') || url.username !== '' || url.password !== '') return 'a URL that is not in its plain form';
  return undefined;
}

export const writesAllowed = ({ consent }: JudgeInput, pack: Pack): boolean => consent !== undefined && pack.consent === 'writes';

export class Admission {
  readonly #permissions: Permissions;
  #asks = 0;

  constructor(
    private readonly site: Site,
    input: JudgeInput,
    pack: Pack,
  ) {
    const { agent = AGENT, env = {}, row = {} } = input;
    this.#permissions = {
      defaults: defaultHeaders(agent),
      writes: writesAllowed(input, pack),
      env: new Set([...Object.values(env), ...Object.values(row)]),
      secrets: new Set(allProbes(pack).flatMap((probe) => probe.secret ?? [])),
    };
  }

  /** Throws containment-failed for what no judge may ask. records: what was answered for good so far. */
  check(ask: Ask, records: () => readonly Record[]): void {
    const fault = this.#fault(ask, records);
    if (fault !== undefined) throw new AxproofError('containment-failed', `the judge asked for ${fault}`);
  }

  #fault({ ticket, request, fresh, cleanup, secret }: Ask, records: () => readonly Record[]): string | undefined {
    const { writes, secrets } = this.#permissions;
    if (ticket !== this.#asks++) return 'something under a number that is not the next';
    if (ticket >= MOST_ASKS) return 'more than any pack may';
    if (fresh === 'robots') return 'a robots.txt, which is not for a judge to ask for';
    if ((cleanup || secret) && !writes) return 'what nobody consented to';
    if (secret?.some((path) => !secrets.has(path))) return 'a secret that the pack does not name';
    return this.#requestFault(request) ?? this.#placeFault(request, records);
  }

  #requestFault(request: Request): string | undefined {
    const fault = urlFault(request.url) ?? headersFault(request.headers, this.#permissions);
    if (fault !== undefined || !isSafeMethod(request.method)) return fault;
    return request.body === undefined ? undefined : `a ${request.method} with a body`;
  }

  /** Writes go to the origin that consented, and what MCP may be asked without consent to where the site declares MCP; nothing goes elsewhere. */
  #placeFault(request: Request, records: () => readonly Record[]): string | undefined {
    const { writes } = this.#permissions;
    const { origin } = this.site;
    const url = new URL(request.url);
    if (this.site.place(url) === 'off') return 'a place off the site of the target';
    if (isSafeMethod(request.method) || (writes && url.origin === origin)) return undefined;
    if (speaksMcp(request) && isDeclaredAmong(records(), request, origin)) return undefined;
    if (writes) return 'a write to an origin that consented to none';
    return speaksMcp(request)
      ? 'a POST to what the site does not declare as an endpoint of MCP'
      : `a ${request.method} that nobody consented to`;
  }
}
