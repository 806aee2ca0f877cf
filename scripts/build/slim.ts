// An esbuild plugin: takes out of packages what the command line never uses and would pay for at every start. The build fails when a
// package no longer looks as described here, so nothing of this goes stale in silence.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const unused = (what: string): string => `throw new Error(${JSON.stringify(`${what} is not part of this bundle`)});`;

/** Packages that got imports for options that no transport of ours turns on. */
const STAND_INS: Readonly<Record<string, string>> = {
  // Builds a TLS context with every root certificate when it is loaded.
  'http2-wrapper': `export default { globalAgent: undefined, get auto() { ${unused('HTTP/2')} } };`,
  'cacheable-lookup': `export default class { constructor() { ${unused('the DNS cache')} } }`,
  'cacheable-request': `export class CacheError extends Error {}\nexport default class { constructor() { ${unused('the response cache')} } }`,
  'decompress-response': `export default function () { ${unused("got's decompression")} }`,
};

interface Edit {
  from: RegExp;
  to: string;
  times: number;
}

interface Patch {
  file: RegExp;
  edits: readonly Edit[];
}

const PATCHES: readonly Patch[] = [
  {
    // Two formatters for messages of errors load the tables of every language.
    file: /[\\/]@sindresorhus[\\/]is[\\/]distribution[\\/]index\.js$/,
    edits: [
      {
        from: /^const (\w+) = new Intl\.ListFormat\((.*)\);$/gm,
        to: 'const $1 = { format: (list) => new Intl.ListFormat($2).format(list) };',
        times: 2,
      },
    ],
  },
  {
    // Node's TLS is loaded for https alone.
    file: /[\\/]got[\\/]dist[\\/]source[\\/]core[\\/]options\.js$/,
    edits: [
      {
        from: /^import \{ checkServerIdentity \} from 'node:tls';$/gm,
        to: "const checkServerIdentity = (...args) => require('node:tls').checkServerIdentity(...args);",
        times: 1,
      },
      {
        from: /^import https from 'node:https';$/gm,
        to: "const https = { get request() { return require('node:https').request; } };",
        times: 1,
      },
    ],
  },
  {
    // Only a command that is an executable of its own needs it, and we have none.
    file: /[\\/]commander[\\/]lib[\\/]command\.js$/,
    edits: [
      {
        from: /^const childProcess = require\('node:child_process'\);$/gm,
        to: "const childProcess = { spawn: (...args) => require('node:child_process').spawn(...args) };",
        times: 1,
      },
    ],
  },
];

function edited(text: string, path: string, { from, to, times }: Edit): string {
  const found = text.match(from)?.length ?? 0;
  if (found !== times) throw new Error(`${path}: ${from} was found ${found} times, not ${times}; see scripts/build/slim.ts`);
  return text.replace(from, to);
}

export const slim: Plugin = {
  name: 'slim',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${Object.keys(STAND_INS).join('|')})$`) }, ({ path }) => ({ path, namespace: 'stand-in' }));
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({ contents: STAND_INS[path]! }));
    for (const { file, edits } of PATCHES) {
      build.onLoad({ filter: file }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        return { contents: edits.reduce((code, edit) => edited(code, path, edit), text), loader: 'js' };
      });
    }
  },
};
