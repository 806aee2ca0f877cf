// The generator, for tests and benches: honest sites, lies told on them, and honest twists. One door; what stands behind it may change.
export { BLIND, type BlindSpot } from './blind.ts';
export { LIES } from './classes/all.ts';
export { type Choices, honestSite } from './honest.ts';
export { bears, type Lie, lyingSite, type Mark, markedSite, plant } from './lie.ts';
export { MARKS } from './marks.ts';
export type { Ask, Operation, Reply, Site } from './site.ts';
export { transportOf } from './transport.ts';
export { TWISTS, type Twist, twistedSite } from './twists/all.ts';
