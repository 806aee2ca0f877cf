// npx tsx scripts/mutants.ts PACK...: measures what the cases of bundled packs notice (axproof pack mutate, a process a core), and writes their rows of docs/rules/mutants.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSource } from './build/packs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'docs/rules/mutants.md');
const HEAD = `<!-- Written by scripts/mutants.ts; do not edit. -->

# What the cases notice

\`axproof pack mutate\` changes a pack in one place at a time and runs its cases ([packs.md](../packs.md#do-the-cases-hold-the-rules-in-place)). Noticed is what some case fails at; waived is what none can notice or need, each with its
reason in \`fixtures/cases/PACK/waivers.yaml\`; what survived is not guarded by any case, and is named below. A pack without a row was not measured at the digest that it has now.

| pack | digest | class | mutants | noticed | waived | survived | of those that count |
|---|---|---|---|---|---|---|---|
`;

const ROW = /^(?:\||-) ([a-z-]+)(?: \||:) /;
const rows = new Map<string, string[]>();
for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
  const [, name = ''] = ROW.exec(line) ?? [];
  if (name !== '' && name !== 'pack') rows.set(name, [...(rows.get(name) ?? []), line]);
}
/** What one of several processes prints: exit 1 says that some survived. */
async function part(name: string, at: number, of: number): Promise<string> {
  const args = [
    '--import',
    'tsx',
    join(root, 'src/mounts/cli/bin.ts'),
    'pack',
    'mutate',
    join(root, 'rules', name),
    '--part',
    `${at}/${of}`,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0 && status !== 1) throw new Error(`pack mutate ${name} ended with ${status}`);
  return out;
}

const CLASSES = ['core', 'detail', 'worth'];

for (const name of process.argv.slice(2)) {
  const began = Date.now();
  const of = availableParallelism();
  const outs = await Promise.all(Array.from({ length: of }, (_, i) => part(name, i + 1, of)));
  const lines = outs.flatMap((out) => out.split('\n'));
  // A waiver of what is not there waives nothing, and one day something else.
  for (const line of new Set(lines.filter((one) => one.includes('idle-waiver')))) process.stderr.write(`${line}\n`);
  const { digest } = openSource(root, name);
  const table = CLASSES.map((kind) => {
    const counts = lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.trim().split(/ {2,}/).slice(1, 5).map(Number));
    const [mutants, noticed = 0, waived, survived = 0] = [0, 1, 2, 3].map((i) => counts.reduce((sum, row) => sum + (row[i] ?? 0), 0));
    const share = noticed + survived === 0 ? '' : `${((100 * noticed) / (noticed + survived)).toFixed(1)} %`;
    return `| ${name} | \`${digest}\` | ${[kind, mutants, noticed, waived, survived, share].join(' | ')} |`;
  });
  rows.set(name, [
    ...table,
    ...lines.flatMap((line) => /: survived (.+)/.exec(line)?.[1] ?? []).map((mutant) => `- ${name}: \`${mutant}\``),
  ]);
  process.stderr.write(`${name}: ${Math.round((Date.now() - began) / 1000)} s in ${of} processes\n`);
}
const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, lines]) => lines);
const survivors = sorted.filter((line) => line.startsWith('- '));
const told = survivors.length === 0 ? '' : `\n## What no case notices\n\n${survivors.join('\n')}\n`;
writeFileSync(file, `${HEAD}${sorted.filter((line) => line.startsWith('|')).join('\n')}\n${told}`);
