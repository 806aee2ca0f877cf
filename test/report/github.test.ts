// Workflow commands of GitHub, read back as its runner reads them: nothing that a target wrote becomes a command, a property or a line.
import { expect } from 'chai';
import { github } from '../../src/report/github.ts';
import type { Result } from '../../src/report/result.ts';
import { graded, hostile, judged, PAYLOADS, pinned, unreachable } from './results.ts';
import { clean } from './sample.ts';

interface Command {
  name: string;
  properties: Record<string, string>;
  text: string;
}

const unescaped = (text: string): string =>
  text.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');

/** As the runner: the name ends at the first space, the properties at the next `::` and part at commas. */
function commands(results: readonly Result[]): Command[] {
  const lines = github(results).split('\n');
  expect(lines.pop()).to.equal('');
  return lines.map((line) => {
    const [, name = '', given = '', text = ''] = /^::([a-z-]+) (.*?)::(.*)$/.exec(line) ?? expect.fail(line);
    const properties = Object.fromEntries(
      given.split(',').map((pair) => [pair.split('=', 1)[0]!, unescaped(pair.slice(pair.indexOf('=') + 1))]),
    );
    return { name, properties, text: unescaped(text) };
  });
}

describe('github', () => {
  it('tells how much of what is claimed was shown', () => {
    const told = structuredClone(graded());
    const [first] = told.report!.verdict.checks;
    first!.coverage = { claimed: 3, askable: 2, asked: 2, notAskable: { unsent: 1 }, notEvaluated: {} };
    expect(commands([told])[0]?.text.split('\n')[1]).to.equal('first: asked 2 of 3; 1 not askable: not sent');
  });

  it('annotates what fails and what was not seen', () => {
    const found = commands([graded()]);
    expect(found.map(({ name, properties }) => [name, properties.title?.split(':')[0]])).to.deep.equal([
      ['notice', 'axproof'],
      ['error', 'second'],
      ['warning', 'third'],
      ['error', 'honest'],
      ['warning', 'truthful'],
    ]);
    expect(found[0]?.text).to.equal('https://example.com by test/sample 1.2.3: grade F, 1 of 4 points (1 pass, 2 fail, 2 not seen)');
  });

  it('says whether the gate passed', () => {
    expect(commands([pinned(clean, true)]).map(({ name, properties }) => [name, properties.title])).to.deep.equal([['notice', 'Passed']]);
    expect(commands([pinned(clean, false)])[1]).to.deep.include({
      name: 'error',
      properties: { title: '(acceptance): The pinned spec is accepted' },
    });
    expect(commands([unreachable]).map(({ name }) => name)).to.deep.equal(['error']);
  });

  it('holds nothing against a target that a baseline knows', () => {
    const [, first, second] = commands([{ ...judged({ first: 'fail', second: 'fail' }), known: ['first'] }]);
    expect([first?.name, second?.name]).to.deep.equal(['notice', 'error']);
  });

  it('stays what it is whatever the target wrote', () => {
    const shape = (text: string): unknown[] => commands(hostile(text)).map(({ name, properties }) => [name, Object.keys(properties)]);
    const plain = shape('plain');
    for (const text of PAYLOADS) expect(shape(text), JSON.stringify(text)).to.deep.equal(plain);
  });
});
