// The curl commands of evidence, run through a real shell: whatever a report holds reaches curl as one argument, or not at all.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Exchange } from '../../src/contract/generated/types.ts';
import { curl, curls } from '../../src/report/curl.ts';
import { rawServer, toLoopback } from '../transport/support.ts';
import { exchange, HEADERS, reportOf } from './exchanges.ts';

const naughty = JSON.parse(readFileSync(new URL('../../fixtures/vectors/strings/blns.json', import.meta.url), 'utf8')) as string[];
const FIXED = ['--globoff', '--path-as-is', '--http1.1'];
const realCurl = spawnSync('curl', ['--version']).status === 0;

describe('curl commands', function () {
  this.timeout(30_000);
  let dir: string;

  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-curl-'));
    writeFileSync(join(dir, 'curl'), `#!/bin/sh\nprintf '%s\\0' "$#" "$@"\n`);
    chmodSync(join(dir, 'curl'), 0o755);
  });
  after(() => rmSync(dir, { recursive: true }));

  /** The arguments of every curl that the script runs; anything else that it does shows on stderr or as a file. */
  function run(script: string): string[][] {
    // As an argument where it fits into one.
    writeFileSync(join(dir, 'script'), script);
    const how = script.length < 30_000 ? ['-c', script] : [join(dir, 'script')];
    const ran = spawnSync('/bin/sh', how, { cwd: dir, env: { PATH: `${dir}:/usr/bin:/bin` }, maxBuffer: 64 * 1024 * 1024 });
    expect(ran.error).to.equal(undefined);
    expect(ran.stderr.toString('utf8')).to.equal('');
    expect(ran.status).to.equal(0);
    expect(readdirSync(dir).sort()).to.deep.equal(['curl', 'script']);
    const printed = ran.stdout.toString('utf8').split('\0');
    const calls: string[][] = [];
    for (let at = 0; at < printed.length - 1; at += 1 + Number(printed[at]))
      calls.push(printed.slice(at + 1, at + 1 + Number(printed[at])));
    return calls;
  }

  const sent: [string, Parameters<typeof exchange>[0], string[]][] = [
    ['a GET', {}, []],
    ['a HEAD', { method: 'HEAD' }, ['--head']],
    ['an OPTIONS', { method: 'OPTIONS' }, ['-X', 'OPTIONS']],
    ['a DELETE', { method: 'DELETE' }, ['-X', 'DELETE']],
    ['a POST without a body', { method: 'POST' }, ['-X', 'POST']],
    ['a URL that curl would expand', { url: 'https://example.com/[1-3]/{a,b}/../x?y=[z]' }, []],
  ];
  for (const [name, request, options] of sent) {
    it(`writes ${name}`, () => {
      const one = exchange(request);
      expect(run(curl(one))).to.deep.equal([
        [
          ...FIXED,
          ...options,
          '--compressed',
          '-H',
          'accept: */*',
          '-H',
          'user-agent: node',
          '-H',
          'accept-encoding: gzip, deflate',
          one.request.url,
        ],
      ]);
    });
  }

  it('writes a body as it is, and keeps curl from adding fields of its own', () => {
    const body = '@/etc/passwd\n{"a": "it\'s"}\n';
    expect(run(curl(exchange({ method: 'POST', headers: { accept: 'a' }, body })))).to.deep.equal([
      [
        ...FIXED,
        '-H',
        'accept: a',
        '-H',
        'user-agent:',
        '-H',
        'content-type:',
        '-H',
        'expect:',
        '--data-raw',
        body,
        'https://example.com/thing',
      ],
    ]);
    const [put] = run(curl(exchange({ method: 'PUT', headers: HEADERS, body: 'x' })));
    expect(put?.slice(3, 5)).to.deep.equal(['-X', 'PUT']);
  });

  it('writes an empty field as one, which curl would read as an order to drop it', () => {
    expect(run(curl(exchange({ headers: { ...HEADERS, 'x-empty': '' } })))[0]).to.include('x-empty;');
  });

  it('writes a command for each hop, with the method that the redirect left', () => {
    const redirects = [
      { url: 'https://example.com/a', answer: { status: 307, headers: { location: '/b' } } },
      { url: 'https://example.com/b', answer: { status: 302, headers: { location: '/c' } } },
    ];
    const headers = { ...HEADERS, 'content-type': 'application/json' };
    const calls = run(
      curl(exchange({ method: 'POST', url: 'https://example.com/a', headers, body: '{}' }, { redirects, url: 'https://example.com/c' })),
    );
    expect(calls.map((call) => [call.at(-1), call.includes('--data-raw'), call.includes('content-type: application/json')])).to.deep.equal([
      ['https://example.com/a', true, true],
      ['https://example.com/b', true, true],
      ['https://example.com/c', false, false],
    ]);
  });

  const unsendable: [string, Parameters<typeof exchange>[0]][] = [
    ['a URL of another scheme', { url: 'file:///etc/passwd' }],
    ['a URL that is an option', { url: '-o/tmp/x' }],
    ['a URL with a line feed', { url: 'https://example.com/\nreboot' }],
    ['a field value with a line feed', { headers: { x: 'a\r\nhost: b' } }],
    ['a field name that curl would read as a file', { headers: { '@/etc/passwd': 'x' } }],
    ['a field value beyond ASCII', { headers: { x: 'é' } }],
    ['a body with a NUL', { method: 'POST', body: 'a\0b' }],
    ['a method that is none', { method: 'GET; reboot' as 'GET' }],
    ['a body that no argument holds', { method: 'POST', body: 'x'.repeat(200_000) }],
  ];
  for (const [name, request] of unsendable) {
    it(`makes a comment of ${name}`, () => {
      const text = curl(exchange(request));
      expect(text).to.match(/not written as a command/);
      expect(run(text)).to.deep.equal([]);
    });
  }

  it('hands every naughty string to curl unchanged, and keeps its comments inert', () => {
    const ascii = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text);
    const all: Exchange[] = naughty.map((text) => {
      const url = new URL('https://example.com/');
      url.searchParams.set('q', text);
      const headers = ascii(text) ? { ...HEADERS, 'x-naughty': text.trim() } : HEADERS;
      return exchange({ method: 'POST', url: url.href, headers, body: text }, { names: [text, `${text}\n: reached`] });
    });
    const calls = run(curls(reportOf(...all)));
    expect(calls).to.have.length(naughty.length);
    for (const [i, call] of calls.entries()) {
      const { headers, body, url } = all[i]!.request;
      const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', value === '' ? `${name};` : `${name}: ${value}`]);
      const own = ['-H', 'content-type:', '-H', 'expect:'];
      expect(call).to.deep.equal([...FIXED, '--compressed', ...fields, ...own, '--data-raw', body, url]);
    }
  });

  it('does nothing but run curl, whatever the texts are', () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '"', '\\', '\n', '`', '$', '(', ')', '!', '#', ';', '&', ' ', 'a', '\r', '\u0000', 'é'),
    });
    fc.assert(
      fc.property(text, text, (body, name) => {
        const calls = run(curl(exchange({ method: 'POST', body }, { names: [name] })));
        expect(calls.map((call) => call[call.indexOf('--data-raw') + 1])).to.deep.equal(body.includes('\0') ? [] : [body]);
      }),
      { numRuns: 60 },
    );
  });

  it('says what was not sent, as comments', () => {
    const report = reportOf(exchange());
    const text = curls({
      ...report,
      evidence: { ...report.evidence, unsent: [{ name: "x'; reboot #", code: 'declined', url: 'https://example.com/\n$(reboot)' }] },
    });
    expect(text).to.match(/not sent \(declined\)/);
    expect(run(text)).to.have.length(1);
  });

  it('makes curl send the bytes that the live transport sends', async function () {
    if (!realCurl) this.skip();
    const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'));
    try {
      const requests = [
        exchange({ url: `${server.origin}/a//b?c=[1-2]` }),
        exchange({
          method: 'POST',
          url: `${server.origin}/p`,
          headers: { ...HEADERS, 'content-type': 'application/json' },
          body: '{"a":1}',
        }),
        exchange({ method: 'OPTIONS', url: `${server.origin}/o` }),
      ];
      for (const { request } of requests) {
        const transport = toLoopback(server.origin);
        await transport.send({ key: 'k', hop: 0, bytes: 1000, request }, new AbortController().signal);
        await transport.close();
        await new Promise<void>((resolve, reject) => {
          execFile('/bin/sh', ['-c', curl(exchange(request))], (error) => (error ? reject(error) : resolve()));
        });
      }
      const lines = (heard: string): string[] =>
        heard
          .toLowerCase()
          .split('\r\n')
          .filter((line) => !line.startsWith('connection:'));
      const [first, ...rest] = server.heard;
      expect(lines(first!)[0]).to.equal('get /a//b?c=[1-2] http/1.1');
      for (let i = 0; i < rest.length + 1; i += 2) expect(lines(server.heard[i + 1]!).sort()).to.deep.equal(lines(server.heard[i]!).sort());
    } finally {
      await server.close();
    }
  });

  it('is what a shell takes without an error', () => {
    const text = curls(reportOf(exchange(), exchange({ method: 'POST', body: "it's" })));
    expect(() => execFileSync('/bin/sh', ['-n', '-c', text])).to.not.throw();
  });
});
