#!/usr/bin/env node
// The executable: compiles the bundle, from V8's code cache where this Node accepts it (docs/adr/0003-bundle-and-code-cache.md).
'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

// A command lives for a fraction of a second: optimising compilation and marking beside the work would cost a fifth of its CPU and never
// pay. What lives longer still gets the first, later. A service is no such command, and other releases of V8 know other flags.
if (process.argv[2] !== 'serve' && process.versions.v8.startsWith('11.')) {
  const { setFlagsFromString } = require('node:v8');
  setFlagsFromString('--interrupt-budget=1000000');
  setFlagsFromString('--no-incremental-marking');
}

const file = join(__dirname, 'cli.cjs');
let cachedData;
try {
  cachedData = readFileSync(join(__dirname, '__CACHE__'));
} catch {
  // No cache: the bundle is compiled from its text.
}
const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
if (process.env.AXPROOF_WRITE_CACHE === '1') {
  process.on('exit', () => require('node:fs').writeFileSync(join(__dirname, '__CACHE__'), script.createCachedData()));
}
script.runInThisContext()(exports, require, module, file, __dirname, `file://${file}`);
