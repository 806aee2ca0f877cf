// Rows of callers that mean harm: floods of specs, bodies, headers and sockets, addresses that are made up, and callers who leave.
import type { Figure } from '../figure.ts';
import type { Row } from '../row.ts';
import { type Attack, under } from './beside.ts';
import {
  grades,
  headers,
  heldBodies,
  idle,
  pipelined,
  readers,
  slowBodies,
  slowHeaders,
  streams,
  tricklers,
  wrongBodies,
} from './connections.ts';
import { batch, hostileSpecs, specsLeft, specsOfMany, specsOfOne } from './specs.ts';
import { spoofedNetwork, spoofedProxies, spoofedSubnet } from './spoofed.ts';

/** One proxy stands before the service, so that the lab may say which address a caller has; callers without one are the machine itself. */
const PROXY = { AXPROOF_TRUST_PROXY: '1' };

type Does = (at: Attack) => Promise<Figure[]>;

const ATTACKS: [string, string, Does, Record<string, string>?][] = [
  ['specs', '60 new specs at once from one address', specsOfOne, PROXY],
  ['specs-many', '60 new specs at once from 60 addresses', specsOfMany, PROXY],
  ['specs-left', '60 new specs at once, whose callers leave', specsLeft, PROXY],
  ['specs-hostile', 'hostile specs, four at a time', hostileSpecs],
  ['batch', 'a JSON-RPC batch of 30 calls', batch],
  ['grades', '300 grades at once of targets that never answer', grades, { AXPROOF_RUN_TIME: '5' }],
  ['slow-bodies', '300 bodies that come a byte at a time', slowBodies],
  ['held-bodies', '300 callers who send three megabytes but for a byte', heldBodies, PROXY],
  ['slow-headers', '300 heads that come a byte at a time', slowHeaders],
  ['headers', 'heads without end', headers],
  ['idle-sockets', '3,000 sockets that say nothing', idle],
  ['readers', '100 callers who ask for large reports and read nothing', readers],
  ['pipelined', '50 callers who send 250 requests for large reports at once and read nothing', pipelined],
  ['tricklers', '600 callers at 250 addresses who ask for a large report and read a byte now and then', tricklers, PROXY],
  ['wrong-bodies', 'bodies of half a megabyte that are no request', wrongBodies],
  ['streams', '500 listeners to the events of a run, who leave', streams],
  ['spoofed-proxies', '40 made-up entries before the true one in X-Forwarded-For', spoofedProxies, PROXY],
  ['spoofed-subnet', '40 addresses of one IPv6 /64', spoofedSubnet, PROXY],
  ['spoofed-network', '100 subnets of one IPv6 /48', spoofedNetwork, PROXY],
];

export const CALLER_ROWS: readonly Row[] = ATTACKS.map(([name, does, attack, env = {}]) => ({
  group: 'callers',
  name: `callers-${name}`,
  does,
  run: (lab) => under(lab, env, attack),
}));
