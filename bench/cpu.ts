// CPU (user and system) and peak memory of one whole CLI grade over loopback, relative to `node -e 0` in the same run. Needs npm run build.
// Both run without NODE_EXTRA_CA_CERTS: where it is set, Node reads a file of certificates at every start, and any work is a smaller multiple.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fixtureServer } from './parts/fixture-server.ts';
import { median, rounded } from './parts/median.ts';
import { BIN } from './parts/setup.ts';

const RUNS = 21;
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const METER = fileURLToPath(new URL('./parts/meter.cjs', import.meta.url));

/** Milliseconds of user and system time of a whole child, start and end included, by the shell's account of it. */
function cpu(args: readonly string[]): number {
  const script = 'TIMEFORMAT="TIME %U %S"; time "$@" >/dev/null 2>&1';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], { encoding: 'utf8', env });
  const match = /TIME ([\d.]+) ([\d.]+)/.exec(stderr);
  if (!match) throw new Error(`no time for ${args.join(' ')}: ${stderr}`);
  return (Number(match[1]) + Number(match[2])) * 1000;
}

function peakMiB(args: readonly string[]): number {
  const { stderr } = spawnSync(process.execPath, ['--require', METER, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  return Number(/PEAK (\d+)/.exec(stderr)?.[1]) / 1024;
}

const server = await fixtureServer('good');
const grade = [BIN, 'grade', server.origin, '--seed', '7', '--quiet'];

function times(): { nodeMs: number; gradeMs: number; times: number } {
  const bare: number[] = [];
  const graded: number[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    bare.push(cpu(['-e', '0']));
    graded.push(cpu(grade));
  }
  const [node, whole] = [median(bare), median(graded)];
  return { nodeMs: rounded(node, 0), gradeMs: rounded(whole, 0), times: rounded(whole / node) };
}

const line = {
  bench: 'cpu',
  ...times(),
  nodeMiB: rounded(peakMiB(['-e', '0']), 0),
  gradeMiB: rounded(peakMiB(grade), 0),
  target: 12,
};
server.stop();
console.log(JSON.stringify(line));
