#!/usr/bin/env node
// The executable: loads the command line (cli.cjs) from V8's code cache, which the build made, or from its text where this Node refuses the cache. What serves
// until it is stopped takes the command line of the service's own modules: a second copy of them would stay in memory for as long.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const file = join(__dirname, 'cli.cjs');
const cache = join(__dirname, 'cli.cache');

function fromCache() {
  let cachedData;
  try {
    cachedData = readFileSync(cache);
  } catch {
    // No cache: it is compiled from its text.
  }
  // The build writes ASCII, and a function.
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
  if (process.env.AXPROOF_WRITE_CACHE) process.on('exit', () => writeFileSync(cache, script.createCachedData()));
  script.runInThisContext()(exports, require, module, file, __dirname, (url) => import(url));
}

if (['serve', 'worker'].includes(process.argv[2])) void import('./service/cli.js');
else fromCache();
