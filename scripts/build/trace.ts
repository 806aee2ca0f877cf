// Finds which modules one grade evaluates, by a bundle that writes down each module when its code begins. It decides where modules stand,
// never what they do: where the grade cannot be run, everything stands in the first chunk.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gradeOnce } from './warm.ts';

/** Where the helpers of esbuild take the one member of the object that holds a module, named by its path. */
const BEGINS = /\(0, (fn|cb)\[__getOwnPropNames\(\1\)\[0\]\]\)/g;
const PRELUDE = `const __bundleUrl = require('node:url').pathToFileURL(__filename).href;
const __begun = []; const __begin = (modules) => { const name = Object.getOwnPropertyNames(modules)[0]; __begun.push(name); return name; };
if (process.env.AXPROOF_TRACE) process.on('exit', () => require('node:fs').writeFileSync(process.env.AXPROOF_TRACE, JSON.stringify(__begun)));
`;

/** An unminified bundle that writes the names of evaluated modules to the file that AXPROOF_TRACE names. */
export function traced(code: string): string {
  let places = 0;
  const text = code.replace(/^#!.*\n/, '').replace(BEGINS, (_, modules: string) => {
    places++;
    return `(0, ${modules}[__begin(${modules})])`;
  });
  if (places !== 2) throw new Error(`the helpers of esbuild no longer look as scripts/build/trace.ts describes them: ${places} places`);
  return PRELUDE + text;
}

/** Names of the evaluated modules as the bundle has them; undefined where no grade could be run. */
export async function evaluatedBy(root: string, bin: string): Promise<ReadonlySet<string> | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-trace-'));
  const file = join(folder, 'evaluated.json');
  try {
    await gradeOnce(root, bin, { AXPROOF_TRACE: file });
    return existsSync(file) ? new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
