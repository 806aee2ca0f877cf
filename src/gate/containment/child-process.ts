// One contained child as its parent sees it: a message out, a message back, within a time. It believes nothing and kills at the first oddity.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { AxproofError } from '../../contract/errors.ts';
import { type ContainmentPiece, commandFor, type Errand, NICE } from './command.ts';
import { Deadline, type Over } from './deadline.ts';
import { FrameReader, frame } from './frames.ts';
import { CONTAINED } from './limits.ts';

export interface ChildOptions {
  script: string;
  pieces: ReadonlySet<ContainmentPiece>;
  /** What it is for; a run unless said. */
  errand?: Errand;
}

const failure = (message: string): AxproofError => new AxproofError('containment-failed', message);
const costly = (message: string): AxproofError => new AxproofError('spec-too-costly', message);

/** How Node ends when memory is refused to it: abort, trap or fault, by signal or as a shell's status. */
const OUT_OF_MEMORY = new Set(['SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS', 132, 133, 134, 135, 139]);

/** A session steps back by less than its processes: it stands against all of the service. */
const BEFORE = 5;

/** Where Linux shares processors out by session, a process that is nice is so within its own session only. Best effort. */
function standBack(pid: number | undefined, nice: number): void {
  try {
    if (pid !== undefined) writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // The kernel has no such sharing, or has ended the child already.
  }
}

interface Waiting {
  resolve(message: unknown): void;
  reject(error: unknown): void;
}

export class ContainedChild {
  readonly #child: ChildProcess;
  readonly #reader = new FrameReader(CONTAINED.fromChild);
  #waiting: Waiting | undefined;
  #ended: AxproofError | undefined;
  /** Milliseconds for all its turns together, the first message not counted. */
  #left: number = CONTAINED.turns;
  #heard = 0;
  readonly gone: Promise<void>;

  constructor({ script, pieces, errand = 'run' }: ChildOptions) {
    const { file, args } = commandFor(script, pieces, errand);
    // Its own process group, so that one signal ends all of it.
    this.#child = spawn(file, args, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'], detached: true, windowsHide: true });
    this.gone = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        const why = signal ?? code ?? 0;
        this.#end(OUT_OF_MEMORY.has(why) ? costly('the contained judge ran out of memory') : failure(`the contained judge ended (${why})`));
        resolve();
      });
      this.#child.once('error', (error) => {
        this.#end(failure(`the contained judge does not start: ${error.message}`));
        resolve();
      });
    });
    standBack(this.#child.pid, NICE[errand] - BEFORE);
    this.#child.stdin?.on('error', () => {});
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#hear(chunk));
    this.#child.stdout?.on('error', () => {});
  }

  /** Sends a message, answers what the child asks meanwhile, and gives its answer. Rejects with how the child ended otherwise. */
  async tell(message: unknown, limit: 'validation' | 'turn', reply: (asked: unknown) => unknown): Promise<unknown> {
    const most = limit === 'validation' ? CONTAINED.validation : Math.min(CONTAINED.turn, this.#left);
    const over = (by: Over): void =>
      this.kill(
        by === 'work'
          ? costly(`the contained judge did not answer within ${Math.round(most)} ms of its time`)
          : new AxproofError('busy', 'this machine had no processor time for the contained judge'),
      );
    const deadline = new Deadline(this.#child.pid, most, limit === 'validation', over);
    try {
      for (let out = message; ; ) {
        const answer = await this.#exchange(out);
        const next = reply(answer);
        if (next === undefined) return answer;
        out = next;
      }
    } catch (error) {
      this.kill(error instanceof AxproofError ? error : failure('the contained judge said what cannot be'));
      throw this.#ended;
    } finally {
      if (limit === 'turn') this.#left -= deadline.used;
      deadline.clear();
    }
  }

  /** Ends the child and all that it started; whoever waits hears why. */
  kill(why: AxproofError = failure('the contained judge was closed')): void {
    this.#end(why);
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
  }

  #exchange(message: unknown): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const bytes = frame(message, CONTAINED.toChild);
    if (!bytes) return Promise.reject(costly('the answers of the target are too long for the contained judge'));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#child.stdin?.write(bytes);
    });
  }

  #hear(chunk: Buffer): void {
    this.#heard += chunk.length;
    if (this.#heard > CONTAINED.allFromChild) this.kill(costly('the contained judge says too much'));
    if (this.#ended) return;
    let messages: unknown[];
    try {
      messages = this.#reader.add(chunk);
    } catch (error) {
      this.kill(failure(`the contained judge says what is no message: ${(error as Error).name}`));
      return;
    }
    for (const message of messages) {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (!waiting || this.#reader.held > 0) {
        this.kill(failure('the contained judge speaks without being asked'));
        waiting?.reject(this.#ended);
        return;
      }
      waiting.resolve(message);
    }
  }

  #end(why: AxproofError): void {
    this.#ended ??= why;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(this.#ended);
  }
}
