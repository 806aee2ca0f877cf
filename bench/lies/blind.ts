// Lies that no run sees: each is told where nothing is asked. They are measured like all others, expected not to be caught, and reported apart.
import type { OperationLie } from './lie.ts';
import { STATES } from './resources.ts';
import { type Ask, alter, type Kind, type Operation, type Reply, type Site } from './site.ts';

/** A lie with the request that meets it. */
export interface BlindSpot extends OperationLie {
  /** What of the operation's own call is different where it lies. */
  meet(site: Site, operation: Operation): Partial<Pick<Ask, 'method' | 'headers' | 'total'>> & { path?: string; query?: [string, string] };
}

const LIE: Reply = { json: { error: { code: 'E_BACKEND', message: 'upstream failed' } } };
const ANY: readonly Kind[] = ['list', 'item', 'search', 'stats', 'latest'];

type Where = Pick<BlindSpot, 'name' | 'claim' | 'contradicted' | 'meet'> & { kinds?: readonly Kind[] };

/** Told by the operation's own address, where the request fits. */
const asked = (fits: (ask: Ask) => boolean, { kinds = ANY, ...spot }: Where, lie: Reply = LIE): BlindSpot => ({
  ...spot,
  at: 'operation',
  kinds,
  tell: (site, operation) => alter(site, operation, (reply, ask) => (fits(ask) ? lie : reply)),
});

const HAL = 'application/hal+json';
const pathOf = ({ key }: Operation): string => key.replace(/^GET /, '');

const secondType: BlindSpot = {
  ...asked(({ headers }) => headers.accept === HAL, {
    name: 'second-media-type',
    claim: 'two media types are declared',
    contradicted: 'the second, asked for alone, has another body',
    meet: () => ({ headers: { accept: HAL } }),
  }),
  tell(site, operation) {
    const { content = {} } = operation.spec.responses['200'] ?? {};
    const schema = Object.values(content)[0]?.schema;
    if (schema) content[HAL] = { schema };
    alter(site, operation, (reply, { headers }) => (headers.accept === HAL ? { ...LIE, type: HAL } : reply));
  },
};

const otherValue: BlindSpot = {
  name: 'other-enum-value',
  claim: 'a path parameter is one of several values',
  contradicted: 'the answer to the second value breaks the schema',
  at: 'operation',
  kinds: ['by-state'],
  meet: (_site, operation) => ({ path: pathOf(operation).replace(STATES[0], STATES[1]) }),
  tell: (site, operation) => void site.routes.set(operation.key.replace(STATES[0], STATES[1]), LIE),
};

const otherId: BlindSpot = {
  name: 'other-id',
  claim: 'every item has the published shape',
  contradicted: 'the example has it, the next item has not',
  at: 'operation',
  kinds: ['item'],
  meet: (_site, operation) => ({ path: pathOf(operation).replace(/1$/, '2') }),
  tell: (site, operation) => void site.routes.set(operation.key.replace(/1$/, '2'), LIE),
};

const secondServer: BlindSpot = {
  name: 'second-server',
  claim: 'two servers serve the API',
  contradicted: 'the second answers with another body',
  at: 'operation',
  kinds: ANY,
  meet: (_site, operation) => ({ path: `/mirror${pathOf(operation)}` }),
  tell(site, operation) {
    const url = `${site.origin}/mirror${site.prefix}`;
    if (!site.contract.servers.some((server) => server.url === url)) site.contract.servers.push({ url });
    site.routes.set(`GET /mirror${pathOf(operation)}`, LIE);
  },
};

/** Requests that no run comes to. */
const LATER = 100_000;

export const BLIND: readonly BlindSpot[] = [
  secondType,
  asked(({ url }) => url.searchParams.has('cursor'), {
    name: 'later-page',
    claim: 'every page of a list has the published shape',
    contradicted: 'the first page has it, a later one has not',
    kinds: ['list'],
    meet: () => ({ query: ['cursor', 'next'] }),
  }),
  otherValue,
  otherId,
  asked(({ url }) => url.searchParams.get('limit') === '50', {
    name: 'optional-parameter',
    claim: 'an optional parameter narrows the answer',
    contradicted: 'with it the answer breaks the schema',
    kinds: ['list'],
    meet: () => ({ query: ['limit', '50'] }),
  }),
  secondServer,
  asked(({ headers }) => /python/.test(headers['user-agent'] ?? ''), {
    name: 'by-client',
    claim: 'every client gets the same answer',
    contradicted: 'another client than the verifier gets another body',
    meet: () => ({ headers: { accept: 'application/json', 'user-agent': 'python-httpx/0.28.1' } }),
  }),
  asked(({ total }) => total >= LATER, {
    name: 'by-time',
    claim: 'what is published holds from now on',
    contradicted: 'after the run the answers break it',
    meet: () => ({ total: LATER }),
  }),
];
