// The entities that a generated API serves: schemas, and values that fit them. Members are the same everywhere, so that lies know what to break.
import { type Chance, chance } from './chance.ts';
import type { Schema } from './documents.ts';

export const NOUNS: readonly string[] =
  'widget book parcel recipe station sensor ticket venue garden lamp bridge ferry course lesson poem tune coin stamp shelf crate kettle wheel mirror ladder brush carpet bottle basket anchor candle violin saddle compass lantern pillow hammer'.split(
    ' ',
  );

export const STATES = ['new', 'used', 'mended'] as const;
const CURRENCIES = ['USD', 'EUR', 'JPY'] as const;
const WORDS = ['plain', 'left-handed', 'small', 'folding', 'second', 'blue', 'quiet', 'heavy'] as const;

export interface Entity {
  id: number;
  name: string;
  state: string;
  stock: number;
  price: { amount: string; currency: string };
  tags: string[];
  createdAt: string;
  note: string | null;
  maker: { name: string; country: string };
}

export const titled = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);
export const plural = (noun: string): string => `${noun}s`;

export function entity(noun: string, id: number, draw: Chance): Entity {
  return {
    id,
    name: `${draw.pick(WORDS)} ${noun}`,
    state: draw.pick(STATES),
    stock: draw.below(40),
    price: { amount: `${1 + draw.below(90)}.${10 + draw.below(90)}`, currency: draw.pick(CURRENCIES) },
    tags: draw.some(WORDS, 1 + draw.below(3)),
    createdAt: `2026-0${1 + draw.below(9)}-${10 + draw.below(18)}T08:30:00Z`,
    note: draw.below(2) === 0 ? null : 'kept in the back room',
    maker: { name: `${titled(draw.pick(WORDS))} works`, country: draw.pick(['DE', 'JP', 'US']) },
  };
}

/** The stock of one resource: ids from 1. */
export function entities(noun: string, seed: number): Entity[] {
  const draw = chance(seed * 131 + noun.length * 17 + noun.charCodeAt(0));
  return Array.from({ length: 3 + draw.below(4) }, (_, at) => entity(noun, at + 1, draw));
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Null allowed, as the line of OpenAPI spells it. */
export const orNull = (schema: Schema, line: string): Schema =>
  line === '3.0' ? { ...schema, nullable: true } : { ...schema, type: [schema.type as string, 'null'] };

const exactly = (properties: { [name: string]: Schema }): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

export const SHARED: { [name: string]: Schema } = {
  Price: exactly({ amount: { type: 'string', pattern: '^[0-9]+\\.[0-9]{2}$' }, currency: { type: 'string', enum: [...CURRENCIES] } }),
  Maker: exactly({ name: { type: 'string', minLength: 1 }, country: { type: 'string', minLength: 2, maxLength: 2 } }),
  Health: exactly({ status: { type: 'string', enum: ['pass', 'warn'] }, version: { type: 'string' } }),
  About: exactly({ name: { type: 'string' }, version: { type: 'string' }, terms: { type: 'string' } }),
  Problem: {
    type: 'object',
    required: ['title', 'status'],
    properties: { type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
  },
  Offer: {
    type: 'object',
    required: ['type', 'id', 'price', 'checkoutUrl'],
    properties: { type: { type: 'string', enum: ['OFFER'] }, id: { type: 'string' }, price: ref('Price'), checkoutUrl: { type: 'string' } },
  },
};

/** The schemas of one resource: itself, a page of it, its figures. */
export function schemasOf(noun: string, line: string): { [name: string]: Schema } {
  const name = titled(noun);
  return {
    [name]: exactly({
      id: { type: 'integer', minimum: 1 },
      name: { type: 'string', minLength: 1, maxLength: 80 },
      state: { type: 'string', enum: [...STATES] },
      stock: { type: 'integer', minimum: 0, maximum: 10_000 },
      price: ref('Price'),
      tags: { type: 'array', minItems: 1, maxItems: 8, uniqueItems: true, items: { type: 'string' } },
      createdAt: { type: 'string', format: 'date-time' },
      note: orNull({ type: 'string' }, line),
      maker: ref('Maker'),
    }),
    [`${name}Page`]: {
      type: 'object',
      required: ['items', 'total', 'next'],
      properties: {
        items: { type: 'array', maxItems: 50, items: ref(name) },
        total: { type: 'integer', minimum: 0 },
        next: orNull({ type: 'string' }, line),
      },
    },
    [`${name}Stats`]: exactly({ count: { type: 'integer', minimum: 0 }, inStock: { type: 'integer', minimum: 0 }, cheapest: ref('Price') }),
  };
}

export const schemaRef = ref;
