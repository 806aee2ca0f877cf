// Writes docs/architecture.md: the rooms of src/ and who imports whom, as dependency-cruiser sees it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Cruised {
  modules: { source: string; dependencies: { resolved: string; coreModule: boolean; dependencyTypes: string[] }[] }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const ORDER = [
  'contract',
  'json',
  'pack',
  'views',
  'record',
  'engine',
  'transport',
  'report',
  'attest',
  'run',
  'gate',
  'store',
  'service',
  'mounts/cli',
  'mounts/http',
  'mounts/mcp',
  'mounts/library',
  'start',
];

/** The room of a source file. */
function room(path: string): string | null {
  const parts = path.split('/');
  if (parts[0] !== 'src') return null;
  return parts[1] === 'mounts' ? `mounts/${parts[2]}` : parts[1]!;
}

const id = (name: string): string => name.replace('/', '_');
const rank = (name: string): number => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);

function arrows({ modules }: Cruised): string[] {
  const pairs = new Set<string>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [room(source), room(resolved)];
      if (from && to && from !== to) pairs.add(`${from} ${to}`);
    }
  }
  const sorted = [...pairs].map((pair) => pair.split(' ') as [string, string]);
  sorted.sort((a, b) => rank(a[0]) - rank(b[0]) || rank(a[1]) - rank(b[1]));
  return sorted.map(([from, to]) => `  ${id(from)} --> ${id(to)}`);
}

/** What each room is. */
const SAYS: Record<string, string> = {
  contract:
    'types from schemas/, error codes, limits, the names of views and their members, what HTTP says of methods and redirects: imports nothing',
  json: 'one place for JSON text: strict reading, canonical form, pointers, base64',
  pack: 'read/, lint/ and compiled/: a folder of YAML or a document becomes a checked, frozen, digested pack, with all that judging needs worked out once; import/: documents of other tools become packs and suites, and a list of what has no equivalent',
  views: 'bytes and headers of one answer, read as JSON; one file or folder a view',
  record: 'what was asked and what came back: the recorder, origins and robots.txt, outcomes, evidence; trusted, beside the driver',
  engine: 'the interpreter: what to ask next (probe/), what paths select (select/), what the answers mean (assert/)',
  transport: 'the only way out: live, replay and fixture are three of the same kind',
  report: 'verdict and evidence become a report; renderers; redaction',
  attest: 'keys, log, signing and verifying; verifying never imports signing',
  run: 'run(pack, target, seed, transport), the driver and its deadlines, judging again, cases, suites, censuses, secrets',
  gate: "digest, consent, admission, run: one way for every host; containment/ is the child that judges strangers' specs",
  store: 'reports, evidence, packs, runs: SQLite and PostgreSQL',
  service: 'the hosted verifier behind its mounts: which run answers whom, the threads that grade, settings, budgets',
  'mounts/cli': 'the command line',
  'mounts/http': 'the service over HTTP',
  'mounts/mcp': 'the MCP server',
  'mounts/library': 'what programs and tests of others import',
  start: 'the composition root of the service, and the commands that need it: it knows every room, and no room knows it',
};

const output = execFileSync(
  process.execPath,
  [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    'src',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  ],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  },
);
const cruised = JSON.parse(output) as Cruised;
const present = new Set(cruised.modules.map(({ source }) => room(source)).filter((name) => name !== null));
const rooms = [...present].sort((a, b) => rank(a) - rank(b));
const intro = readFileSync(join(root, 'scripts/architecture-intro.md'), 'utf8').trimEnd();
const page = [
  '<!-- Written by scripts/generate-architecture.ts from what src/ imports; do not edit. -->',
  intro,
  '\n```mermaid\nflowchart LR',
  ...rooms.map((name) => `  ${id(name)}["${name}"]`),
  ...arrows(cruised),
  '```\n',
  '| room | what it is |\n|---|---|',
  ...rooms.map((name) => `| ${name} | ${SAYS[name] ?? ''} |`),
];
writeFileSync(join(root, 'docs/architecture.md'), `${page.join('\n')}\n`);
