// Sizes and times in the units that people name. Bytes where nothing else is said; a time says what it is counted in.

export const KiB = 1024;
export const MiB = 1024 * KiB;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_S = 86_400;
