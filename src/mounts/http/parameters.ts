// Parameters that several routes take.
import { PACK_WORDS } from '../../service/description.ts';
import type { Parameter } from './route.ts';

export const DOMAIN: Parameter = {
  name: 'domain',
  in: 'path',
  description: 'A public domain name, such as example.com.',
  schema: { type: 'string', minLength: 1, maxLength: 300 },
};

export const CURSOR: Parameter = {
  name: 'cursor',
  in: 'query',
  description: 'Of the next page, as the page before gave it.',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
};

export const FORMAT: Parameter = {
  name: 'format',
  in: 'query',
  description: 'Overrules Accept.',
  schema: { type: 'string', enum: ['json', 'md', 'html'] },
};

export const SEED: Parameter = {
  name: 'seed',
  in: 'query',
  description: 'Replays a sampling: an integer from 0 to 9007199254740991.',
  schema: { type: 'string', pattern: '^[0-9]{1,16}$' },
};

export const PACK: Parameter = {
  name: 'pack',
  in: 'query',
  description: PACK_WORDS,
  schema: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,60}$' },
};

/** Of the monitors of a target; without it the oldest that runs. */
export const WATCHED: Parameter = {
  name: 'pack',
  in: 'query',
  description: 'Name of a bundled pack, or digest of a pinned spec, that the target is held to; by default what it is held to the longest.',
  schema: { type: 'string', pattern: '^([a-z0-9][a-z0-9-]{0,60}|sha256:[0-9a-f]{64})$' },
};

export const digest = (of: string): Parameter => ({
  name: 'digest',
  in: 'path',
  description: `Digest of ${of}: sha256: and 64 hexadecimal digits.`,
  schema: { type: 'string', pattern: '^(sha256:)?[0-9a-f]{64}$' },
});

export const RUN: Parameter = {
  name: 'id',
  in: 'path',
  description: 'Id of a run.',
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

export const MONITOR: Parameter = { ...RUN, description: 'Id of a monitor.' };

export const ALERT: Parameter = {
  name: 'alert',
  in: 'path',
  description: 'Id of an alert.',
  schema: { type: 'string', pattern: '^msg_[0-9a-f-]{36}$' },
};

export const LAST_EVENT: Parameter = {
  name: 'last-event-id',
  in: 'header',
  description: 'Number of the last event that was heard; the stream goes on after it.',
  schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
};

export const LOG_LEVEL: Parameter = {
  name: 'level',
  in: 'path',
  description: 'Level of the tile, 0 for the leaves; entries for entry bundles.',
  schema: { type: 'string', pattern: '^([0-7]|entries)$' },
};

/** Groups of three digits, all but the last behind an x; `.p/W` where the tile is not full. */
export const LOG_INDEX: Parameter = {
  name: 'index',
  in: 'path',
  description:
    'Index of the tile as C2SP tlog-tiles writes it, such as 067, x001/234/067, or 000.p/5 for a tile with 5 of 256. Its slashes may stand as they are, or as %2F.',
  schema: { type: 'string', pattern: '^(x[0-9]{3}/){0,5}[0-9]{3}([.]p/[1-9][0-9]{0,2})?$' },
  rest: true,
};
