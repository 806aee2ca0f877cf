// The tutorial, walked as it is written: what npm pack makes, an empty folder, its commands and its edits in their order. What a command is shown to say it says.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';
import { type Packed, packed } from './packed.ts';

const PAGE = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8');

describe('the tutorial', function () {
  this.timeout(120_000);
  let cli: Packed;
  let folder: string;
  before(() => {
    cli = packed();
    folder = mkdtempSync(join(tmpdir(), 'axproof-tutorial-'));
  });
  after(() => {
    cli.remove();
    rmSync(folder, { recursive: true });
  });

  function edit(diff: string): void {
    const [head = '', ...lines] = diff.trimEnd().split('\n');
    const side = (sign: string): string =>
      lines
        .filter((line) => line.startsWith(' ') || line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const file = join(folder, head.replace('--- ', ''));
    const text = readFileSync(file, 'utf8');
    expect(text.split(side('-')), diff).to.have.length(2);
    writeFileSync(
      file,
      text.replace(side('-'), () => side('+')),
    );
  }

  function run(command: string, said: readonly string[]): void {
    const [npx, , ...args] = command.split(' ');
    if (npx === 'npm') return;
    const { stdout, stderr } = spawnSync(process.execPath, [join(cli.folder, 'dist/axproof.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    const lines = stdout.split('\n').map((line) => line.trimEnd());
    for (const line of said)
      expect(
        lines.some((one) => one.startsWith(line)),
        `${command}: ${line}\n${stdout}${stderr}`,
      ).to.equal(true);
    // What is shown to say nothing finds nothing, and what ends well is shown whole.
    if (said.length === 0) expect(stdout, command).to.equal('');
    if (!said.some((line) => / survived /.test(line))) expect(stdout, command).not.to.include(' survived ');
  }

  it('does what it says, step by step', () => {
    const blocks = [...PAGE.matchAll(/^```(console|diff)\n([\s\S]*?)^```$/gm)];
    expect(blocks.length).to.be.at.least(15);
    for (const [, kind, text = ''] of blocks)
      if (kind === 'diff') edit(text);
      else
        for (const [command = '', ...said] of text
          .split(/^\$ /m)
          .slice(1)
          .map((one) => one.trimEnd().split('\n')))
          run(command, said);
  });
});
