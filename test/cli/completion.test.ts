// axproof completion: bash itself is asked what it would complete; the scripts of the other shells name every command and option.
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { axproof } from './io.ts';

describe('axproof completion', function () {
  this.timeout(60_000);
  let script = '';
  before(async () => {
    script = (await axproof('completion', 'bash')).out;
  });

  /** What bash completes at the end of the line. */
  function completed(line: string): string[] {
    const words = line.split(' ');
    const program = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _axproof; printf '%s\\n' "\${COMPREPLY[@]}"`;
    // A pipe of Node is a socket to bash, which then reads the settings of the machine.
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-uc', program], { encoding: 'utf8' });
    expect([status, stderr], line).to.deep.equal([0, '']);
    return stdout.trim().split('\n');
  }

  const LINES: [string, string[]][] = [
    ['axproof gr', ['grade']],
    ['axproof cen', ['census']],
    ['axproof census x --re', ['--reports']],
    ['axproof pack l', ['lint']],
    ['axproof pack mig', ['migrate']],
    ['axproof keys re', ['revoke']],
    ['axproof grade example.com --se', ['--service', '--seed', '--secret-env']],
    ['axproof grade --format m', ['markdown']],
    ['axproof grade --format ', ['terminal', 'markdown', 'json', 'prompt']],
    ['axproof pack migrate x --rep', ['--reports']],
    ['axproof completion --h', ['--help']],
    ['axproof fixture serve x --po', ['--port']],
  ];
  for (const [line, wanted] of LINES) {
    it(`bash completes ${JSON.stringify(line)}`, () => expect(completed(line).sort()).to.deep.equal([...wanted].sort()));
  }

  it('bash leaves files to the shell', () => {
    expect(completed('axproof grade ./some')).to.deep.equal(['']);
    expect(script).to.match(/^complete -o default -F _axproof axproof$/m);
  });

  it('zsh reads that of bash, and fish has a line for every command and option', async () => {
    const zsh = (await axproof('completion', 'zsh')).out;
    expect([zsh.startsWith('#compdef axproof\n'), zsh.endsWith(script)]).to.deep.equal([true, true]);
    const fish = (await axproof('completion', 'fish')).out;
    const lines = fish.split('\n');
    for (const line of lines.slice(1, -1))
      expect(line).to.match(/^complete -c axproof (-f )?-n '[^']+' (-a|-l) [a-z-]+ -d '(?:[^'\\]|\\.)+'( -r| -x -a '[a-z0-9 -]+')?$/);
    const names =
      /^ {4}'' *\) known='([^']*)'/m
        .exec(script)?.[1]
        ?.split(' ')
        .filter((name) => !name.startsWith('-')) ?? [];
    expect(names).to.include.members(['grade', 'verify', 'diff', 'completion']);
    for (const name of names) expect(fish).to.include(`-a ${name} -d `);
    expect(fish).to.include(
      "-l format -d 'how to print the report; prompt is all fixes for a coding agent' -x -a 'terminal markdown json prompt'",
    );
  });

  it('knows no other shell', async () => {
    const ran = await axproof('completion', 'tcsh');
    expect([ran.status, ran.out]).to.deep.equal([2, '']);
    expect(ran.err).to.match(/^axproof: bad-usage: .*'tcsh' is invalid.*bash, zsh, fish/);
  });
});
