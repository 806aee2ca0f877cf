// What a monitor makes of one result after another: changes, and what is only flapping.
import { expect } from 'chai';
import { keeps, stopOf, updateStanding } from '../../../src/service/monitors/standing.ts';
import type { AlertType, MonitorResult, MonitorStanding } from '../../../src/store/monitor-result.ts';

type Short = Partial<MonitorResult>;

/** Tells the alerts of each result, and how it stands at the end. */
function walk(results: Short[]): { alerts: AlertType[][]; standing: MonitorStanding | null; kept: (boolean | null)[] } {
  const seen: MonitorResult[] = [];
  const alerts: AlertType[][] = [];
  const kept: (boolean | null)[] = [];
  let standing: MonitorStanding | null = null;
  for (const [at, short] of results.entries()) {
    const one: MonitorResult = { at, pack: 'sha256:a', grade: 'A', lies: [], passed: null, ...short };
    seen.push(one);
    kept.push(keeps(one, standing));
    const step = updateStanding(standing, seen.slice(-BACK - 1));
    standing = step.standing;
    alerts.push(step.alerts);
  }
  return { alerts, standing, kept };
}

const grades = (...list: MonitorResult['grade'][]): Short[] => list.map((grade) => ({ grade }));
const B = (more: Short = {}): Short => ({ grade: 'B', ...more });

/** More than are looked back on. */
const BACK = 12;
const UNSEEN: Short[] = Array.from({ length: BACK }, () => ({ open: 'inconclusive' }));

const PARTLY: Short = { open: 'inconclusive', first: { id: 'one', text: 'It is gone.' } };
const FAILING: Short = { ...PARTLY, grade: 'F', passed: false };

const ROWS: [name: string, results: Short[], alerts: AlertType[][]][] = [
  ['tells nothing while nothing changes', grades('A', 'A', 'A', 'A'), [[], [], [], []]],
  ['tells a worse grade when it comes twice', grades('A', 'C', 'C', 'C'), [[], [], ['grade.worse'], []]],
  ['tells nothing of a single odd one', grades('A', 'A', 'F', 'A', 'A'), [[], [], [], [], []]],
  ['counts two of three', grades('A', 'A', 'C', 'A', 'C'), [[], [], [], [], ['grade.worse']]],
  ['tells that it recovered, at two of three too', grades('A', 'C', 'C', 'A', 'A'), [[], [], ['grade.worse'], [], ['recovered']]],
  [
    'tells once of what comes and goes, until two in a row are as before',
    grades('A', 'F', 'A', 'F', 'A', 'F', 'A', 'F', 'A', 'A'),
    [[], [], [], ['grade.worse'], [], [], [], [], [], ['recovered']],
  ],
  [
    'tells once of what comes and goes halfway up',
    grades('A', 'F', 'F', 'C', 'F', 'C', 'F', 'C', 'C'),
    [[], [], ['grade.worse'], [], [], [], [], [], []],
  ],
  ['tells each step down', grades('A', 'B', 'B', 'F', 'F'), [[], [], ['grade.worse'], [], ['grade.worse']]],
  ['tells nothing of a step halfway up', grades('A', 'F', 'F', 'C', 'C'), [[], [], ['grade.worse'], [], []]],
  ['takes a target that cannot be reached for worse than F', grades('F', 'unreachable', 'unreachable'), [[], [], ['grade.worse']]],
  ['tells a new lie', [{}, { lies: ['x'] }, { lies: ['x'] }], [[], [], ['lie.new']]],
  ['tells a second lie beside the first', [{ lies: ['x'] }, { lies: ['x', 'y'] }, { lies: ['y', 'x'] }], [[], [], ['lie.new']]],
  ['tells nothing of lies that were there', [{ lies: ['x'] }, { lies: ['x'] }, { lies: [] }], [[], [], []]],
  [
    'tells a gate that passes no more, with its grade',
    [{ passed: true }, B({ passed: false }), B({ passed: false }), { passed: true }, { passed: true }],
    [[], [], ['grade.worse', 'gate.failed'], [], ['recovered']],
  ],
  [
    'passes over what could not be seen',
    [{}, B({ open: 'inconclusive' }), B({ open: 'busy' }), {}, B(), B()],
    [[], [], [], [], [], ['grade.worse']],
  ],
  [
    'tells nothing of a single odd one that follows many that could not be seen',
    [{}, {}, {}, ...UNSEEN, B(), {}, {}, ...UNSEEN, B(), B()],
    [[], [], [], ...UNSEEN.map(() => []), [], [], [], ...UNSEEN.map(() => []), [], ['grade.worse']],
  ],
  [
    'tells a gate that passes no more though something could not be seen beside it, and nothing of the grade',
    [{ passed: true }, FAILING, FAILING, FAILING, { passed: true }, { passed: true }],
    [[], [], ['gate.failed'], [], [], ['recovered']],
  ],
  [
    'tells a lie though something could not be seen beside it, and what stood before stands',
    [{ lies: ['x'] }, { ...PARTLY, lies: ['y'] }, { ...PARTLY, lies: ['y'] }, { lies: ['x', 'y'] }],
    [[], [], ['lie.new'], []],
  ],
  [
    'takes a check that fails beside what could not be seen for nothing where no gate hangs on it',
    [{}, B(PARTLY), B(PARTLY), B(PARTLY)],
    [[], [], [], []],
  ],
  ['holds a result of which something could not be seen against no other rules', [{}, { ...FAILING, pack: 'sha256:b' }], [[], []]],
  ['blames nobody for other rules', [{}, B({ pack: 'sha256:b' }), B({ pack: 'sha256:b' })], [[], ['rules.changed'], []]],
  [
    'begins anew with other rules',
    [{}, {}, B({ pack: 'sha256:b' }), { grade: 'C', pack: 'sha256:b' }, { grade: 'C', pack: 'sha256:b' }],
    [[], [], ['rules.changed'], [], ['grade.worse']],
  ],
];

describe('how a target stands', () => {
  for (const [name, results, alerts] of ROWS) it(name, () => expect(walk(results).alerts).to.deep.equal(alerts));

  it('is flapping when it goes one way and back, and says what stands alone', () => {
    expect(walk(grades('A', 'C', 'A')).standing).to.include({ flapping: true, unconfirmed: false });
    expect(walk(grades('A', 'C', 'A', 'A')).standing).to.include({ flapping: false });
    expect(walk(grades('A', 'A', 'C')).standing).to.include({ flapping: false, unconfirmed: true });
  });

  it('has one incident from the first change until all is as before', () => {
    const { standing } = walk(grades('A', 'B', 'B', 'D', 'D', 'B', 'B'));
    expect(standing?.incident).to.deep.equal({ since: 2, before: { grade: 'A', lies: [], passed: null } });
    expect(walk(grades('A', 'B', 'B', 'D', 'D', 'B', 'B', 'A', 'A')).standing?.incident).to.equal(null);
  });

  it('is kept or broken by each result, held against what stood before the incident', () => {
    expect(walk(grades('B', 'A', 'C', 'C', 'C', 'B')).kept).to.deep.equal([true, true, false, false, false, true]);
    expect(walk([{}, { open: 'busy' }, { lies: ['x'] }, { passed: false }]).kept).to.deep.equal([true, null, false, false]);
    expect(walk([{ passed: true }, FAILING, PARTLY]).kept).to.deep.equal([true, false, null]);
  });

  it('is held by other rules against what they say themselves, also within an incident', () => {
    const byOthers = { pack: 'sha256:b' };
    expect(walk([{}, B(byOthers), B(byOthers), { ...byOthers, grade: 'C' }]).kept).to.deep.equal([true, true, true, false]);
    expect(walk([{}, B(), B(), { ...byOthers, grade: 'C' }]).kept).to.deep.equal([true, false, false, true]);
    expect(walk([{}, { ...byOthers, lies: ['x'] }]).kept, 'a lie is one by any rules').to.deep.equal([true, false]);
  });

  it('is broken by each result that could not reach it, also where none ever could', () => {
    expect(walk(grades('unreachable', 'unreachable', 'unreachable', 'F', 'unreachable')).kept).to.deep.equal([
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});

describe('a monitor stops', () => {
  const without = (open?: string): MonitorResult => ({ at: 0, pack: 'sha256:a', grade: 'unreachable', lies: [], passed: false, open });
  for (const [open, once, twice] of [
    ['declined', /does not want/, /does not want/],
    ['taken-down', /spec was taken down/, /spec was taken down/],
    ['consent-missing', undefined, /does not accept the writes/],
    ['unknown-digest', undefined, /spec is not in the store/],
    ['busy', undefined, undefined],
    [undefined, undefined, undefined],
  ] as const)
    it(`by ${open}: ${once ? 'at once' : twice ? 'when it comes twice in succession' : 'never'}`, () => {
      for (const [before, why] of [
        [undefined, once],
        [without('internal'), once],
        [without(open), twice],
      ] as const) {
        const stopped = stopOf(without(open), before);
        if (why) expect(stopped).to.match(why);
        else expect(stopped).to.equal(undefined);
      }
    });
});
