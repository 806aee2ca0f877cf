// Runs inside the real containment and tries to get out in every way it knows; says of each attempt what came of it, a JSON line each.
'use strict';
const { createSocket } = require('node:dgram');
const dns = require('node:dns');
const fs = require('node:fs');
const net = require('node:net');

const say = (name, outcome) => fs.writeSync(1, `${JSON.stringify([name, outcome])}\n`);
const code = (error) => error.code ?? error.name;

const port = Number(process.argv[2]);
const file = process.argv[3];
const parent = Number(process.argv[4]);

const ATTEMPTS = {
  'read a file': () => fs.readFileSync('/etc/hostname'),
  'read beside its own bundle': () => fs.readdirSync(__dirname),
  'read the environment of its process': () => fs.readFileSync('/proc/self/environ'),
  'read the memory of its process': () => fs.openSync('/proc/self/mem', 'r'),
  'see open files': () => fs.readdirSync('/proc/self/fd'),
  'write a file': () => fs.writeFileSync(file, 'out'),
  'append to a file': () => fs.appendFileSync(file, 'out'),
  'make a folder': () => fs.mkdirSync(`${file}.d`),
  'link a file': () => fs.symlinkSync('/etc/hostname', file),
  'start a process': () => {
    const { error } = require('node:child_process').spawnSync('/bin/true');
    if (error) throw error;
  },
  'run a command': () => require('node:child_process').execFileSync('/bin/true'),
  'start a thread': () => new (require('node:worker_threads').Worker)('1', { eval: true }),
  'open an inspector': () => require('node:inspector').open(0),
  'load native code': () => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libm.so.6'),
  'use an internal binding': () => process.binding('spawn_sync'),
  'make a WASI file system': () => new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } }),
  'signal its parent': () => process.kill(parent, 0),
  'become somebody else': () => process.setuid(1),
  'change its folder': () => process.chdir('/tmp'),
  'listen on loopback by file': () => fs.openSync('/dev/tcp', 'r+'),
  'find an environment': () => {
    if (Object.keys(process.env).length === 0) throw Object.assign(new Error('none'), { code: 'EMPTY' });
    return Object.keys(process.env).join();
  },
  'find a network interface': () => {
    const found = Object.keys(require('node:os').networkInterfaces());
    if (found.length === 0) throw Object.assign(new Error('none'), { code: 'EMPTY' });
    return found.join();
  },
};

const LATER = {
  'connect over loopback': () => connect({ host: '127.0.0.1', port }),
  'connect over IPv6': () => connect({ host: '::1', port }),
  'connect to a socket file': () => connect({ path: process.argv[5] }),
  'send over UDP': () =>
    new Promise((resolve, reject) => {
      const socket = createSocket('udp4');
      socket.on('error', reject);
      socket.send('out', port, '127.0.0.1', (error) => (error ? reject(error) : resolve('sent')));
    }),
  'look up a name': () => dns.promises.lookup('localhost.example'),
  'ask a name server': () => dns.promises.resolve4('localhost.example'),
  'fetch over HTTP': () => fetch(`http://127.0.0.1:${port}/`).catch((error) => Promise.reject(error.cause ?? error)),
};

const connect = (to) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(to, () => resolve('connected'));
    socket.on('error', reject);
  });

const within = (promise, ms) =>
  Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error('nothing came')), ms))]);

async function main() {
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    try {
      say(name, `DID IT: ${String(attempt()).slice(0, 80)}`);
    } catch (error) {
      say(name, code(error));
    }
  }
  for (const [name, attempt] of Object.entries(LATER)) {
    try {
      say(name, `DID IT: ${String(await within(attempt(), 1000)).slice(0, 80)}`);
    } catch (error) {
      say(name, code(error));
    }
  }
  say('hold 1 GB of buffers', 'TRIED');
  const held = [];
  for (let i = 0; i < 1024; i++) held.push(Buffer.alloc(1024 * 1024, 1));
  say('hold 1 GB of buffers', `DID IT: ${held.length}`);
  process.exit(0);
}

void main();
