// A row for each hostile target: a run of it ends in its time and its memory, and three innocent targets beside it get the verdicts that they get alone.
import { ask, post, rest } from '../ask.ts';
import { atMost, type Figure, none } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { rss, watchPeak } from '../proc.ts';
import type { Row } from '../row.ts';
import { TARGETS } from './all.ts';
import type { HostileTarget } from './target.ts';

/** Seconds for a run: longer than one exchange may take, so that both deadlines are met; short in the small size. */
const RUN_TIME = { whole: 15, tenth: 5 };
const GRACE = 0.5;
const MEMORY = 160;

interface Told {
  verdict?: unknown;
  verdictDigest?: string;
}

async function digests(url: string, targets: readonly string[], seed: number): Promise<string[]> {
  const answers = await Promise.all(targets.map((target) => post(`${url}/verify`, { target, seed })));
  return answers.map(({ status, code, bytes }) =>
    status === 200 ? String((JSON.parse(bytes.toString('utf8')) as Told).verdictDigest) : `${status} ${code}`,
  );
}

async function beside(lab: Lab, { name }: HostileTarget): Promise<Figure[]> {
  const { seed, tenth } = lab.settings;
  const runTime = tenth ? RUN_TIME.tenth : RUN_TIME.whole;
  const innocents = await lab.innocents();
  const { file } = lab.certificates();
  const { service, back } = await lab.lent({
    env: { AXPROOF_RUN_TIME: String(runTime), AXPROOF_SELF_EVERY: '604800', NODE_EXTRA_CA_CERTS: file },
  });
  const hostile = await lab.hostile(name);
  try {
    const alone = await digests(service.url, innocents, seed);
    await rest(300);
    const idle = rss(service.pid);
    const watch = watchPeak(service.pid);
    const [answer, together] = await Promise.all([
      post(`${service.url}/verify`, { target: hostile.origin, seed }),
      digests(service.url, innocents, seed),
    ]);
    const { own } = watch.end();
    const ours =
      answer.status === 200 || (answer.code !== undefined && answer.code !== 'internal') ? [] : [`${answer.status} ${answer.code}`];
    const { status } = await ask(`${service.url}/health`);
    return [
      atMost('time', answer.ms / 1000, runTime + GRACE, 's'),
      atMost('memory over idle', Math.max(0, own - idle), MEMORY, 'MB'),
      none(
        'verdicts of innocents changed',
        innocents.filter((_, i) => alone[i] !== together[i]).map((target) => target),
      ),
      none('faults of ours', status === 200 ? ours : [...ours, `health ${status}`]),
    ];
  } finally {
    await hostile.close();
    await back();
  }
}

export const TARGET_ROWS: readonly Row[] = TARGETS.map((target) => ({
  group: 'targets',
  name: target.name,
  does: target.does,
  run: (lab) => beside(lab, target),
}));
