// What a process holds and has spent, as Linux tells it.
import { readFileSync } from 'node:fs';

/** MiB that lie in memory. */
export function residentMiB(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Milliseconds of CPU of all its threads; the clock of /proc ticks a hundred times a second. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
