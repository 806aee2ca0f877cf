// A time for what is sent. Node 20 has AbortSignal.any hold a timeout weakly: it is collected before it fires, and nobody hears of it.

/** Does the work with a signal that fires after so many milliseconds, or with the other one. */
export async function within<T>(ms: number, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await work(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } finally {
    clearTimeout(timer);
  }
}
