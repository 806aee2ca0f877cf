// What a seed is: it picks what is drawn, and stands in every verdict.

/** An integer from 0 to 2^53 − 1. Minus zero is none: it would be written as another number than it is. */
export const isSeed = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0);

export const SEED_WORDS = 'an integer from 0 to 9007199254740991';
