// Callers who make up addresses: what they write before the true entry, and the many addresses that one network has, give them no more runs.
import { type Answered, post } from '../ask.ts';
import { atMost, type Figure } from '../figure.ts';
import type { Attack } from './beside.ts';

/** Runs that a caller may start at once, unless the operator says more; a network of many callers may start ten times as many. */
const BURST = 3;
const NETWORK = 10 * BURST;
/** Budgets fill again while they are spent. */
const SLACK = 2;

const hex = (i: number): string => (i + 1).toString(16);

async function started({ service, innocents }: Attack, count: number, address: (i: number) => string): Promise<number> {
  const headers = (i: number): Record<string, string> => ({ 'x-forwarded-for': address(i), prefer: 'respond-async' });
  const answers: Answered[] = [];
  // Each is a run of its own: an equal one would be joined, and cost nothing.
  for (let i = 0; i < count; i++)
    answers.push(
      await post(`${service.url}/verify`, { target: innocents[i % innocents.length], seed: 10_000 + i }, { headers: headers(i) }),
    );
  return answers.filter(({ status }) => status < 300).length;
}

const runs = async (at: Attack, count: number, most: number, address: (i: number) => string): Promise<Figure[]> => [
  atMost(`runs of ${count} that were started`, await started(at, count, address), most + SLACK),
];

export const spoofedProxies = (at: Attack): Promise<Figure[]> => runs(at, 40, BURST, (i) => `203.0.113.${i}, 198.51.100.7`);
export const spoofedSubnet = (at: Attack): Promise<Figure[]> => runs(at, 40, BURST, (i) => `2001:db8:1:2:${hex(i)}::1`);
export const spoofedNetwork = (at: Attack): Promise<Figure[]> => runs(at, 100, NETWORK, (i) => `2001:db8:7:${hex(i)}::1`);
