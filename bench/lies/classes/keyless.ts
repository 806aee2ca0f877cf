// Lies of openness: the site says that no key is needed, and asks for one.
import type { Choices } from '../honest.ts';
import type { Lie } from '../lie.ts';
import type { Reply } from '../site.ts';

const NAMED: Reply = { status: 401, headers: { 'www-authenticate': 'Bearer realm="api"' }, json: { error: 'log in' } };
const BARE: Reply = { status: 401, json: { message: 'No API key found in request' } };

const closed = (name: string, claim: string, contradicted: string, keyless: Choices['keyless'], reply: Reply): Lie => ({
  name,
  claim,
  contradicted,
  at: 'operation',
  kinds: ['stats', 'search', 'latest'],
  needs: { keyless },
  // Says of itself that a key may be needed.
  without: ['optional-key'],
  tell: (site, { key }) => void site.routes.set(key, reply),
});

export const KEYLESS: readonly Lie[] = [
  closed('closed', 'the operation says security: []', 'an undeclared 401', 'each', NAMED),
  closed('closed-bare', 'the operation says security: []', 'an undeclared 401 without WWW-Authenticate', 'each', BARE),
  closed('closed-root', 'the document says security: []', 'an undeclared 401', 'root', NAMED),
  closed('closed-root-bare', 'the document says security: []', 'an undeclared 401 without WWW-Authenticate', 'root', BARE),
  closed('closed-unsaid', 'the operation requires nothing, where another requires a key', 'an undeclared 401', 'unsaid', NAMED),
  {
    name: 'closed-card',
    claim: 'an interface of the card says auth: none',
    contradicted: 'a 401',
    at: 'site',
    tell(site) {
      site.card.interfaces.http.feed = { method: 'GET', url: `${site.origin}/feed`, auth: 'none' };
      site.routes.set('GET /feed', NAMED);
    },
  },
  {
    name: 'closed-probe',
    claim: 'the card says what can be tried without a key',
    contradicted: 'a 401',
    at: 'site',
    tell(site) {
      Object.assign(site.card, { probes: { keyless: { method: 'GET', url: `${site.origin}/feed` } } });
      site.routes.set('GET /feed', NAMED);
    },
  },
];
