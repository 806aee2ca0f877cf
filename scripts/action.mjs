// What the GitHub Action runs (action.yml): inputs become arguments, never text of a shell; results become annotations, a step summary and outputs.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What was installed (scripts/install-packed.sh). */
const CLI = process.env.AXPROOF_CLI ?? fileURLToPath(new URL('../dist/axproof.js', import.meta.url));

const input = (name) => (process.env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim();
const lines = (name) =>
  input(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** `--option=value`, so that no value is taken for an option; nothing where the input is empty. */
const option = (name) => (input(name) === '' ? [] : [`--${name}=${input(name)}`]);
const options = (name, each) => lines(name).map((line) => `--${each}=${line}`);

/** What each command takes beside what all of them do. An input that would be left out in silence is one that somebody relies on. */
const TAKES = {
  suite: ['suite', 'env', 'data', 'baseline'],
  verify: ['target', 'spec', 'expect-digest', 'env'],
  grade: ['target', 'pack', 'baseline'],
};

function refuseOthers(name) {
  const others = [...new Set(Object.values(TAKES).flat())].filter((one) => input(one) !== '' && !TAKES[name].includes(one));
  if (others.length > 0)
    throw new Error(`these inputs make a ${name}, which takes no ${others.join(', ')}: leave them out, or use a step for each`);
}

function command() {
  const name = input('suite') !== '' ? 'suite' : input('spec') !== '' || input('expect-digest') !== '' ? 'verify' : 'grade';
  refuseOthers(name);
  if (name === 'suite') return { name, args: [...option('env'), ...option('data'), ...option('baseline')], about: input('suite') };
  const about = input('target');
  if (name === 'verify') return { name, args: [...option('spec'), ...option('expect-digest'), ...options('env', 'env')], about };
  return { name, args: [...option('pack'), ...option('baseline')], about };
}

/** In the form for values of several lines, with an end that nobody can guess. */
function output(values) {
  const file = process.env.GITHUB_OUTPUT;
  if (!file) return;
  const end = `end-${randomUUID()}`;
  for (const [name, value] of Object.entries(values)) appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`);
}

function reportOf(file) {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The runner reads commands out of everything that is printed: what is not ours is printed while it does not listen. */
function muted(text) {
  if (text === '') return;
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n${text.endsWith('\n') ? text : `${text}\n`}::${token}::\n`);
}

function main() {
  const { name, args, about } = command();
  if (about === '') throw new Error('give the input target, or suite');
  if (!existsSync(CLI)) throw new Error('axproof is not built: run npm ci in the folder of the action');
  const file = input('report') || 'axproof-report.json';
  rmSync(file, { force: true });
  const reporters = ['github', `json:${file}`, ...lines('reporter').filter((line) => line !== 'github')];
  const remote = [...option('service'), ...option('jwks'), ...options('trust', 'trust')];
  const given = [name, ...args, ...remote, ...reporters.map((one) => `--reporter=${one}`), '--', about];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [CLI, ...given], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) throw error;
  muted(stderr);
  process.stdout.write(stdout);
  const report = reportOf(file);
  output({
    passed: name === 'verify' ? String(report?.passed === true && status === 0) : '',
    grade: report?.verdict?.grade ?? '',
    digest: report?.verdict?.pack?.digest ?? '',
    report: report === undefined ? '' : file,
    status: String(status ?? 3),
  });
  return status ?? 3;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stdout.write(
    `::error title=axproof::${String(error.message).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}\n`,
  );
  process.exitCode = 2;
}
