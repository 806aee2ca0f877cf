// Signals of a command: heard where work can be given up, and with their effect on any process while a call of the system holds the thread.

/** A terminal that closes hangs up. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Takes the listeners of signals away; what it returns puts them back. A listener gets no turn while a call of the system waits. */
export function deaf(): () => void {
  const heard = SIGNALS.map((name) => [name, process.rawListeners(name)] as const);
  for (const [name] of heard) process.removeAllListeners(name);
  return () => {
    for (const [name, listeners] of heard) for (const listener of listeners) process.on(name, listener as () => void);
  };
}

/** Reading from a pipe waits for whoever writes: until then a signal ends the process. */
export function whileDeaf<T>(read: () => T): T {
  const hearAgain = deaf();
  try {
    return read();
  } finally {
    hearAgain();
  }
}
