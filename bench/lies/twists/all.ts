// Every honest twist, in the order of the table. A new one is an entry of one of these lists.
import { ADDRESSES } from './addresses.ts';
import { ANSWERS } from './answers.ts';
import { CONTRACTS } from './contracts.ts';
import { FOUND } from './found.ts';
import { INTERFACES } from './interfaces.ts';
import { SCHEMAS } from './schemas.ts';
import type { Twist } from './twist.ts';
import { WEATHER } from './weather.ts';

export { type Twist, twistedSite } from './twist.ts';

export const TWISTS: readonly Twist[] = [...CONTRACTS, ...FOUND, ...SCHEMAS, ...ANSWERS, ...ADDRESSES, ...INTERFACES, ...WEATHER];
