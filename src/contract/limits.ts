// Hard ceilings and defaults (docs/language.md). They stand above any pack's own limits; nothing raises them.
const KiB = 1024;
const MiB = 1024 * KiB;

export const LIMITS = {
  /** Bytes of one body: on the wire, decoded, and what a probe gets unless it says more. */
  wireBytes: 8 * MiB,
  bodyBytes: 16 * MiB,
  defaultBodyBytes: 256 * KiB,
  headerBytes: 16 * KiB,
  requests: 64,
  runBytes: 64 * MiB,
  redirects: 5,
  furtherOrigins: 3,
  connections: 6,
  jsonDepth: 64,
  /** Milliseconds. */
  dns: 2_000,
  connect: 5_000,
  firstByte: 5_000,
  exchange: 10_000,
  run: 60_000,
  /** Kept at the end of a run for cleanup; half of the run where that is shorter than twice this. */
  cleanup: 10_000,
} as const;

/** Number of the engine; grows whenever any golden verdict changes. */
export const ENGINE = '1';
/** Format version of reports, evidence and packs. */
export const FORMAT = 1;
