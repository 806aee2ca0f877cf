// The lab itself: its rows are as many as promised, its tenth is the same for the same seed, its table goes where it belongs, and what is beyond a bound says so.
// What its rows measure is measured by `npm run lab`, and a tenth of it by .ci/run.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { chosen } from '../../bench/lab/chosen.ts';
import { atLeast, atMost, none, told } from '../../bench/lab/figure.ts';
import { answerForms, linkForms, targetForms } from '../../bench/lab/guard/forms.ts';
import { connections } from '../../bench/lab/guard/watched.ts';
import { descriptors, family, rss } from '../../bench/lab/proc.ts';
import { holds, type Result, type Row } from '../../bench/lab/row.ts';
import { ROWS } from '../../bench/lab/rows.ts';
import { State } from '../../bench/lab/state.ts';
import { placed, table } from '../../bench/lab/table.ts';

const names = (rows: readonly Row[]): string[] => rows.map(({ name }) => name);
const group = (name: string): Row[] => ROWS.filter((row) => row.group === name);
const good: Result = { figures: [atMost('time', 1, 2, 's')], seconds: 1 };
const bad: Result = { figures: [atMost('time', 3, 2, 's')], seconds: 1 };

describe('the lab', () => {
  it('has the rows that it promises, each under a name of its own', () => {
    expect(new Set(names(ROWS)).size).to.equal(ROWS.length);
    expect(group('targets').length).to.be.at.least(40);
    expect(group('callers').length).to.be.at.least(6);
    expect(names(ROWS).filter((name) => name.startsWith('kill-sqlite'))).to.have.length(4);
    expect(names(ROWS).filter((name) => name.startsWith('kill-postgres'))).to.have.length(4);
  });

  it('asks the guard for more than four hundred different forms', () => {
    const forms = [targetForms(4711), answerForms(['3ffe:ffff::1', '3ffe:ffff::2']).map(String), linkForms(4711)].flat();
    expect(new Set(forms).size).to.be.at.least(400);
  });

  it('draws a tenth of every group, the same for the same seed, and never the soak', () => {
    const tenth = chosen(ROWS, { seed: 3, tenth: true });
    expect(names(tenth)).to.deep.equal(names(chosen(ROWS, { seed: 3, tenth: true })));
    expect(new Set(tenth.map((row) => row.group))).to.deep.equal(new Set(['targets', 'callers', 'kills', 'guard']));
    const every = new Set(Array.from({ length: 200 }, (_, seed) => names(chosen(ROWS, { seed, tenth: true }))).flat());
    expect(every.size).to.equal(ROWS.length - group('soak').length);
  });

  it('knows rows by name and by group, and no others', () => {
    expect(names(chosen(ROWS, { seed: 1, only: ['guard-names'] }))).to.deep.equal(['guard-names']);
    expect(names(chosen(ROWS, { seed: 1, only: ['soak'] }))).to.deep.equal(['soak']);
    expect(chosen(ROWS, { seed: 1, only: ['guard'], tenth: true }), 'named, and small').to.deep.equal(group('guard'));
    expect(() => chosen(ROWS, { seed: 1, only: ['no-such-row'] })).to.throw('no-such-row');
  });

  it('says what is beyond a bound', () => {
    for (const [figure, ok] of [
      [atMost('x', 2, 2), true],
      [atMost('x', 2.01, 2), false],
      [atMost('x', Number.NaN, 2), false],
      [atLeast('x', 1, 2), false],
      [none('x', []), true],
      [none('x', ['a']), false],
      [told('x', 9), true],
    ] as const)
      expect(figure.ok, `${figure.measured} ${figure.bound}`).to.equal(ok);
    expect([good, bad, { ...good, error: 'x' }].map(holds)).to.deep.equal([true, false, false]);
  });

  it('puts its table between the markers of a page and leaves the rest', () => {
    const [row] = ROWS as [Row];
    const text = table([[row, bad]]);
    expect(text).to.include('(!)').and.to.include('**no**').and.to.include('≤ 2 s');
    const page = 'before\n<!-- lab -->\nold\n<!-- /lab -->\nafter\n';
    expect(placed(page, text)).to.equal(`before\n<!-- lab -->\n\n${text}\n\n<!-- /lab -->\nafter\n`);
    expect(placed(placed(page, 'x'), text)).to.equal(placed(page, text));
    expect(() => placed('no place', text)).to.throw('<!-- lab -->');
  });

  it('goes on where it stood, for the same build, and does again what was beyond', () => {
    const folder = mkdtempSync(join(tmpdir(), 'axproof-lab-test-'));
    const file = join(folder, 'state.json');
    const about = { build: 'a', seed: 1, tenth: false };
    const first = new State(file, about);
    first.keep('one', good);
    first.keep('two', bad);
    const again = new State(file, about);
    expect([again.done('one'), again.done('two')]).to.deep.equal([good, undefined]);
    expect(new State(file, { ...about, build: 'b' }).done('one')).to.equal(undefined);
    writeFileSync(file, 'no JSON');
    expect(() => new State(file, about)).to.throw();
    rmSync(folder, { recursive: true });
  });

  it('sees processes, their memory and their descriptors', () => {
    expect(family(process.pid)).to.include(process.pid);
    expect(family(process.ppid)).to.include(process.pid);
    expect(rss(process.pid)).to.be.within(20, 4000);
    expect(descriptors(process.pid)).to.be.at.least(3);
  });

  it('sees every connection that is begun', async () => {
    const watch = connections();
    await new Promise((resolve) => connect(9, '127.0.0.1').on('error', resolve));
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    watch.end();
    expect(watch.places).to.include('127.0.0.1:9').and.to.have.length.at.least(1);
  });
});
