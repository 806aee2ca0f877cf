// Which tests are quick, which try mutants and which are of the system: by folder, so that a new test is sorted by where it lies. It must not drop a test: what is neither is of the system.
const { readdirSync } = require('node:fs');
const { join, relative } = require('node:path');

/** Folders, and files, whose tests start processes, services or browsers, or judge many whole sites. */
const SYSTEM = [
  'attest/recipes.test.ts',
  'attest/recipes-service.test.ts',
  'bench',
  'docs/readme.test.ts',
  'cli',
  'gate/containment',
  'http',
  'integration',
  'mcp',
  'report/html/browser.test.ts',
  'scripts',
  'service',
  'store',
  'truth',
];

/** They keep cores busy for minutes, and nothing else: among tests that start processes they would wait for a core instead (record 199). */
const MUTANTS = ['shared', 'largest', 'rules', 'others'].map((part) => `mutate/drawn-${part}.test.ts`);

/** A slice of those of the system, which is run with the quick ones, so that a change that breaks a mount shows early. */
const SLICE = ['cli/cli.test.ts', 'http/accept.test.ts', 'mcp/calls.test.ts', 'store/runs.test.ts'];

/** Those that take longest begin first, so that at the end no worker is left alone with one. */
const LONG = [
  'rules.test.ts',
  'rules-over-sockets.test.ts',
  'truth/every-run.test.ts',
  'report/html/browser.test.ts',
  'truth/order.test.ts',
  'truth/cost.test.ts',
  'truth/noise.test.ts',
  'http/verify.test.ts',
  'http/pages.test.ts',
  'service/start.test.ts',
  'service/runs.test.ts',
  'store/processes.test.ts',
  'gate/containment/lies.test.ts',
  'gate/containment/equal.test.ts',
  'cli/bad-input.test.ts',
  'views/openapi/hostile.test.ts',
  'run.test.ts',
];

const all = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => relative('.', name).replaceAll('\\', '/'));
const kindOf = (name) => {
  if (MUTANTS.includes(name)) return 'mutants';
  return SLICE.includes(name) || !SYSTEM.some((one) => name === one || name.startsWith(`${one}/`)) ? 'quick' : 'system';
};
const place = (name) => (LONG.includes(name) ? LONG.indexOf(name) : LONG.length);

for (const name of [...SLICE, ...LONG, ...MUTANTS])
  if (!all.includes(name)) throw new Error(`test/kinds.cjs names test/${name}, which is not there`);

const common = JSON.parse(require('node:fs').readFileSync(join(__dirname, '../.mocharc.json'), 'utf8'));

/** The settings of mocha for one kind. The product is bundled before the first test. */
exports.settings = (kind) => ({
  ...common,
  require: [...common.require, './test/service/bundle.ts'],
  spec: all
    .filter((name) => kindOf(name) === kind)
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => `test/${name}`),
});
