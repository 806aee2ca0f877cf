// Evidence as a written target: what each request was answered, so that the run can be made again from one file. It reads no evidence from anywhere, and judges nothing.
import { probeOf } from '../contract/exchange-name.ts';
import type {
  Answer,
  Evidence,
  FixtureAnswer,
  FixtureCondition,
  FixtureRoute,
  FixtureTarget,
  Request,
} from '../contract/generated/types.ts';
import { isObject, parsedJson } from '../contract/json.ts';
import { jcs } from '../json/jcs.ts';
import { CONTROL } from '../pack/visit.ts';
import { hopsOf } from './hops.ts';
import { redact } from './redact.ts';

/** Said by whoever serves the body, or of how it came here; and of its time, which a fixture does not have. */
const UNSAID = new Set(
  'connection content-encoding content-length date keep-alive trailer transfer-encoding upgrade content-type'.split(' '),
);
/** What a fixture would put something else in the place of. */
const TEMPLATE = /\$\{(?:origin|path|id)\}/;

/** A word of chance in the path of a control. */
const NONCE = /[0-9a-f]{32}/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface Written {
  request: Request;
  answer: FixtureAnswer;
}

/** Compact JSON reads better as what it is. path: of what cannot exist, which its answer may name. */
function bodyOf(given: string, path: string | undefined): Pick<FixtureAnswer, 'json' | 'body' | 'base64'> {
  if (TEMPLATE.test(given)) return { base64: Buffer.from(given, 'utf8').toString('base64') };
  const text = path === undefined ? given : given.replaceAll(path, `\${path}`);
  const json = parsedJson(text);
  return JSON.stringify(json) === text ? { json } : { body: text };
}

function answerOf(answer: Answer, bytes: number, path: string | undefined): FixtureAnswer {
  // Whoever files a bug shows the fixture to others: nobody's address is in it, wherever it stood.
  const { redactions: _, ...given } = answer;
  const { status, headers = {}, body, failure, truncated, left } = redact(given, true);
  if (status === undefined) return { failure: failure?.code ?? 'aborted' };
  const type = headers['content-type'];
  const others = Object.entries(headers).filter(([name]) => !UNSAID.has(name));
  const length = Buffer.byteLength(body?.text ?? body?.base64 ?? '', body?.text === undefined ? 'base64' : 'utf8');
  return {
    ...(status === 200 ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(others.length > 0 ? { headers: Object.fromEntries(others) } : {}),
    ...(body?.text === undefined ? (body?.base64 ? { base64: body.base64 } : {}) : bodyOf(body.text, path)),
    // What was cut goes on past the cap again.
    ...(truncated && left === undefined ? { pad: Math.max(1, bytes + 1 - length) } : {}),
    ...(left === undefined ? (failure ? { failure: failure.code } : {}) : { open: true as const }),
  };
}

function jsonBody(body: string | undefined): FixtureCondition['body'] {
  const value = parsedJson(body ?? '');
  return isObject(value) ? value : undefined;
}

/** Which of several requests for one address is meant: by the headers in which they differ, and their JSON bodies. */
function route(all: readonly Written[]): FixtureRoute {
  const [first] = all;
  if (all.every(({ answer }) => jcs(answer) === jcs(first?.answer))) return first?.answer ?? null;
  const names = [...new Set(all.flatMap(({ request }) => Object.keys(request.headers)))].sort();
  const differing = names.filter((name) => new Set(all.map(({ request }) => request.headers[name])).size > 1);
  // A body is matched by the members that are named, so the one with more of them comes first; whoever asks otherwise gets the plainest.
  const weight = ({ request }: Written): number => (request.headers.accept === '*/*' ? 0 : 1e6) + (request.body?.length ?? 0);
  return [...all]
    .sort((a, b) => weight(b) - weight(a))
    .map(({ request, answer }, i) => {
      const headers = Object.fromEntries(differing.map((name) => [name, request.headers[name] ?? null]));
      const body = jsonBody(request.body);
      const when = { ...(differing.length > 0 ? { headers } : {}), ...(body ? { body } : {}) };
      return i === all.length - 1 ? answer : { when, ...answer };
    });
}

/** The route of a request. Of a control: all below the folder that it stood in, for there is nothing that is not written. */
function keyOf({ method, url }: Request, origin: string, control: boolean): string {
  const { origin: own, href, pathname, search } = new URL(url);
  const folder = control ? NONCE.exec(pathname) : null;
  const path = folder ? `${pathname.slice(0, folder.index).replace(/[^/]*$/, '')}*` : pathname + search;
  const place = own === origin ? path : folder ? own + path : href.replace(/#.*$/, '');
  return method === 'GET' ? place : `${method} ${place}`;
}

export interface WrittenTarget {
  target: FixtureTarget;
  /** Requests that were answered now so, now so: the first answer stands. */
  flickering: string[];
}

const contentOf = ({ status, json, body, base64, failure }: FixtureAnswer): string =>
  jcs({ status: status ?? 200, body: json ?? body ?? base64 ?? null, failure: failure ?? null });

export function writtenTarget({ target: origin, exchanges }: Evidence): WrittenTarget {
  const routes = new Map<string, Map<string, Written>>();
  const flickering = new Set<string>();
  for (const exchange of exchanges) {
    const control = exchange.names.every((name) => probeOf(name) === CONTROL);
    for (const { request, answer } of hopsOf(exchange)) {
      const key = keyOf(request, origin, control);
      const { pathname, search } = new URL(request.url);
      const written = { request, answer: answerOf(answer, exchange.bytes, key.endsWith('*') ? pathname + search : undefined) };
      const identity = jcs([request.headers, request.body ?? null]);
      const same = routes.get(key) ?? new Map<string, Written>();
      const known = same.get(identity);
      if (known && contentOf(known.answer) !== contentOf(written.answer)) flickering.add(key);
      routes.set(key, known ? same : same.set(identity, written));
    }
  }
  const sorted = [...routes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, all]) => [key, route([...all.values()])] as const);
  const time = exchanges.map(({ answer }) => answer.timing?.startedAt).find((at) => at !== undefined && TIME.test(at));
  return {
    target: {
      title: `Recorded from ${origin}`,
      target: origin,
      ...(time === undefined ? {} : { time }),
      routes: Object.fromEntries(sorted),
    },
    flickering: [...flickering].sort(),
  };
}
