// An esbuild plugin: every module of src/ becomes a CommonJS module whose imports are evaluated when they are first used, not before.
// So a command pays only for what it runs: a grade that meets no YAML never evaluates the YAML parser.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, PluginBuild, TransformOptions } from 'esbuild';
import { transform } from 'esbuild';

/** The declaration that esbuild writes for an import when it turns a module into CommonJS. */
const DECLARATION = /^var (import_\w+) = (?:require\("([^"]+)"\)|__toESM\(require\("([^"]+)"\)(?:, 1)?\));$/gm;
/** A dynamic import of a module of src/, which is CommonJS by then. */
const DYNAMIC = /\bimport\("(\.[^"]+\.ts)"\)/g;
const NAMESPACE = 'lazy';

/**
 * Turns `var import_x = require("x")` and its uses into calls of a function that requires once. `esm` tells whether a package is an
 * ES module: its default export is its own then, and the whole of module.exports otherwise, as in Node.
 */
export function lazyImports(code: string, esm: (name: string) => boolean): string {
  const names = [...code.matchAll(DECLARATION)].map((match) => match[1]!);
  if (names.length === 0) return code;
  // Not behind a dot, but for the three of a spread.
  const uses = new RegExp(`(?<![\\w$])(?<!(?<!\\.\\.)\\.)(${names.join('|')})(?=[.)])`, 'g');
  return code.replace(uses, '($1())').replace(DECLARATION, (_, name: string, plain?: string, whole?: string) => {
    const required = plain === undefined ? `__toESM(require("${whole}")${esm(whole!) ? '' : ', 1'})` : `require("${plain}")`;
    return `var ${name}_; function ${name}() { return ${name}_ ??= ${required}; }`;
  });
}

/** The packages among the imports that resolve to ES modules. */
async function esModules(build: PluginBuild, code: string, resolveDir: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [, , , name] of code.matchAll(DECLARATION)) {
    if (name === undefined) continue;
    if (name.startsWith('.')) found.add(name);
    else if (!name.startsWith('node:')) {
      const { path } = await build.resolve(name, { kind: 'require-call', resolveDir });
      if (path.endsWith('.mjs') || (!path.endsWith('.cjs') && (await inModulePackage(path)))) found.add(name);
    }
  }
  return found;
}

async function inModulePackage(path: string): Promise<boolean> {
  for (let dir = dirname(path); dir !== dirname(dir); dir = dirname(dir)) {
    const file = join(dir, 'package.json');
    if (existsSync(file)) return (JSON.parse(await readFile(file, 'utf8')) as { type?: string }).type === 'module';
  }
  return false;
}

/** `root` is the folder whose modules are made lazy; packages stay as they are. `instead` gives other contents for some of the modules. */
export function lazyModules(root: string, options: TransformOptions, instead: Readonly<Record<string, string>> = {}): Plugin {
  return {
    name: 'lazy-modules',
    setup(build) {
      // A namespace of its own: as files of a package of type module, they could not be CommonJS.
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        return file.startsWith(root) ? { path: file, namespace: NAMESPACE } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => {
        const source = instead[path] ?? (await readFile(path, 'utf8'));
        if (/\bimport_\w+/.test(source)) throw new Error(`${path}: names that begin with import_ are the bundler's own`);
        const { code } = await transform(source, { ...options, loader: 'ts', format: 'cjs', sourcefile: path });
        const resolveDir = dirname(path);
        const esm = await esModules(build, code, resolveDir);
        // As a require, a dynamic import may lead to another chunk of the bundle (scripts/build/chunks.ts).
        const required = code.replace(DYNAMIC, (_, name: string) => `Promise.resolve().then(() => require("${name}"))`);
        return { contents: lazyImports(required, (name) => esm.has(name)), loader: 'js', resolveDir };
      });
    },
  };
}
