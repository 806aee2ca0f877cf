// Lies in bodies: the document publishes a schema, and the answer breaks it in one way.
import type { OperationLie } from '../lie.ts';
import { alter, type Kind, type Operation, type Site } from '../site.ts';

type Members = Record<string, unknown>;

/** Operations whose answer holds at least one entity. */
export const WITH_ENTITY: readonly Kind[] = ['list', 'item', 'search', 'latest'];

const entityOf = (json: Members): Members => (Array.isArray(json.items) ? (json.items[0] as Members) : json);

/** Answers with a changed copy of the honest body. */
export function withBody(site: Site, operation: Operation, change: (json: Members) => unknown): void {
  alter(site, operation, (reply) => {
    const json = structuredClone(reply.json) as Members;
    const other = change(json);
    return { ...reply, json: other === undefined ? json : other };
  });
}

const ofEntity = (name: string, claim: string, contradicted: string, change: (entity: Members) => void): OperationLie => ({
  name,
  claim,
  contradicted,
  at: 'operation',
  kinds: WITH_ENTITY,
  tell: (site, operation) => withBody(site, operation, (json) => change(entityOf(json))),
});

const whole = (
  name: string,
  claim: string,
  contradicted: string,
  kinds: readonly Kind[],
  change: (json: Members) => unknown,
): OperationLie => ({
  name,
  claim,
  contradicted,
  at: 'operation',
  kinds,
  tell: (site, operation) => withBody(site, operation, change),
});

const COMPOSED: OperationLie = {
  name: 'composed',
  claim: 'a member fits one of two schemas',
  contradicted: 'it fits neither',
  at: 'operation',
  kinds: WITH_ENTITY,
  tell(site, operation) {
    const { schemas } = site.contract.components;
    // The first liar changes the schema for all; honest answers fit its first branch.
    if (schemas.Maker?.oneOf === undefined) schemas.Maker = { oneOf: [schemas.Maker, { type: 'string', minLength: 1 }] };
    withBody(site, operation, (json) => {
      entityOf(json).maker = 7;
    });
  },
};

/** Apart: the validator that is not ours does not resolve dynamic references, and never ends. */
export const DYNAMIC: OperationLie = {
  name: 'dynamic',
  claim: 'a dynamic reference says what a member is',
  contradicted: 'it is something else',
  at: 'operation',
  kinds: WITH_ENTITY,
  needs: { line: '3.1' },
  tell(site, operation) {
    const { schemas } = site.contract.components;
    // The first liar changes the schema for all; honest answers fit it.
    if (schemas.Held === undefined) {
      schemas.Held = { $id: 'held', allOf: [{ $dynamicRef: '#held' }], $defs: { any: { $dynamicAnchor: 'held' } } };
      schemas.Maker = { $id: 'maker', $ref: 'held', $defs: { own: { ...schemas.Maker, $dynamicAnchor: 'held' } } };
    }
    withBody(site, operation, (json) => {
      entityOf(json).maker = 7;
    });
  },
};

export const BODIES: readonly OperationLie[] = [
  ofEntity('missing-member', 'a member is required', 'it is not there', (entity) => {
    delete entity.name;
  }),
  ofEntity('wrong-type', 'a member is an integer', 'it is a text', (entity) => {
    entity.stock = 'plenty';
  }),
  ofEntity('number-as-text', 'an id is an integer', 'it is the same number as a text', (entity) => {
    entity.id = String(entity.id);
  }),
  ofEntity('fraction', 'a member is an integer', 'it has a fraction', (entity) => {
    entity.stock = 1.5;
  }),
  ofEntity('extra-member', 'no other members exist (additionalProperties: false)', 'one more is there', (entity) => {
    entity.debug = { query: 'SELECT 1' };
  }),
  ofEntity('enum', 'a member is one of three values', 'it is a fourth', (entity) => {
    entity.state = 'haunted';
  }),
  ofEntity('null', 'a member is a text', 'it is null', (entity) => {
    entity.name = null;
  }),
  ofEntity('object-for-array', 'a member is an array', 'it is an object', (entity) => {
    entity.tags = { first: 'plain' };
  }),
  ofEntity('array-for-object', 'a member is an object', 'it is an array of one', (entity) => {
    entity.maker = [entity.maker];
  }),
  ofEntity('nested-missing', 'a member of a referenced schema is required', 'it is not there', (entity) => {
    delete (entity.price as Members).amount;
  }),
  ofEntity('nested-enum', 'a currency of a referenced schema is one of three', 'it is none of them', (entity) => {
    (entity.price as Members).currency = 'shells';
  }),
  ofEntity('pattern', 'an amount has two decimals', 'it is words', (entity) => {
    (entity.price as Members).amount = 'two and a bit';
  }),
  ofEntity('below-minimum', 'a number is not negative', 'it is', (entity) => {
    entity.stock = -3;
  }),
  ofEntity('above-maximum', 'a number has a maximum', 'it is above it', (entity) => {
    entity.stock = 10_001;
  }),
  ofEntity('too-long', 'a name has at most 80 characters', 'it has more', (entity) => {
    entity.name = 'long '.repeat(20);
  }),
  ofEntity('empty-text', 'a name has at least one character', 'it has none', (entity) => {
    entity.name = '';
  }),
  ofEntity('too-few', 'a list has at least one item', 'it has none', (entity) => {
    entity.tags = [];
  }),
  ofEntity('item-type', 'the items of a list are texts', 'one is a number', (entity) => {
    entity.tags = ['plain', 7];
  }),
  ofEntity('twice', 'the items of a list are different', 'two are the same', (entity) => {
    entity.tags = ['plain', 'plain'];
  }),
  COMPOSED,
  whole('list-as-map', 'a page holds an array of items', 'it holds a map by id', ['list', 'search', 'by-state'], (json) => {
    json.items = Object.fromEntries((json.items as Members[]).map((item) => [`id-${item.id}`, item]));
  }),
  whole('bare-list', 'a page is an object', 'it is the bare array', ['list', 'search', 'by-state'], (json) => json.items),
  whole('second-item', 'every item fits', 'the first does, the last does not', ['list'], (json) => {
    delete ((json.items as Members[]).at(-1) as Members).price;
  }),
  whole('too-many', 'a page has at most 50 items', 'it has 60', ['list'], (json) => {
    json.items = Array.from({ length: 60 }, () => (json.items as Members[])[0]);
  }),
  whole('wrapped', 'the body is the thing itself', 'it is wrapped in data', ['item', 'stats', 'latest'], (json) => ({ data: json })),
  whole('in-a-list', 'the body is one thing', 'it is a list of one', ['item', 'stats', 'latest'], (json) => [json]),
  whole('error-under-200', 'a success has its schema', '200 with an error in its place', ['item', 'stats', 'list', 'latest'], () => ({
    error: { code: 'E_BACKEND', message: 'upstream failed' },
  })),
  whole('null-body', 'the body is an object', 'it is null', ['item', 'stats', 'list', 'latest'], () => null),
  whole('text-body', 'the body is an object', 'it is a text', ['item', 'stats', 'list', 'latest'], () => 'all is well'),
];
