// Honest twists of schemas that by the letter say less than their authors mean.
import { alter } from '../site.ts';
import { schema } from './contracts.ts';
import { of, type Twist } from './twist.ts';

export const SCHEMAS: readonly Twist[] = [
  schema(
    'nullable-beside-reference',
    'nullable beside a reference lets null through',
    (site) => {
      alter(site, of(site, 'stats'), (reply) => ({ ...reply, json: { ...(reply.json as object), cheapest: null } }));
      return { type: 'object', required: ['cheapest'], properties: { cheapest: { $ref: '#/components/schemas/Health', nullable: true } } };
    },
    { line: '3.0' },
  ),
  schema(
    'nullable-in-3.1',
    'nullable means what it says in newer documents too',
    (site) => {
      alter(site, of(site, 'stats'), (reply) => ({ ...reply, json: { ...(reply.json as object), note: null } }));
      return { type: 'object', required: ['note'], properties: { note: { type: 'string', nullable: true } } };
    },
    { line: '3.1' },
  ),
  ...(
    [
      ['python', '^[a-z]+\\Z'],
      ['java', '^[a-z&&[^x]]+$'],
      ['xml', '^\\i\\c*$'],
    ] as const
  ).map(([grammar, pattern]) =>
    schema(`pattern-of-${grammar}`, 'a pattern of another grammar than ECMA-262 says nothing', (site) => {
      alter(site, of(site, 'stats'), (reply) => ({ ...reply, json: { ...(reply.json as object), label: 'tea' } }));
      return { type: 'object', required: ['label'], properties: { label: { type: 'string', pattern } } };
    }),
  ),
  schema('discriminator', 'where a discriminator chooses, a body may fit two', () => ({
    oneOf: [
      { type: 'object', required: ['count'] },
      { type: 'object', required: ['inStock'] },
    ],
    discriminator: { propertyName: 'count' },
  })),
];
