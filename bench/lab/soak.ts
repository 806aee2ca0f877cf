// The soak, apart from the rest: mixed load for as long as was asked, then rest; memory, descriptors and processes are back where they began.
import { appendFileSync } from 'node:fs';
import { ask, post, rest, tried } from './ask.ts';
import { newSpec } from './callers/beside.ts';
import { crowd } from './callers/sockets.ts';
import { atMost, type Figure, none, told } from './figure.ts';
import type { Lab } from './lab.ts';
import { descriptors, family, rss } from './proc.ts';
import type { Row } from './row.ts';

/** Minutes in which code becomes warm and pools fill, and seconds in which what is under way ends. */
const WARM = 2;
const STILL = 30;
const MEMORY = 1.1;
const FEW = 10;
/** Hostile targets that end soon, so that many of them pass. */
const HOSTILE = [
  'wire-a-gzip-bomb',
  'wire-endless-trailers',
  'openapi-aliases',
  'openapi-any-of',
  'mcp-cursor',
  'llms-links',
  'redirect-on',
];

interface Level {
  memory: number;
  descriptors: number;
  processes: number;
}

const level = (pid: number): Level => ({
  memory: rss(pid),
  descriptors: descriptors(pid),
  processes: family(pid).length,
});

/** One round of everything that callers do: grades, specs, reads, streams, people who leave. */
async function round(url: string, innocents: readonly string[], hostile: string, turn: number): Promise<string[]> {
  const leave = { signal: AbortSignal.timeout(50) };
  const target = innocents[turn % innocents.length];
  const listeners = await crowd(url, 5, (socket) => void socket.write('GET /self HTTP/1.1\r\nhost: x\r\n\r\n'));
  const answers = await Promise.all([
    ...innocents.map((one, i) => tried(post(`${url}/verify`, { target: one, seed: turn * 10 + i }))),
    tried(post(`${url}/verify`, { target: hostile })),
    tried(post(`${url}/verify`, { target, ...newSpec(`soak ${turn}`) })),
    tried(ask(`${url}/self`)),
    tried(ask(`${url}/health`)),
  ]);
  await tried(post(`${url}/verify`, { target, seed: turn }, leave));
  listeners.close();
  return answers.filter(({ status }) => status === 500 || status === 0).map(({ status, code }) => `${status} ${code}`);
}

async function mixed(lab: Lab, url: string, minutes: number, sample: () => void): Promise<{ rounds: number; faults: string[] }> {
  const innocents = await lab.innocents();
  const faults: string[] = [];
  const end = performance.now() + minutes * 60_000;
  let rounds = 0;
  for (; performance.now() < end; rounds++) {
    const hostile = await lab.hostile(HOSTILE[rounds % HOSTILE.length]!);
    faults.push(...(await round(url, innocents, hostile.origin, rounds)));
    await hostile.close();
    sample();
  }
  return { rounds, faults };
}

async function soak(lab: Lab): Promise<Figure[]> {
  const service = await lab.service({ env: { AXPROOF_RUN_TIME: '5' } });
  const began = performance.now();
  const file = process.env.LAB_SOAK;
  /** For whoever wants to see how it went, a line each round. */
  const sample = (): void => {
    const { memory, descriptors: open, processes } = level(service.pid);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (file !== undefined) appendFileSync(file, `${seconds}\t${memory.toFixed(1)}\t${open}\t${processes}\n`);
  };
  try {
    await mixed(lab, service.url, WARM, sample);
    await rest(STILL * 1000);
    const start = level(service.pid);
    const { rounds, faults } = await mixed(lab, service.url, lab.settings.soak, sample);
    await rest(STILL * 1000);
    const end = level(service.pid);
    return [
      told('rounds', rounds),
      told('memory at the start', start.memory, 'MB'),
      atMost('memory at the end', end.memory, start.memory * MEMORY, 'MB'),
      atMost('descriptors more than at the start', end.descriptors - start.descriptors, FEW),
      atMost('processes more than at the start', end.processes - start.processes, 0),
      none('faults of ours', faults),
    ];
  } finally {
    await service.stop();
  }
}

export const SOAK_ROWS: readonly Row[] = [
  { group: 'soak', name: 'soak', does: 'mixed load: grades, hostile targets, specs, reads, callers who leave', run: soak },
];
