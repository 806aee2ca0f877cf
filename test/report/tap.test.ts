// TAP 14, read by a parser of somebody else's: every line is what it says, whatever the target wrote.
import { expect } from 'chai';
import { type FinalResults, Parser, type Result as Point } from 'tap-parser';
import { tap } from '../../src/report/tap.ts';
import { graded, hostile, PAYLOADS, pinned, unreachable } from './results.ts';
import { clean } from './sample.ts';

interface Read {
  points: Point[];
  nested: Point[];
  extra: string[];
  results: FinalResults;
}

function read(text: string): Read {
  const found: Omit<Read, 'results'> = { points: [], nested: [], extra: [] };
  const listen = (parser: Parser, points: Point[]): void => {
    parser.on('assert', (point: Point) => points.push(point));
    parser.on('extra', (line: string) => found.extra.push(line));
    parser.on('child', (child: Parser) => listen(child, found.nested));
  };
  let results: FinalResults | undefined;
  const parser = new Parser({ strict: true }, (end) => {
    results = end;
  });
  listen(parser, found.points);
  parser.end(text);
  return { ...found, results: results! };
}

const shape = (points: readonly Point[]): unknown[] => points.map(({ ok, skip }) => [ok, skip !== false]);

describe('tap', () => {
  it('has a point a check, with its verdict', () => {
    const { points, extra, results } = read(tap([graded()]));
    expect(points.map(({ ok, name, skip }) => [ok, name.split(':')[0], skip])).to.deep.equal([
      [true, 'first', false],
      [false, 'second', false],
      [false, 'third', false],
      [true, 'fourth', 'the target declares that it is free'],
      [false, 'honest', false],
      [false, 'truthful', false],
    ]);
    expect(points.map(({ diag }) => diag?.verdict)).to.deep.equal([undefined, 'fail', 'inconclusive', undefined, 'fail', 'inconclusive']);
    expect(points[1]?.diag).to.deep.include({ points: '0/1' });
    expect(points[1]?.diag?.fix).to.match(/^Serve `\/thing\.json`[\s\S]*```json\n/);
    expect(extra).to.deep.equal([]);
    expect([results.count, results.pass, results.fail, results.bailout, results.failures.some((f) => f.tapError)]).to.deep.equal([
      6,
      2,
      4,
      false,
      false,
    ]);
  });

  it('tells how much of what is claimed was shown, of what is good and of what is not', () => {
    const told = structuredClone(graded());
    for (const check of told.report!.verdict.checks)
      check.coverage = { claimed: 3, askable: 2, asked: 2, notAskable: { unsent: 1 }, notEvaluated: {} };
    const text = tap([told]);
    expect(text.split('\n').filter((line) => line === '# asked 2 of 3; 1 not askable: not sent')).to.have.length(2);
    expect(read(text).points[1]?.diag?.coverage).to.equal('asked 2 of 3; 1 not askable: not sent');
    expect(read(text).results.failures.some((failure) => failure.tapError)).to.equal(false);
  });

  it('is good when everything is', () => expect(read(tap([graded(clean)])).results.ok).to.equal(true));
  it('is bad when the gate is not ratified, though every check passes', () => {
    const { points, results } = read(tap([pinned(clean, false)]));
    expect([results.ok, points[0]?.ok, points[0]?.name.split(':')[0]]).to.deep.equal([false, false, '(acceptance)']);
    expect(read(tap([pinned(clean, true)])).results.ok).to.equal(true);
  });

  it('has a subtest a result where there are several', () => {
    const { points, nested, results } = read(tap([graded(clean), graded(), unreachable]));
    expect(shape(points)).to.deep.equal([
      [true, false],
      [false, false],
      [false, false],
    ]);
    expect(nested).to.have.length(13);
    expect(nested.at(-1)?.diag).to.deep.include({ verdict: 'inconclusive' });
    expect(results.failures.some((failure) => failure.tapError)).to.equal(false);
  });

  it('skips where there are no results', () => expect(read(tap([])).results).to.deep.include({ ok: true, count: 0 }));

  it('means the same whatever the target wrote', () => {
    const all = (texts: readonly string[]): unknown => {
      const { points, nested, extra, results: end } = read(tap(texts.flatMap(hostile)));
      return {
        points: shape(points),
        nested: nested.map(({ ok, skip, diag }) => [ok, skip !== false, diag?.verdict]),
        extra,
        bail: end.bailout,
        bad: end.failures.some((f) => f.tapError),
      };
    };
    const plain = all(['plain']) as { points: unknown[]; nested: unknown[] };
    const times = (list: unknown[]): unknown[] => PAYLOADS.flatMap(() => list);
    expect(all(PAYLOADS)).to.deep.equal({ points: times(plain.points), nested: times(plain.nested), extra: [], bail: false, bad: false });
  });
});
