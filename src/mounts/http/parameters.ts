// Parameters of routes. All are texts: what they may look like is checked before a route sees them.
import type { JsonSchema } from '../../contract/generated/types.ts';
import { PACK_WORDS } from '../../service/description.ts';
import type { RouteParameter } from './route.ts';

const textIn =
  (place: RouteParameter['in']) =>
  (name: string, description: string, shape: JsonSchema): RouteParameter => ({
    name,
    in: place,
    description,
    schema: { type: 'string', ...shape },
  });

const [path, query, header] = [textIn('path'), textIn('query'), textIn('header')];

export const DOMAIN = path('domain', 'A public domain name, such as example.com.', { minLength: 1, maxLength: 300 });
export const CURSOR = query('cursor', 'Of the next page, as the page before gave it.', { minLength: 1, maxLength: 100 });
export const FORMAT = query('format', 'Overrules Accept.', { enum: ['json', 'md', 'html'] });
export const SEED = query('seed', 'Replays a sampling: an integer from 0 to 9007199254740991.', { pattern: '^[0-9]{1,16}$' });
/** Of its folder, or what it calls itself. */
const PACK_NAME = '([a-z0-9][a-z0-9-]{0,60}/)?[a-z0-9][a-z0-9-]{0,60}';
export const PACK = query('pack', PACK_WORDS, { pattern: `^${PACK_NAME}$` });

/** Of the monitors of a target; without it the oldest that runs, under a bundled pack where there is one. */
export const WATCHED = query(
  'pack',
  'Name of a bundled pack, or digest of a pinned spec, that the target is held to; by default what it is held to the longest.',
  { pattern: `^(${PACK_NAME}|sha256:[0-9a-f]{64})$` },
);

export const digest = (of: string): RouteParameter =>
  path('digest', `Digest of ${of}: sha256: and 64 hexadecimal digits.`, { pattern: '^(sha256:)?[0-9a-f]{64}$' });

export const RUN = path('id', 'Id of a run.', { pattern: '^[0-9a-f]{32}$' });
export const MONITOR: RouteParameter = { ...RUN, description: 'Id of a monitor.' };
export const ALERT = path('alert', 'Id of an alert.', { pattern: '^msg_[0-9a-f-]{36}$' });
export const ERROR_CODE = path('code', 'An error code.', { pattern: '^[a-z][a-z0-9-]{0,60}$' });

export const LAST_EVENT = header('last-event-id', 'Number of the last event that was heard; the stream goes on after it.', {
  pattern: '^[0-9]{1,9}$',
});

export const KEY = header('idempotency-key', 'The same request under the same key is done once.', { minLength: 1, maxLength: 200 });
export const PREFER = header('prefer', 'respond-async, wait=SECONDS, or both: 202 when the seconds are over (RFC 7240).', {
  maxLength: 200,
});
export const PAYMENT = header(
  'payment-signature',
  'A payment of x402 (version 2) for this one run, where the operator takes payments and no entitlement is sent.',
  { minLength: 1, maxLength: 8000 },
);

export const LOG_LEVEL = path('level', 'Level of the tile, 0 for the leaves; entries for entry bundles.', { pattern: '^([0-7]|entries)$' });

/** Groups of three digits, all but the last behind an x; `.p/W` where the tile is not full. */
export const LOG_INDEX: RouteParameter = {
  ...path(
    'index',
    'Index of the tile as C2SP tlog-tiles writes it, such as 067, x001/234/067, or 000.p/5 for a tile with 5 of 256. Its slashes may stand as they are, or as %2F.',
    { pattern: '^(x[0-9]{3}/){0,5}[0-9]{3}([.]p/[1-9][0-9]{0,2})?$' },
  ),
  rest: true,
};
