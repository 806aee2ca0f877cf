// The file of a census: rows are appended in batches while it runs, and sorted as the list is at the end. A crash loses no row that was written.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { AxproofError } from '../../../contract/errors.ts';
import type { CensusRow } from '../../../contract/generated/types.ts';
import { onDisk, placeOf } from '../files.ts';
import { badCensus, placedRows } from './rows.ts';

const sync = promisify(fsync);
/** Milliseconds: what a process that is killed loses at most. */
const BATCH = 500;

/** As rows are written. */
const ROW_BEGINS = '{"target":"';

export class Journal {
  readonly #fd: number;
  readonly #places = new Map<string, { from: number; length: number }>();
  #batch: string[] = [];
  #size = 0;
  #writing: Promise<void> | undefined;
  #fault: unknown;
  #timer: NodeJS.Timeout | undefined;
  /** Bytes stand behind the last line that ends. */
  #hasTail: boolean;
  /** A row that was there when it was opened. */
  readonly first: CensusRow | undefined;
  /** Milliseconds since the epoch: when a census last worked on the file; 0 for a new one. */
  readonly lastAlive: number;

  /** Throws bad-file and bad-census. It changes nothing of a file that is there. */
  constructor(private readonly file: string) {
    const isNew = !existsSync(file);
    this.#fd = this.#disk(() => openSync(file, 'a+'));
    const stat = fstatSync(this.#fd);
    // It is read again, and a device may be without end.
    if (!stat.isFile())
      throw new AxproofError('bad-file', `${file} cannot be written: it is no regular file, which a census needs to go on in`);
    const { size, mtimeMs } = stat;
    this.lastAlive = isNew ? 0 : mtimeMs;
    for (const { row, from, length } of placedRows(this.#fd, file)) {
      this.first ??= row;
      if (!this.#places.has(row.target)) this.#places.set(row.target, { from, length });
      this.#size = from + length;
    }
    this.#hasTail = this.#size < size;
    if (this.#hasTail && !this.#beginsAsRow()) throw badCensus(file, 'it ends with what is no row of a census, nor the beginning of one');
  }

  /** Whether what stands behind the last line is one that was cut off: a file of something else is nobody's to take away. */
  #beginsAsRow(): boolean {
    const bytes = Buffer.alloc(ROW_BEGINS.length);
    const read = readSync(this.#fd, bytes, 0, bytes.length, this.#size);
    return ROW_BEGINS.startsWith(bytes.toString('utf8', 0, read));
  }

  #disk<T>(work: () => T): T {
    return onDisk(`${this.file} cannot be written`, work);
  }

  get done(): number {
    return this.#places.size;
  }

  has(target: string): boolean {
    return this.#places.has(target);
  }

  targets(): Iterable<string> {
    return this.#places.keys();
  }

  /** From now on batches are written. A line that was cut off is taken away: its target has no result. */
  begin(): void {
    if (this.#hasTail) this.#disk(() => ftruncateSync(this.#fd, this.#size));
    this.#hasTail = false;
    this.#timer = setInterval(() => void this.flush(), BATCH);
  }

  add(row: CensusRow): void {
    this.#check();
    const text = `${JSON.stringify(row)}\n`;
    const length = Buffer.byteLength(text);
    this.#places.set(row.target, { from: this.#size, length });
    this.#size += length;
    this.#batch.push(text);
  }

  #check(): void {
    if (this.#fault === undefined) return;
    this.#disk(() => {
      throw this.#fault;
    });
  }

  /** Never rejects: a fault is thrown by whoever adds next, or ends it. */
  async flush(): Promise<void> {
    await this.#writing;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const text = this.#batch.join('');
    this.#batch = [];
    try {
      if (text === '') futimesSync(this.#fd, new Date(), new Date());
      else writeAll(this.#fd, text);
      await sync(this.#fd);
    } catch (error) {
      this.#fault ??= error;
    }
  }

  /** Everything is on the disk then. Throws bad-file. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    this.#check();
  }

  /** The lines of these targets, in their order; those without one are left out. */
  *lines(targets: Iterable<string>): Generator<string> {
    for (const target of targets) {
      const place = this.#places.get(target);
      if (!place) continue;
      const bytes = Buffer.alloc(place.length);
      readSync(this.#fd, bytes, 0, place.length, place.from);
      yield bytes.toString('utf8');
    }
  }

  *rows(targets: Iterable<string>): Generator<CensusRow> {
    for (const line of this.lines(targets)) yield JSON.parse(line) as CensusRow;
  }

  /** Puts the lines in this order, all at once; this journal still reads the file as it was. */
  sort(targets: Iterable<string>): void {
    // Not the link that leads to it. And a name that nobody else's file has.
    const place = placeOf(this.file);
    const sorted = `${place}.${randomBytes(8).toString('hex')}.sorted`;
    this.#disk(() => {
      const fd = openSync(sorted, 'wx', fstatSync(this.#fd).mode);
      try {
        for (const line of this.lines(targets)) writeAll(fd, line);
        fsyncSync(fd);
        renameSync(sorted, place);
      } catch (error) {
        // On a disk that is full it would take the room of the next try.
        rmSync(sorted, { force: true });
        throw error;
      } finally {
        closeSync(fd);
      }
    });
  }

  close(): void {
    clearInterval(this.#timer);
    closeSync(this.#fd);
  }
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
