// README's tour, line by line as it stands there, in a folder that holds what a fresh clone holds after its build; example.com is a target on loopback.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { builtCommand } from '../cli/packed.ts';
import { written } from '../cli/reports.ts';
import { ROOT } from '../sources.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const TOUR = (/## A short tour\n\n```sh\n([\s\S]*?)```/.exec(README)?.[1] ?? '').trimEnd().split('\n');

/** What a line leaves or says, by how it begins; a line without a row only has to end with 0. */
const SAYS: [string, RegExp][] = [
  ['npm run demo', /GRADE A\+ {3}10 of 10 points/],
  ['npx axproof grade example.com   ', /GRADE A\+/],
  ['npx axproof grade http://127.0.0.1:8080', /^\{\n {2}"format": 1,/],
  ['npx axproof grade fixtures', /https:\/\/widgets\.example/],
  ['npx axproof grade example.com --plan', /robots\.txt/],
  ['npx axproof grade example.com --format markdown', /^# Grade A\+/],
  ['npx axproof grade --replay', /GRADE A\+/],
  ['npx axproof pack test', /cases passed, 0 problems/],
  ['npx axproof spec-digest', /^sha256:[0-9a-f]{64}\n/],
  ['npx axproof fixture serve', /^http:\/\/127\.0\.0\.1:\d+\n/],
  ['npx axproof serve', /^axproof serves http:\/\/127\.0\.0\.1:\d+\//],
  ['npx axproof verify', /PASSED/],
  ['npx axproof diff', /; 0 checks changed\n/],
  ['npx axproof suite', /2 results: 2 good/],
];
const SERVES = /^npx axproof (fixture )?serve\b/;

describe("README's tour", function () {
  this.timeout(60_000);
  let clone: string;
  let server: FixtureServer;
  let digest = '';
  const children = new Set<ChildProcess>();
  before(async () => {
    builtCommand();
    clone = mkdtempSync(join(tmpdir(), 'axproof-clone-'));
    for (const name of ['dist', 'docs', 'fixtures', 'node_modules', 'package.json', 'rules', 'schemas', 'scripts'])
      symlinkSync(join(ROOT, name), join(clone, name));
    // npx takes a second to find what it runs.
    mkdirSync(join(clone, 'bin'));
    writeFileSync(join(clone, 'bin/npx'), '#!/bin/sh\n[ "$1" = axproof ] && shift && exec node dist/axproof.js "$@"\n', { mode: 0o755 });
    server = await serveFixture(written('good'));
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server.close();
    rmSync(clone, { recursive: true });
  });

  /** The line, with the places and the digest that a reader would put in. */
  const here = (line: string): string =>
    line
      .replace(/\bexample\.com\b/g, server.origin)
      .replace('http://127.0.0.1:8080', server.origin)
      .replace('sha256:…', digest);

  /** Runs it; what serves is told to stop once it said where. */
  function ran(line: string): Promise<{ status: number | null; out: string; err: string }> {
    const serves = SERVES.test(line);
    return new Promise((resolve, reject) => {
      const env = {
        ...process.env,
        PATH: `${join(clone, 'bin')}${delimiter}${process.env.PATH}`,
        NO_COLOR: '1',
        PORT: '0',
        METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
      };
      const child = spawn('bash', ['-c', serves ? `exec ${here(line)}` : here(line)], { cwd: clone, env });
      children.add(child);
      let [out, err] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        out += chunk;
        if (serves) child.kill('SIGTERM');
      });
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
      child.on('error', reject).on('close', (status) => {
        children.delete(child);
        resolve({ status, out, err });
      });
    });
  }

  it('is there, and every row of this test is about a line of it', () => {
    expect(TOUR.length).to.be.greaterThan(15);
    for (const [start] of SAYS)
      expect(
        TOUR.filter((line) => line.startsWith(start)),
        start,
      ).to.not.deep.equal([]);
  });

  for (const line of TOUR) {
    it(line.replace(/\s+#.*$/, ''), async () => {
      const { status, out, err } = await ran(line);
      expect(status, out + err).to.equal(0);
      for (const [start, says] of SAYS) if (line.startsWith(start)) expect(out, start).to.match(says);
      if (/^npx axproof spec-digest ax-whole/.test(line)) digest = out.trim();
      expect(err).to.not.match(/internal|^ +at /m);
    });
  }

  it('leaves the files that it names', () => {
    for (const file of ['report.json', 'report.xml', 'axproof.sarif', 'known.json'])
      expect(existsSync(join(clone, file)), file).to.equal(true);
  });
});
