// Hard ceilings and defaults (docs/language.md). They stand above any pack's own limits; nothing raises them.
import { KiB, MiB } from './units.ts';

export const LIMITS = {
  /** Bytes of one body: on the wire, decoded, and what a probe gets unless it says more. */
  wireBytes: 8 * MiB,
  bodyBytes: 16 * MiB,
  defaultBodyBytes: 256 * KiB,
  headerBytes: 16 * KiB,
  /** Decoded bytes of a run in bodies that were cut; of those beyond, each keeps a head. What goes on without end is of no use, and costs memory in every thread. */
  cutBytes: 8 * MiB,
  cutHead: 64 * KiB,
  /** Bytes of chunk framing that may come beside as many bytes of what it frames. */
  framingBytes: 512 * KiB,
  /** Characters of a URL that is asked. */
  url: 4096,
  /** Static bound of a pinned run, redirect hops and robots.txt counted; a grade carries less. */
  requests: 640,
  gradeRequests: 320,
  /** The same of decoded bytes. */
  runBytes: 96 * MiB,
  gradeBytes: 64 * MiB,
  /** Redirect hops of one request: the most, and what a probe gets unless it says so. */
  redirects: 5,
  defaultRedirects: 3,
  /** Contradictions that are asked a second time at the end of a run. */
  confirmations: 4,
  confirmationBytes: MiB,
  /** Folders of a site for which the end of a run asks what cannot exist there. */
  prefixControls: 4,
  furtherOrigins: 3,
  connections: 6,
  /** Exchanges of a run that are measured again because the verifier itself was late. */
  measuredAgain: 12,
  jsonDepth: 64,
  /** Milliseconds. */
  dns: 2_000,
  connect: 5_000,
  firstByte: 5_000,
  exchange: 10_000,
  /** How long a stream is still read once it has said what it was asked for, and one that was asked for nothing is looked at. */
  linger: 250,
  glimpse: 1_000,
  run: 60_000,
  /** Kept at the end of a run for cleanup; half of the run where that is shorter than twice this. */
  cleanup: 10_000,
} as const;

/** Number of the engine; grows whenever any golden verdict changes. */
export const ENGINE = '2';
/** Format version of reports, evidence and packs. */
export const FORMAT = 1;
