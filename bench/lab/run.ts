// npm run lab: holds the built service (npm run build first) to its bounds before hostile targets and callers, kills and lists of addresses.
// Its table goes to stdout; the exit status is 1 when a row is beyond a bound that is not known to be too narrow. A row beyond its bound is measured once
// more, since others may use the machine. --only a,b --seed n --tenth --soak [--minutes n] --resume FILE --markdown FILE
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chosen } from './chosen.ts';
import { knownOf } from './known.ts';
import { Lab } from './lab.ts';
import { holds, type Result, type Row } from './row.ts';
import { ROWS } from './rows.ts';
import { buildOf, State } from './state.ts';
import { type Done, table, writeInto } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '7' },
    tenth: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '20' },
    resume: { type: 'string' },
    markdown: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

async function once(row: Row, lab: Lab): Promise<Result> {
  const began = performance.now();
  const over = (): number => Math.round((performance.now() - began) / 100) / 10;
  try {
    return { figures: await row.run(lab), seconds: over() };
  } catch (error) {
    return { figures: [], seconds: over(), error: String((error as Error)?.stack ?? error).slice(0, 600) };
  }
}

async function measured(row: Row, lab: Lab): Promise<Result> {
  const first = await once(row, lab);
  return holds(first) || knownOf(row.name) ? first : once(row, lab);
}

const seed = Number(values.seed);
const { tenth } = values;
const rows = chosen(ROWS, { seed, tenth, soak: values.soak, ...(values.only === undefined ? {} : { only: values.only.split(',') }) });
if (values.list) {
  for (const { group, name, does } of rows) console.log(`${group}  ${name}: ${does}`);
  process.exit(0);
}
// Whatever was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const state = new State(values.resume, { build: buildOf(), seed, tenth });
const lab = new Lab({ seed, tenth, soak: Number(values.minutes) });
const began = performance.now();
const done: (readonly [Row, Result])[] = [];
try {
  for (const row of rows) {
    const result = state.done(row.name) ?? (await measured(row, lab));
    state.keep(row.name, result);
    done.push([row, result]);
    const said = result.error ?? result.figures.map(({ what, measured: value, ok }) => `${what} ${value}${ok ? '' : ' (!)'}`).join('; ');
    console.error(`${holds(result) ? 'within' : 'BEYOND'}  ${row.name} (${result.seconds} s): ${said}`);
  }
} finally {
  await lab.close();
}

function page(all: Done): string {
  const within = all.filter(([, result]) => holds(result)).length;
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const about = `${within} of ${all.length} rows within their bounds, seed ${seed}, ${cpus().length} cores, Node ${process.versions.node}, ${minutes} minutes.`;
  return `${about}\n\n${table(all)}`;
}

const text = page(done);
console.log(text);
if (values.markdown !== undefined) writeInto(values.markdown, text);
process.exit(done.every(([row, result]) => holds(result) || knownOf(row.name)) ? 0 : 1);
