// What has to be closed again, in the reverse of the order in which it was opened. It closes everything once, whatever fails on the way.
export class Closers {
  readonly #list: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<unknown>): void {
    this.#list.push(close);
  }

  /** Rejects with the first failure, after all were tried. */
  close(): Promise<void> {
    this.#closing ??= this.#all();
    return this.#closing;
  }

  async #all(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#list.reverse()) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
