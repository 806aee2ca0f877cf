#!/usr/bin/env node
// The executable: compiles the bundle, from V8's code cache where this Node accepts it (docs/adr/0003-bundle-and-code-cache.md).
'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

// Node's own modules come with a code cache that V8 refuses once flags have changed: those that a run over the network loads are loaded before.
if (['grade', 'verify', 'suite'].includes(process.argv[2])) for (const name of __BUILTINS__) require(`node:${name}`);

// A command lives for a fraction of a second: optimising compilation and marking beside the work would cost a fifth of its CPU and never
// pay. What lives longer still gets the first, later. A service is no such command, and other releases of V8 know other flags.
if (process.argv[2] !== 'serve' && process.versions.v8.startsWith('11.')) {
  const { setFlagsFromString } = require('node:v8');
  setFlagsFromString('--interrupt-budget=1000000');
  setFlagsFromString('--no-incremental-marking');
  // Code that runs a few times is not worth the notes that faster code is made from.
  setFlagsFromString('--interrupt-budget-factor-for-feedback-allocation=24');
  setFlagsFromString('--no-baseline-batch-compilation');
}

const digests = __DIGESTS__;

/** Compiles a chunk and gives what it holds: functions that give its modules, by their numbers. */
function load(name) {
  const file = join(__dirname, `${name}.cjs`);
  const cache = join(__dirname, `${name}-${digests[name]}.cache`);
  let cachedData;
  try {
    cachedData = readFileSync(cache);
  } catch {
    // No cache: the chunk is compiled from its text.
  }
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
  if (process.env.AXPROOF_WRITE_CACHE === name) {
    process.on('exit', () => require('node:fs').writeFileSync(cache, script.createCachedData()));
  }
  const own = { exports: {} };
  // A script of vm has no import of its own.
  script.runInThisContext()(own.exports, required, own, file, __dirname, `file://${file}`, (url) => import(url));
  return own.exports;
}

const chunks = {};

/** What the chunks ask for: modules of each other, as `chunk:NAME:NUMBER`, and of Node. */
function required(id) {
  if (!id.startsWith('chunk:')) return require(id);
  const [, name, number] = id.split(':');
  chunks[name] ??= load(name);
  return chunks[name][number]();
}

required('chunk:cli:0');
