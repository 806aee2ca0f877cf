// Every class of lies, in the order of the table. A new class is an entry of one of these lists.
import type { Lie } from '../lie.ts';
import { ABSENT } from './absent.ts';
import { ADDRESSES } from './addresses.ts';
import { ANSWERS } from './answers.ts';
import { BODIES, DYNAMIC } from './bodies.ts';
import { FOUND } from './found.ts';
import { INTERFACES } from './interfaces.ts';
import { KEYLESS } from './keyless.ts';
import { NOT_FREE, OFFERS } from './offers.ts';

export const LIES: readonly Lie[] = [
  ...BODIES,
  DYNAMIC,
  ...ANSWERS,
  ...FOUND,
  ...ABSENT,
  ...KEYLESS,
  ...ADDRESSES,
  ...INTERFACES,
  ...OFFERS,
  ...NOT_FREE,
];
