// Removes a defence in a copy of the repository and runs the test that is said to hold it. The copy goes away; nothing here is changed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What tests read: everything but what is built or installed. */
const COPIED = [
  'src',
  'test',
  'bench',
  'scripts',
  'docs',
  'rules',
  'schemas',
  'fixtures',
  'package.json',
  'tsconfig.json',
  '.mocharc.json',
];

export interface Defence {
  threat: string;
  file: string;
  /** Stands once in the file, and `is` in its place when the defence is gone. */
  was: string;
  is: string;
  test: string;
  /** Of the test, or how the titles of its table begin. */
  title: string;
}

export const defences = JSON.parse(readFileSync(new URL('list.json', import.meta.url), 'utf8')) as Defence[];

export interface Outcome {
  passes: number;
  failures: number;
}

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'axproof-defences-'));

  constructor() {
    for (const name of COPIED) cpSync(join(root, name), join(this.folder, name), { recursive: true });
    for (const name of ['node_modules', 'dist']) if (existsSync(join(root, name))) symlinkSync(join(root, name), join(this.folder, name));
  }

  /** What the test says of the copy as it stands. A run that told nothing is no outcome. */
  judge({ test, title }: Defence): Outcome {
    const args = [join(root, 'node_modules/mocha/bin/mocha.js'), test, '--fgrep', title, '--reporter', 'json'];
    // Whoever runs this by mocha may have told it where to write what it found.
    const { MOCHA_OPTIONS: _, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.folder,
      env,
      encoding: 'utf8',
      timeout: 600_000,
      maxBuffer: 1 << 26,
    });
    const at = stdout.indexOf('{\n  "stats"');
    if (at < 0) throw new Error(`${test} told nothing: ${stderr.slice(0, 500)}`);
    return (JSON.parse(stdout.slice(at)) as { stats: Outcome }).stats;
  }

  /** The same without the defence, which stands again afterwards. */
  without(defence: Defence): Outcome {
    const path = join(this.folder, defence.file);
    const text = readFileSync(path, 'utf8');
    const parts = text.split(defence.was);
    if (parts.length !== 2) throw new Error(`${defence.file} has ${parts.length - 1} places of ${defence.was}`);
    writeFileSync(path, parts.join(defence.is));
    try {
      return this.judge(defence);
    } finally {
      writeFileSync(path, text);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
