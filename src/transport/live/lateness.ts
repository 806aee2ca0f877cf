// How much time this thread has lost: to work that held it, or to a machine that did not let it run. It knows no exchange.

/** Milliseconds between looks, and by how much a look may be late before that counts. */
const EVERY = 50;
const SLACK = 50;

/** One meter for a thread, since its time is lost to all exchanges alike; it runs only while somebody measures. */
class Lateness {
  #lost = 0;
  #looked = 0;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;

  /** To be called before a measurement; gives what ends it, once. */
  begin(): () => void {
    if (this.#users++ === 0) {
      this.#looked = performance.now();
      this.#timer = setInterval(() => this.#look(), EVERY);
    }
    return () => {
      this.#look();
      if (--this.#users === 0) clearInterval(this.#timer);
    };
  }

  /** Milliseconds lost so far, while anything was measured; only differences mean something. */
  get lost(): number {
    return this.#lost + this.#late();
  }

  #late(): number {
    return this.#users === 0 ? 0 : Math.max(0, performance.now() - this.#looked - EVERY - SLACK);
  }

  #look(): void {
    this.#lost += this.#late();
    this.#looked = performance.now();
  }
}

export const lateness = new Lateness();
