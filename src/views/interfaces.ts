// The interfaces view: the calls that an agent card names, by method and address, and whether each says that it asks for credentials.
// AXP cards name HTTP calls, A2A cards addresses that take JSON-RPC by POST. It must not judge a card, nor read other bindings.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { pointerOf } from '../json/pointer.ts';
import { absoluteUrl, isWebUrl } from './absolute-url.ts';
import { ofJson } from './open-places.ts';

const MOST_CALLS = 1000;
const METHOD = /^[A-Za-z]{1,20}$/;
const TEMPLATE = /[{}<>*[\]\s]/;
const OPEN = /^(?:none|keyless|public|anonymous)$/i;
const CLOSED =
  /^(?:api[-_ ]?key|bearer|basic|digest|jwt|token|oauth(?:[-_ ]?2(?:\.[01])?)?|openid(?:[-_ ]?connect)?|oidc|mtls|mutual[-_ ]?tls)$/i;
const JSON_RPC = /^json-?rpc$/i;

type Path = (string | number)[];

const entriesOf = (value: Json | undefined): [string | number, Json][] =>
  Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];

const readAuth = (auth: Json | undefined): { asks?: string } => {
  if (typeof auth !== 'string') return {};
  return OPEN.test(auth) ? { asks: 'nothing' } : CLOSED.test(auth) ? { asks: 'credentials' } : {};
};

/** Each call that is written down: where, its method, its address, and what is said of credentials. */
function* callsOf(card: JsonObject): Generator<[path: Path, method: Json | undefined, url: Json | undefined, asks: { asks?: string }]> {
  const http = isObject(card.interfaces) ? card.interfaces.http : undefined;
  for (const [name, one] of entriesOf(http))
    if (isObject(one)) yield [['interfaces', 'http', name], one.method, one.url, readAuth(one.auth)];
  const needs = Array.isArray(card.security) && card.security.length > 0 && !card.security.some((one) => entriesOf(one).length === 0);
  const asks = needs ? { asks: 'credentials' } : {};
  if (Array.isArray(card.skills) && card.supportedInterfaces === undefined && JSON_RPC.test(String(card.preferredTransport ?? 'JSONRPC')))
    yield [[], 'POST', card.url, asks];
  for (const [i, one] of entriesOf(card.supportedInterfaces))
    if (isObject(one) && JSON_RPC.test(String(one.protocolBinding))) yield [['supportedInterfaces', i], 'POST', one.url, asks];
}

export const interfaces = ofJson((card, carried, answer) => {
  const calls: JsonObject[] = [];
  for (const [path, method, written, asks] of isObject(card) ? callsOf(card) : []) {
    const url = typeof written === 'string' && !TEMPLATE.test(written) ? absoluteUrl(written, answer.url) : undefined;
    if (url === undefined || !isWebUrl(url) || typeof method !== 'string' || !METHOD.test(method) || calls.length >= MOST_CALLS) continue;
    carried.carry(path, ['calls', calls.length]);
    const verb = method.toUpperCase();
    const address = url.replace(/[?#].*$/s, '');
    calls.push({ id: `${verb} ${address}`, method: verb, url, address, ...asks, place: pointerOf(path) });
  }
  return { calls };
});
