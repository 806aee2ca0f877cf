// npx tsx scripts/mutants.ts PACK...: measures what the cases of bundled packs notice (axproof pack mutate), and writes their rows of docs/rules/mutants.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packMutate } from '../src/mounts/cli/pack-mutate.ts';
import { processIo } from '../src/mounts/cli/process-io.ts';
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
for (const name of process.argv.slice(2)) {
  let out = '';
  const io = {
    ...processIo(),
    out: (text: string): void => {
      out += text;
    },
  };
  await packMutate(join(root, 'rules', name), {}, io);
  const { digest } = openSource(root, name);
  const table = out.split('\n').filter((line) => /^(?:core|detail|worth) /.test(line));
  rows.set(name, [
    ...table.map((line) => `| ${name} | \`${digest}\` | ${line.trim().split(/ {2,}/).join(' | ')} |`),
    ...[...out.matchAll(/: survived (.+)/g)].map(([, mutant]) => `- ${name}: \`${mutant}\``),
  ]);
}
const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, lines]) => lines);
const survivors = sorted.filter((line) => line.startsWith('- '));
const told = survivors.length === 0 ? '' : `\n## What no case notices\n\n${survivors.join('\n')}\n`;
writeFileSync(file, `${HEAD}${sorted.filter((line) => line.startsWith('|')).join('\n')}\n${told}`);
