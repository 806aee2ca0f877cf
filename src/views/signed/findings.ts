// What a document says of signatures, gathered with the places it came from. It must not look for anything itself.
import type { Json, JsonObject } from '../../contract/json.ts';
import { MiB } from '../../contract/units.ts';
import type { Reading } from '../../contract/view.ts';
import { pointerOf } from '../../json/pointer.ts';
import { text } from '../members.ts';
import type { Carried } from '../open-places.ts';
import { siteOf } from '../site-of.ts';

/** The host that a name of a key is of; null of an identifier that is no host's, undefined where it is no address at all. */
function hostOf(kid: string): string | null | undefined {
  const [, web] = /^did:web:([^:#/?%]+)/i.exec(kid) ?? [];
  if (web !== undefined) return web;
  if (/^did:[a-z0-9]+:./i.test(kid)) return null;
  return /^https?:\/\//i.test(kid) && URL.canParse(kid) ? new URL(kid).hostname : undefined;
}

/** A `did:` or address of another site than that of the document. */
function isForeign(kid: string, url: string): boolean {
  const host = hostOf(kid);
  if (host === undefined) return false;
  return host === null || !URL.canParse(url) || siteOf(host) !== siteOf(new URL(url).hostname);
}

export type FindingPath = readonly (string | number)[];

const PROBLEMS = {
  'header-malformed': 'the protected header of the signature is no base64url of a JSON object',
  'signature-malformed': 'the signature is not written in canonical base64',
  'payload-malformed': 'the payload is not written in base64, or does not hold what it says',
  'key-malformed': 'the key is not of the length or form that its type has',
  'key-weak': 'the key is of small order, so anything verifies under it',
  'key-private': 'a private key is published here',
  'url-malformed': 'this is no http or https address',
} as const;

/** What can be wrong with signatures and keys. Closed; docs/views.md lists what each means. */
export type SignatureProblemCode = keyof typeof PROBLEMS;

/** Why an artefact comes without the bytes that were signed. */
export type Unjudged = 'too-large' | 'detached' | 'not-canonical' | 'critical' | 'malformed';

export interface Artefact {
  kind: 'dsse' | 'jws' | 'a2a-card';
  alg?: string;
  kid?: string;
  keyUrl?: string;
  /** The key of the certificate that it brings along, as JWK. */
  certified?: JsonObject;
  payloadType?: string;
  payload?: Json;
  signature: string;
  /** Base64url of the bytes that were signed, and of other forms that the signer may have signed. */
  message?: string;
  messages?: string[];
  unjudged?: Unjudged;
}

type ListName = 'artefacts' | 'keyUrls' | 'keys' | 'problems';
const MOST: Record<ListName, number> = { artefacts: 8, keyUrls: 64, keys: 256, problems: 200 };
/** Base64url characters of all messages together. */
const MOST_MESSAGES = 16 * MiB;

/**
 * Whose the key is, where it is not the site's own: its keys lie elsewhere (then no address here is that of its key), or its signer is another:
 * by the name of the key, by the issuer of a token (RFC 7519, 4.1.1), or as one who signs `beside` another and names a key.
 */
function foreignOf({ kid, keyUrl, payload }: Artefact, base: string, beside: boolean): JsonObject {
  if (keyUrl !== undefined && isForeign(keyUrl, base)) return { foreign: 'keys' };
  // What the name of a key is of counts before what the token says of its issuer.
  const signer = kid !== undefined && hostOf(kid) !== undefined ? kid : text(payload, 'iss');
  const byAnother = signer !== undefined && isForeign(signer, base);
  return byAnother || (beside && kid !== undefined) ? { foreign: 'signer' } : {};
}

export class Findings {
  private readonly lists: Record<ListName, JsonObject[]> = { artefacts: [], keyUrls: [], keys: [], problems: [] };
  private readonly hrefs = new Set<string>();
  /** Places of what has been signed once. */
  private readonly covered = new Set<string>();
  private left = MOST_MESSAGES;
  private more = 0;

  constructor(
    readonly base: string,
    private readonly carried: Carried,
  ) {}

  /** No artefact beyond the first few is listed; then its message need not be made either. */
  get full(): boolean {
    return this.lists.artefacts.length >= MOST.artefacts;
  }

  private add(name: ListName, item: JsonObject, from: FindingPath): void {
    const list = this.lists[name];
    if (list.length >= MOST[name]) return;
    this.carried.carry(from, [name, list.length]);
    list.push({ ...item, place: pointerOf(from) });
  }

  /** One artefact beyond those that are listed. */
  leaveOut(): void {
    this.more += 1;
  }

  /** `covered` is what the signature speaks of: anything uncertain in it makes the artefact uncertain. */
  artefact(artefact: Artefact, path: FindingPath, covered: FindingPath = path): void {
    if (this.full) {
      this.leaveOut();
      return;
    }
    this.carried.carry(covered, ['artefacts', this.lists.artefacts.length]);
    const { message, messages, ...rest } = artefact;
    this.left -= (message?.length ?? 0) + (messages ?? []).reduce((sum, text) => sum + text.length, 0);
    const listed: Artefact = this.left >= 0 ? artefact : { ...rest, unjudged: 'too-large' };
    const { keyUrl, ...unkeyed } = listed;
    const document = pointerOf(covered);
    const foreign = foreignOf(artefact, this.base, this.covered.has(document));
    this.covered.add(document);
    const shown = foreign.foreign === 'keys' ? unkeyed : listed;
    this.lists.artefacts.push({ ...(shown as unknown as JsonObject), ...foreign, place: pointerOf(path) });
  }

  problem(code: SignatureProblemCode, from: FindingPath): void {
    this.add('problems', { code, message: PROBLEMS[code] }, from);
  }

  key(key: JsonObject, path: FindingPath): void {
    this.add('keys', key, path);
  }

  /** The address of a key set that a signature names (`jku`): each once. */
  keyUrl(reference: string, from: FindingPath): string | undefined {
    const url = URL.canParse(reference, this.base) ? new URL(reference, this.base) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      this.problem('url-malformed', from);
      return undefined;
    }
    if (!this.hrefs.has(url.href)) this.add('keyUrls', { href: url.href }, from);
    this.hrefs.add(url.href);
    return url.href;
  }

  reading(): Reading {
    if (Object.values(this.lists).every((list) => list.length === 0))
      return { ok: false, code: 'shape', message: 'nothing is said of signatures' };
    return { ok: true, value: { ...this.lists, more: this.more }, ...this.carried.reading };
  }
}
