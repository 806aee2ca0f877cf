// Reports that go to the log of a CI runner: no text of a target or a pack begins a line that the runner would take for its own command.
import { expect } from 'chai';
import fc from 'fast-check';
import { parse } from 'yaml';
import { inertLines } from '../../src/report/inert-lines.ts';
import { junit } from '../../src/report/junit.ts';
import { wrapped } from '../../src/report/layout.ts';
import type { Result } from '../../src/report/result.ts';
import { resultsTerminal } from '../../src/report/results-terminal.ts';
import { tap } from '../../src/report/tap.ts';

const EVIL = [
  '::stop-commands::x',
  '  ::error title=Passed::all is well',
  '##[error]x',
  'a\n::notice::b\n\t::c',
  `${'word '.repeat(13)}::error::x`,
];
const COMMAND = /^\s*::|##\[/m;

const failing = (text: string): Result[] =>
  [1, 2].map((n) => ({
    name: `n${n} ${text}`,
    target: 'https://a.example',
    pack: { name: 'p', version: '1' },
    error: { code: 'bad-pack', message: text, fix: text },
  }));

describe('lines that a runner could take for commands', () => {
  const forms: [string, (text: string) => string][] = [
    ['wrapped lines', (text) => wrapped(text.replaceAll('\n', ' '), 70).join('\n')],
    ['the terminal', (text) => resultsTerminal(failing(text), { color: false })],
    ['JUnit', (text) => junit(failing(text))],
    ['TAP', (text) => tap(failing(text))],
  ];
  for (const [name, form] of forms)
    for (const text of EVIL) it(`are not in ${name}: ${JSON.stringify(text.slice(-24))}`, () => expect(form(text)).not.to.match(COMMAND));

  it('leave the rest of a text as it is', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('::', ':', ' ', '\n', '#', '[', 'a', '\t')), (parts) => {
        const text = parts.join('');
        const out = inertLines(text);
        expect(out).not.to.match(/^[ \t]*::|##\[/m);
        expect(out.replaceAll('\\u{3a}', ':').replaceAll('\\u{23}', '#')).to.equal(text);
      }),
    ));

  it('stay readable in TAP: the diagnostics are YAML as before', () => {
    const [block] = tap(failing('a\n::b\nc: "d" # e')).match(/---\n[\s\S]*?\n\s*\.\.\./) ?? [''];
    const inner = block.split('\n').slice(1, -1).join('\n');
    expect(parse(inner).fix).to.equal('a\n::b\nc: "d" # e');
  });
});
