// Security rules of document and operation: which schemes there are, and whether an operation may be called without any.
import { isObject, type Json } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { entries, list, member, text } from '../members.ts';
import type { ReadContext } from './context.ts';

export interface Scheme {
  name: string;
  type: string;
  scheme?: string;
  in?: string;
  issuer?: string;
  place: string;
}

export interface Security {
  /** No credential is needed: nothing declared, an empty list, or an empty entry. */
  keyless: boolean;
  /** One of its entries asks for a payment and nothing else. */
  payment: boolean;
  /** OR of ANDs. */
  names: string[][];
  /**
   * Whether the document speaks of it: open (said so, or without a requirement among others that have one), protected, or
   * silent where no requirement stands anywhere in the document.
   */
  said: 'open' | 'protected' | 'silent';
}

type Read = Omit<Security, 'said'>;

/** Names of HTTP authentication schemes, and headers of x402 (versions 1 and 2), by which a payment is shown. */
const PAYMENT_SCHEMES = ['payment', 'l402', 'lsat'];
const PAYMENT_HEADERS = ['x-payment', 'payment-signature'];

/** A header that every request has: whoever asks for it as a key asks who is calling, and shuts nobody out. */
const CARRIED_HEADERS = ['user-agent'];

const MAX_SCHEMES = 1000;
const MAX_URL = 2048;

/** The issuer that a metadata URL belongs to (OpenID Connect Discovery, RFC 8414); undefined when the URL is no such one. */
function issuerOf(url: string | undefined, base: string): string | undefined {
  if (url === undefined || url.length > MAX_URL || !URL.canParse(url, base)) return undefined;
  const { origin, pathname } = new URL(url, base);
  if (origin === 'null') return undefined;
  const [, before, after] = /^(.*)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(pathname) ?? [];
  return before === undefined ? undefined : `${origin}${before}${after ?? ''}`;
}

const isKeyIn = ({ type, in: where }: Scheme, headers: readonly string[], name = ''): boolean =>
  type === 'apiKey' && where === 'header' && headers.includes(name.toLowerCase());

const isPayment = (scheme: Scheme, name?: string): boolean =>
  scheme.type === 'http' ? PAYMENT_SCHEMES.includes(scheme.scheme ?? '') : isKeyIn(scheme, PAYMENT_HEADERS, name);

interface ReadScheme {
  scheme: Scheme;
  payment: boolean;
  carried: boolean;
}

function readScheme(context: ReadContext, name: string, value: Json, place: string): ReadScheme | null {
  const found = context.follow(value, place);
  const type = found && text(found.value, 'type');
  if (!found || type === undefined) return null;
  const basic = context.line === '2.0' && type === 'basic';
  const scheme = basic ? 'basic' : text(found.value, 'scheme')?.toLowerCase();
  const where = text(found.value, 'in');
  const issuer = issuerOf(text(found.value, 'openIdConnectUrl') ?? text(found.value, 'oauth2MetadataUrl'), context.url);
  const read: Scheme = {
    name,
    type: basic ? 'http' : type,
    ...(scheme === undefined ? {} : { scheme }),
    ...(where === undefined ? {} : { in: where }),
    ...(issuer === undefined ? {} : { issuer }),
    place: found.place,
  };
  const header = text(found.value, 'name');
  return { scheme: read, payment: isPayment(read, header), carried: isKeyIn(read, CARRIED_HEADERS, header) };
}

/** Whether some operation of the document needs a credential, or the document says so for all. */
function requiresSomewhere({ root, budget }: ReadContext): boolean {
  const requires = (holder: Json) => list(holder, 'security').some((entry) => isObject(entry) && Object.keys(entry).length > 0);
  if (requires(root)) return true;
  const items = [...entries(member(root, 'paths')), ...entries(member(member(root, 'components'), 'pathItems'))];
  for (const [, item] of items)
    for (const [name, operation] of entries(item)) {
      budget.spend();
      if (requires(operation)) return true;
      if (name === 'additionalOperations') for (const [, other] of entries(operation)) if (requires(other)) return true;
    }
  return false;
}

export class SecurityRules {
  readonly schemes: Scheme[] = [];
  private readonly defined = new Set<string>();
  private readonly payments = new Set<string>();
  private readonly carried = new Set<string>();
  private readonly root: Read | null;
  private readonly speaks: boolean;

  constructor(private readonly context: ReadContext) {
    const swagger = context.line === '2.0';
    const map = swagger ? member(context.root, 'securityDefinitions') : member(member(context.root, 'components'), 'securitySchemes');
    const base = swagger ? '/securityDefinitions' : '/components/securitySchemes';
    for (const [name, value] of entries(map)) {
      this.defined.add(name);
      const read = this.schemes.length < MAX_SCHEMES ? readScheme(context, name, value, below(base, name)) : null;
      if (!read) continue;
      this.schemes.push(read.scheme);
      if (read.payment) this.payments.add(name);
      if (read.carried) this.carried.add(name);
    }
    this.root = this.read(member(context.root, 'security'), '/security');
    this.speaks = requiresSomewhere(context);
  }

  /** The rule of one operation: its own, or the document's. */
  of(operation: Json, place: string): Security {
    const rule = this.read(member(operation, 'security'), `${place}/security`) ?? this.root;
    if (rule === null) return { keyless: true, payment: false, names: [], said: this.speaks ? 'open' : 'silent' };
    // Who asks who is calling does not say in so many words that anybody may.
    const isOpen = rule.names.length === 0 ? rule.keyless : rule.names.some((entry) => entry.length === 0);
    return { ...rule, said: isOpen ? 'open' : 'protected' };
  }

  private read(value: Json | undefined, place: string): Read | null {
    if (value === undefined) return null;
    // What cannot be read promises nothing, so it is no claim that the operation is open to all.
    if (!Array.isArray(value)) {
      this.context.problems.add('bad-security', place);
      return { keyless: false, payment: false, names: [] };
    }
    const names = value.flatMap((entry, index) => this.requirement(entry, below(place, index)));
    return {
      keyless: value.length === 0 || names.some((entry) => entry.every((name) => this.carried.has(name))),
      payment: names.some((entry) => entry.length > 0 && entry.every((name) => this.payments.has(name))),
      names,
    };
  }

  private requirement(entry: Json, place: string): string[][] {
    this.context.budget.spend();
    if (!isObject(entry)) {
      this.context.problems.add('bad-security', place);
      return [];
    }
    const names = Object.keys(entry);
    this.context.budget.spend(names.length);
    for (const name of names) if (!this.known(name)) this.context.problems.add('undefined-security-scheme', () => below(place, name));
    return [names];
  }

  /** From 3.2 on a name may be the URI of a scheme elsewhere. */
  private known(name: string): boolean {
    return this.defined.has(name) || (this.context.line === '3.2' && /[:/#]/.test(name));
  }
}

/** What is asked of a stranger, where the document says so and leaves no choice. */
export function asksOf({ said, names, payment, keyless }: Security): { asks?: string } {
  // A payment is neither a credential nor nothing, and so is the name of who is calling.
  if (payment || (keyless && said === 'protected')) return {};
  return said === 'protected' ? { asks: 'credentials' } : said === 'open' && names.length === 0 ? { asks: 'nothing' } : {};
}
