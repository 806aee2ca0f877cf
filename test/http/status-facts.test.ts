// What is said in public of a target that is watched: only what was seen, while it was seen.
import { expect } from 'chai';
import { badgeState, feedEntries, monitorRecord, targetStatus } from '../../src/mounts/http/status-facts.ts';
import type { MonitorStatus } from '../../src/service/service.ts';
import type { Alert, MonitorFacts } from '../../src/store/monitor.ts';
import type { AlertType, MonitorResult, MonitorStanding } from '../../src/store/monitor-result.ts';

const HOUR = 3_600_000;
const AT = Date.parse('2026-11-24T12:00:00Z');
const context = { packs: { withDigest: () => undefined } };

const UNSEEN: MonitorResult = { at: 0, pack: 'sha256:a', grade: 'unreachable', lies: [], passed: false };

const FACTS: MonitorFacts = {
  ...{ id: 'm', entitlement: 'e', target: 'https://example.com', packDigest: 'sha256:a', packName: null, every: HOUR, jitter: 0 },
  ...{ plannedAt: AT, dueAt: null, run: null, webhook: null, sealed: null, isPublic: false, stopped: null, standing: null, createdAt: AT },
};

interface Told {
  /** Of each result whether it was kept; null: it could not be seen. The newest last, an hour apart. */
  kept: (boolean | null)[];
  passed?: boolean | null;
  lies?: string[];
  stopped?: string;
  /** Hours since the newest; less than none: it lies ahead. */
  since?: number;
}

function told({ kept, passed = true, lies = [], stopped, since = 0 }: Told): MonitorStatus {
  const isSeen = kept.some((one) => one !== null);
  const confirmed: MonitorStanding['confirmed'] = { grade: passed ? 'A' : 'C', lies, passed };
  const standing = { pack: 'sha256:a', confirmed, flapping: false, unconfirmed: false, incident: null, alertedKeys: [] };
  return {
    facts: { ...FACTS, stopped: stopped ?? null, standing: isSeen ? standing : null },
    days: [],
    alerts: [],
    changes: [],
    results: kept.map((one, i) => ({ at: AT - (since + kept.length - 1 - i) * HOUR, kept: one, result: UNSEEN })),
    dead: [],
    at: AT,
  };
}

const PASSES = 'It passes what it is held to.';

const ROWS: [name: string, of: Told, state: string, summary: string, badge: object][] = [
  ['nothing yet', { kept: [] }, 'unknown', 'Nothing was seen of it yet.', { kind: 'none' }],
  ['nothing but what could not be seen', { kept: [null, null, null] }, 'unknown', 'Nothing was seen of it yet.', { kind: 'none' }],
  ['what was seen', { kept: [true, true] }, 'kept', PASSES, { kind: 'watched', is: 'passed', trend: 'level' }],
  [
    'what was seen before two blind results',
    { kept: [true, null, null] },
    'kept',
    PASSES,
    { kind: 'watched', is: 'passed', trend: 'level' },
  ],
  [
    'that it is broken',
    { kept: [false, false], passed: false },
    'broken',
    'It does not pass what it is held to.',
    { kind: 'watched', is: 'not passed', trend: 'level' },
  ],
  [
    'that it is broken by what is contradicted, since before anybody watched',
    { kept: [false], passed: null, lies: ['claims-exist'] },
    'broken',
    'Grade C. What it publishes is contradicted: claims-exist.',
    { kind: 'watched', is: 'C', trend: 'level' },
  ],
  [
    "that a check of its caller's own spec fails, and not that the target publishes what it contradicts",
    { kept: [false], passed: false, lies: ['contract'] },
    'broken',
    'It does not pass what it is held to. Failing checks that cap its grade: contract.',
    { kind: 'watched', is: 'not passed', trend: 'level' },
  ],
  [
    'when it was seen last, after three blind results',
    { kept: [true, null, null, null] },
    'unknown',
    `Of late it could not be seen. When it was seen last, on 2026-11-24: ${PASSES}`,
    { kind: 'unseen' },
  ],
  [
    'no fault of what could not be seen since',
    { kept: [false, false, null, null, null], passed: false },
    'unknown',
    'Of late it could not be seen. When it was seen last, on 2026-11-24: It does not pass what it is held to.',
    { kind: 'unseen' },
  ],
  [
    'when it was seen last, where no result came since',
    { kept: [true], since: 26 },
    'unknown',
    `Of late it could not be seen. When it was seen last, on 2026-11-23: ${PASSES}`,
    { kind: 'unseen' },
  ],
  [
    'nothing of now where the clock was ahead when it was seen, and no day for it',
    { kept: [false, false], passed: false, since: -5 },
    'unknown',
    'Of late it could not be seen. When it was seen last: It does not pass what it is held to.',
    { kind: 'unseen' },
  ],
  [
    'what was seen by a process whose clock is ahead by a minute',
    { kept: [true, true], since: -1 / 60 },
    'kept',
    PASSES,
    { kind: 'watched', is: 'passed', trend: 'level' },
  ],
  [
    'that nobody watches it any more',
    { kept: [false, false], passed: false, stopped: 'its owner stopped it' },
    'unknown',
    'It is watched no more: its owner stopped it. When it was seen last, on 2026-11-24: It does not pass what it is held to.',
    { kind: 'stopped' },
  ],
  [
    'that nobody watches what was never seen',
    { kept: [], stopped: 'its owner stopped it' },
    'unknown',
    'It is watched no more: its owner stopped it. Nothing was seen of it.',
    { kind: 'stopped' },
  ],
];

/** Types of alerts, an hour apart. */
function alertedWith(...types: AlertType[]): MonitorStatus {
  const confirmed = (grade: string) => ({ grade, lies: [], passed: null });
  const body = JSON.stringify({ data: { before: confirmed('A'), after: confirmed('C') } });
  const changes = types.map((type, i): Alert => {
    return { id: `${i}`, monitor: FACTS.id, type, at: AT + i * HOUR, body, state: 'recorded', tries: 0, last: null };
  });
  return { ...told({ kept: [true] }), changes: changes.reverse() };
}
const hour = (i: number): string => new Date(AT + i * HOUR).toISOString();

const ENDS: [alerts: AlertType[], incidents: object[]][] = [
  [['grade.worse'], [{ from: hour(0) }]],
  [['grade.worse', 'recovered'], [{ from: hour(0), to: hour(1) }]],
  [['grade.worse', 'monitor.stopped'], [{ from: hour(0), seenUntil: hour(1) }]],
  [
    ['grade.worse', 'rules.changed', 'grade.worse', 'recovered', 'monitor.stopped'],
    [
      { from: hour(2), to: hour(3) },
      { from: hour(0), seenUntil: hour(1) },
    ],
  ],
];

/** One alert, with what it was sent with. */
function alertOf(type: AlertType, data: object): MonitorStatus {
  const alert: Alert = {
    id: '0',
    monitor: FACTS.id,
    type,
    at: AT,
    body: JSON.stringify({ data }),
    state: 'recorded',
    tries: 0,
    last: null,
  };
  return { ...told({ kept: [true] }), alerts: [alert], changes: [alert] };
}

const NEW_LIES: [name: string, passed: boolean | null, title: string][] = [
  ['by a bundled pack', null, 'A new contradiction: contract'],
  ["by its caller's own spec", false, 'Newly failing checks that cap its grade: contract'],
];

const TRENDS: [alerts: AlertType[], trend: string][] = [
  [['grade.worse'], 'down'],
  [['grade.worse', 'recovered'], 'up'],
  [['grade.worse', 'rules.changed'], 'level'],
  [['grade.worse', 'recovered', 'rules.changed'], 'level'],
  [['grade.worse', 'rules.changed', 'gate.failed'], 'down'],
];

const RESULTS: [name: string, result: MonitorResult, wanted: object][] = [
  ['a run that saw nothing', { ...UNSEEN, open: 'consent-missing' }, { kept: null, open: 'consent-missing' }],
  ['a target that cannot be reached', UNSEEN, { kept: null, grade: 'unreachable', passed: false }],
  [
    'a report that is open',
    { ...UNSEEN, grade: 'F', open: 'inconclusive', report: 'r' },
    { kept: null, grade: 'F', passed: false, open: 'inconclusive', report: '/reports/r' },
  ],
];

describe('the status of a target', () => {
  for (const [alerts, wanted] of ENDS)
    it(`has the incidents of ${alerts.join(', ')}`, () => {
      const found = targetStatus(alertedWith(...alerts), context).incidents.map(({ from, to, seenUntil }) => ({ from, to, seenUntil }));
      expect(JSON.parse(JSON.stringify(found))).to.deep.equal(wanted);
    });

  for (const [alerts, trend] of TRENDS)
    it(`has the trend of ${alerts.join(', ')} on its badge`, () => expect(badgeState(alertedWith(...alerts))).to.include({ trend }));

  for (const [name, passed, title] of NEW_LIES)
    it(`calls a new lie ${name} what it is, in its incidents and feeds`, () => {
      const state = { grade: 'C', passed };
      const status = alertOf('lie.new', { before: { ...state, lies: ['old'] }, after: { ...state, lies: ['contract', 'old'] } });
      expect(targetStatus(status, context).incidents.map(({ what }) => what)).to.deep.equal([title]);
      const [entry] = feedEntries(status, '');
      expect([entry?.title, entry?.text]).to.deep.equal([`example.com: ${title}`, `${title}.`]);
    });

  it('tells of a key that ends, also when what the report said of it was taken down', () => {
    const title = (what: string): string | undefined =>
      feedEntries(alertOf('key.ending', { what, at: '2026-12-01T00:00:00.000Z' }), '')[0]?.title;
    expect(title('the key a at https://example.com/jwks')).to.equal(
      'example.com: the key a at https://example.com/jwks ends on 2026-12-01',
    );
    expect(title('the report that showed it was taken down')).to.equal(
      'example.com: A key or certificate ends on 2026-12-01: the report that showed it was taken down',
    );
  });

  for (const [name, result, wanted] of RESULTS)
    it(`says of ${name} what was seen`, () => {
      const status: MonitorStatus = { ...told({ kept: [] }), results: [{ at: AT, kept: null, result }] };
      const [{ at: _, ...one } = {}] = monitorRecord(status, '').results;
      expect(JSON.parse(JSON.stringify(one))).to.deep.equal(wanted);
    });

  it('names no time that lies ahead as that when it was seen', () => {
    expect(targetStatus(told({ kept: [true], since: -5 }), context).checkedAt).to.equal(undefined);
    expect(targetStatus(told({ kept: [true], since: 5 }), context).checkedAt).to.equal('2026-11-24T07:00:00.000Z');
  });

  for (const [name, of, state, summary, badge] of ROWS)
    it(`tells ${name}`, () => {
      const status = told(of);
      expect(targetStatus(status, context)).to.include({ state, summary });
      expect(badgeState(status)).to.deep.equal(badge);
    });
});
