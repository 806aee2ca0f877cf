// One request under several caps: it is sent once where no cap touched it, apart where one did, and the evidence is the same in any order of answers.
import { expect } from 'chai';
import type { Answer, Exchange, Probes } from '../../src/contract/generated/types.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { Recording } from '../../src/record/recording.ts';
import { drive } from '../../src/run/drive.ts';
import { judgeHere } from '../../src/run/run.ts';
import { replay } from '../../src/transport/replay.ts';
import { judged, ORIGIN, pack, rule, type Table, text } from '../engine/world.ts';

const ONE = rule('one', { assert: [{ select: '$.near.status' }, { select: '$.far.status' }] });
/** The same address thrice: as a probe that follows nothing, as one that goes far, and, once an answer was read, as one that reads little. */
const PROBES: Probes = {
  near: { get: '/page', redirects: 0 },
  far: { get: '/page', redirects: 3 },
  door: { get: '/door' },
  short: { get: '{{ $.door.text.text }}', redirects: 3, bytes: 8 },
};
/** Two who ask the same when another answer has come: whichever comes first. */
const LATE: Probes = {
  doorA: { get: '/a' },
  doorB: { get: '/b' },
  near: { get: '{{ $.doorA.text.text }}', redirects: 0, bytes: 1024 },
  far: { get: '{{ $.doorB.text.text }}', redirects: 3 },
};
const DOOR = { '/door': text('/page') };
const redirect: Answer = { status: 302, headers: { location: '/other' } };
const cut = (body: string, bytes: number): Answer => ({
  ...text(body.slice(0, bytes)),
  ...(body.length > bytes ? { truncated: true } : {}),
});
const ORDERS: ((waiting: (() => void)[]) => void)[] = [(w) => w.shift()?.(), (w) => w.pop()?.(), (w) => w.splice(w.length >> 1, 1)[0]?.()];

const told = ({ names, bytes, follow, redirects, stopped }: Exchange): string =>
  `${names.join(' ')}: ${bytes} ${follow} ${redirects.length}${stopped ? ` ${stopped}` : ''}`;

async function ran(table: Table, probes = PROBES): Promise<{ pages: string[]; sent: number }> {
  const runs = await Promise.all(
    ORDERS.map(async (order) => {
      const { recording, log } = await judged(pack(probes, [ONE]), { ...DOOR, ...table }, { order });
      const evidence = recording.evidence();
      const pages = evidence.exchanges.filter(({ request }) => request.url === `${ORIGIN}/page`).map(told);
      return { pages, sent: log.filter((line) => line.endsWith('/page')).length, evidence };
    }),
  );
  const [first] = runs;
  for (const { evidence } of runs) expect(evidence).to.deep.equal(first!.evidence);
  return { pages: first!.pages, sent: first!.sent };
}

describe('record: one request under several caps', () => {
  it('is sent once where no cap touched it, and serves all', async () => {
    expect(await ran({ '/page': text('a page') })).to.deep.equal({ pages: ['far near short: 262144 3 0'], sent: 1 });
  });

  it('names the caps of all whom it served, whoever came first', async () => {
    const table = { '/a': text('/page'), '/b': text('/page'), '/page': text('a page') };
    expect(await ran(table, LATE)).to.deep.equal({ pages: ['far near: 262144 3 0'], sent: 1 });
  });

  it('is sent apart for whoever follows less than it takes', async () => {
    const table = { '/page': redirect, '/other': text('there') };
    expect(await ran(table)).to.deep.equal({ pages: ['far short: 262144 3 1', 'near: 262144 0 0 too-many'], sent: 2 });
  });

  it('is sent apart for whoever reads less than there is', async () => {
    const table: Table = { '/page': (hop) => cut('much more than eight bytes', hop.bytes) };
    expect(await ran(table)).to.deep.equal({ pages: ['far near: 262144 3 0', 'short: 8 3 0'], sent: 2 });
  });

  it('replays from what was recorded', async () => {
    for (const table of [{ '/page': text('a page') }, { '/page': redirect, '/other': text('there') }] as Table[]) {
      const document = pack(PROBES, [ONE]);
      const { recording, verdict } = await judged(document, { ...DOOR, ...table });
      const evidence = { ...recording.evidence(), digest: '' };
      const transport = replay(evidence);
      const again = await Recording.start(judgeHere(openPack(document)), {
        target: ORIGIN,
        seed: 1,
        registrable: (host) => transport.registrable(host),
      });
      await drive(again, { transport, recorded: true });
      expect((await again.result()).verdict).to.deep.equal(verdict);
      expect(again.evidence()).to.deep.equal(recording.evidence());
    }
  });
});
