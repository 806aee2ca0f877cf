// Finds which modules one grade evaluates and which of Node's own it loads, by a bundle that writes down each module when its code begins. It decides
// where modules stand and when they are loaded, never what they do: where the grade cannot be run, everything stands in the first chunk.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gradeOnce } from './warm.ts';

/** Where the helpers of esbuild take the one member of the object that holds a module, named by its path. */
const BEGINS = /\(0, (fn|cb)\[__getOwnPropNames\(\1\)\[0\]\]\)/g;
const PRELUDE = `const __bundleUrl = require('node:url').pathToFileURL(__filename).href;
const __begun = []; const __begin = (modules) => { const name = Object.getOwnPropertyNames(modules)[0]; __begun.push(name); return name; };
const __there = new Set(process.moduleLoadList);
if (process.env.AXPROOF_TRACE) process.on('exit', () => {
  const builtins = require('node:module').builtinModules.filter((name) => !name.startsWith('_') && !__there.has('NativeModule ' + name) && process.moduleLoadList.includes('NativeModule ' + name));
  require('node:fs').writeFileSync(process.env.AXPROOF_TRACE, JSON.stringify({ begun: __begun, builtins }));
});
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

export interface Evaluated {
  /** Names of the evaluated modules as the bundle has them. */
  modules: ReadonlySet<string>;
  /** Node's own modules that were loaded, without those of every process. */
  builtins: readonly string[];
}

/** Undefined where no grade could be run. */
export async function evaluatedBy(root: string, bin: string): Promise<Evaluated | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-trace-'));
  const file = join(folder, 'evaluated.json');
  try {
    await gradeOnce(root, bin, { AXPROOF_TRACE: file });
    if (!existsSync(file)) return undefined;
    const { begun, builtins } = JSON.parse(readFileSync(file, 'utf8')) as { begun: string[]; builtins: string[] };
    return { modules: new Set(begun), builtins };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
