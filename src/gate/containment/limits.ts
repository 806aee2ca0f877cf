// What a contained judge may cost: one table. Numbers that decide a verdict are counted; those by the clock only ever end a run.
import { KiB, MiB } from '../../contract/units.ts';

export const CONTAINED = {
  /** Bytes of a spec, as text, and of the documents that it carries, which count apart. */
  specBytes: 256 * KiB,
  documentBytes: 2 * MiB,
  /** JSON values in a spec, and characters of one member name. */
  specValues: 50_000,
  nameLength: 256,
  rules: 200,
  /** Values that all judging schemas of a spec are compiled as (docs/adr/0195), equal ones once, and that each stands for, references written out; and values of one list of constants. */
  schemaValues: 12_500,
  constants: 1_000,
  /** Bytes of one message, to the child and back. */
  toChild: 256 * MiB,
  fromChild: 8 * MiB,
  /** Bytes of all that a child says. */
  allFromChild: 16 * MiB,
  /** Hosts that one run may ask to be placed. */
  hosts: 5_000,
  /** Child: V8's heap, and writable memory of the process (Buffers, code, stacks and heap together). */
  heapMiB: 192,
  dataBytes: 640 * MiB,
  files: 64,
  /** Milliseconds of the child's processor time: from its start to its word on the spec, one turn, all turns. */
  validation: 6_000,
  turn: 3_000,
  turns: 10_000,
  /** Seconds of it after which the system ends a child whose parent is gone and cannot. */
  cpuSeconds: 20,
  /** Where the machine is busy, or does not tell processor time, a child may take so many times as long by the clock. */
  patience: 8,
} as const;
