// Mistakes of usage, as a stranger makes them: each ends with 2, a code, what was wrong, and what would be right; none shows a stack.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { ROOT } from '../sources.ts';
import { cli, held } from './io.ts';

const GOOD = join(ROOT, 'fixtures/targets/good.yaml');
const AUTH = join(ROOT, 'rules/auth');
const D = `sha256:${'0'.repeat(64)}`;

interface Places {
  dir: string;
  /** Where something listens already. */
  port: string;
}

/** What is typed after axproof, the code, what the message says is wrong, and what it says would be right. */
const MISTAKES: [(places: Places) => string[], ErrorCode, RegExp, RegExp][] = [
  [() => [], 'bad-usage', /needs a command/, /commands: grade, /],
  [() => ['grad', 'example.com'], 'bad-usage', /unknown command 'grad'/, /did you mean grade\?/],
  [() => ['pack'], 'bad-usage', /axproof pack needs a command/, /commands: init, lint, test/],
  [() => ['pack', 'lnt', AUTH], 'bad-usage', /unknown command 'lnt'/, /did you mean lint\?/],
  [() => ['fixture'], 'bad-usage', /axproof fixture needs a command/, /commands: serve/],
  [() => ['grade'], 'bad-usage', /a target is wanted/, /axproof grade example\.com/],
  [() => ['grade', GOOD, '--sed', '7'], 'bad-usage', /unknown option '--sed'/, /did you mean --seed\?/],
  [() => ['grade', GOOD, 'more'], 'bad-usage', /too many arguments/, /usage: axproof grade \[options\] \[target\]/],
  [() => ['grade', GOOD, '--seed'], 'bad-usage', /--seed <n>' argument missing/, /usage: axproof grade/],
  [() => ['grade', GOOD, '--seed', '-1'], 'bad-usage', /'-1' is invalid/, /an integer from 0 to 9007199254740991/],
  [() => ['grade', GOOD, '--seed', '9007199254740992'], 'bad-usage', /'9007199254740992' is invalid/, /an integer from 0 to/],
  [() => ['grade', GOOD, '--format', 'pdf'], 'bad-usage', /'pdf' is invalid/, /choices are terminal, markdown, json/],
  [() => ['grade', GOOD, '--timeout', 'soon'], 'bad-usage', /'soon' is invalid/, /above 0 and at most 60/],
  [() => ['grade', GOOD, '--timeout', '90'], 'bad-usage', /--timeout of a run here/, /at most 60 seconds/],
  [() => ['grade', 'https://example.com/docs'], 'bad-target', /a target has no path/, /give the origin alone/],
  [() => ['grade', 'https://me:word@example.com'], 'bad-target', /no user information/, /Give a domain \(example\.com\)/],
  [() => ['grade', 'ftp://example.com'], 'bad-target', /reached over http or https/, /an origin \(http:\/\/127/],
  [() => ['grade', 'https:/example.com'], 'bad-target', /followed by two slashes/, /such as https:\/\/example\.com/],
  [() => ['grade', 'exa mple.com'], 'bad-target', /no spaces/, /Give a domain/],
  [() => ['grade', 'example.com:8443'], 'bad-target', /default port/, /Give a domain/],
  [() => ['grade', 'localhost:99999'], 'bad-target', /not a domain name or an origin/, /a port is a number from 0 to 65535/],
  [() => ['grade', '8.8.8.8'], 'bad-target', /by its name, not by an address/, /Give a domain/],
  [() => ['grade', 'nowhere.yaml'], 'bad-file', /nowhere\.yaml cannot be read/, /there is no such file/],
  [() => ['grade', './report.json'], 'bad-file', /report\.json cannot be read/, /there is no such file/],
  [({ dir }) => ['grade', join(dir, 'x.json')], 'bad-target', /x\.json is no fixture/, /axproof grade --replay FILE/],
  [({ dir }) => ['grade', dir], 'bad-target', / is no fixture/, /a fixture is one \.yaml file/],
  [({ dir }) => ['grade', join(dir, 'broken.yaml')], 'bad-fixture', /does not load/, /broken\.yaml:2:1: syntax/],
  [() => ['grade', GOOD, '--pack', 'nowhere'], 'bad-pack', /there is no pack nowhere/, /bundled packs: .*give the path/s],
  [({ dir }) => ['grade', GOOD, '--pack', join(dir, 'empty')], 'bad-pack', /does not load/, /pack\.yaml:1:1: .*no such file/],
  [({ dir }) => ['grade', GOOD, '--pack', join(dir, 'x.json')], 'bad-pack', /does not load/, /the member "name" is missing here/],
  [() => ['grade', '--replay', 'nowhere.json'], 'bad-file', /nowhere\.json cannot be read/, /there is no such file/],
  [({ dir }) => ['grade', GOOD, '--out', join(dir, 'none/x.md')], 'bad-file', /cannot be written/, /there is no such file or folder/],
  [({ dir }) => ['grade', GOOD, '--out', dir], 'bad-file', /cannot be written/, /it is a folder/],
  [() => ['grade', GOOD, '--reporter', 'pdf'], 'bad-usage', /there is no reporter pdf/, /junit, sarif, tap/],
  [() => ['grade', GOOD, '--reporter', 'json', '--json'], 'bad-usage', /only one report can go to stdout/, /--reporter junit:FILE/],
  [({ dir }) => ['grade', GOOD, '--baseline', join(dir, 'x.json')], 'bad-baseline', /expected the member "format"/, /--update-baseline/],
  [() => ['grade', GOOD, '--update-baseline'], 'bad-usage', /--update-baseline wants/, /--baseline FILE/],
  [() => ['grade', 'example.com', '--jwks', 'keys.json'], 'bad-usage', /--jwks goes with/, /--service/],
  [() => ['grade', 'example.com', '--service', 'ftp://verifier.example.com'], 'bad-usage', /ftp:/, /reached over https/],
  [
    () => ['verify', GOOD, '--spec', AUTH, '--expect-digest', D, '--expect-digest', D.replace('0', '1')],
    'bad-usage',
    /One digest was ratified, and two are given/,
    /usage: axproof verify/,
  ],
  [() => ['grade', GOOD, '--json', '--format', 'markdown'], 'bad-usage', /--json' cannot be used with option '--format/, /--help/],
  [
    () => ['pack', 'test', AUTH, '--coverage', '--part', '1/2'],
    'bad-usage',
    /--coverage' cannot be used with option '--part/,
    /pack test --help/,
  ],
  [() => ['verify', GOOD], 'bad-usage', /say --spec/, /--expect-digest DIGEST/],
  [() => ['verify', GOOD, '--spec', AUTH, '--expect-digest', 'abc'], 'bad-usage', /'abc' is invalid/, /64 lower-case hexadecimal digits/],
  [() => ['verify', GOOD, '--spec', AUTH, '--env', 'NOT_SET'], 'bad-usage', /no variable NOT_SET/, /--env NOT_SET=VALUE/],
  [() => ['verify', GOOD, '--spec', AUTH, '--env', '1X=2'], 'bad-usage', /1X is no name of a variable/, /letters, digits and underscores/],
  [() => ['spec-digest', AUTH, '--check', 'abc'], 'bad-usage', /a digest is/, /sha256: and 64/],
  [({ dir }) => ['pack', 'test', AUTH, '--cases', join(dir, 'none')], 'bad-file', /--cases .*none/, /there is no such folder/],
  [() => ['suite', 'nowhere.yaml'], 'bad-file', /nowhere\.yaml cannot be read/, /there is no such file/],
  [({ dir }) => ['suite', join(dir, 'hello.yaml')], 'bad-suite', /does not load/, /unknown member "hello"; known here: format, name/],
  [({ dir }) => ['suite', join(dir, 'hello.yaml'), '--jobs', '0'], 'bad-usage', /'0' is invalid/, /from 1 to 16/],
  [({ dir }) => ['import', join(dir, 'x.json')], 'bad-import', /\$type/, /expected "PinnedSpec" or "Suite"/],
  [() => ['fixture', 'serve', 'nowhere.yaml'], 'bad-file', /nowhere\.yaml cannot be read/, /there is no such file/],
  [
    ({ port }) => ['fixture', 'serve', GOOD, '--port', port],
    'bad-usage',
    /cannot be served on port/,
    /something else listens there; 0 picks/,
  ],
  [() => ['fixture', 'serve', GOOD, '--port', '70000'], 'bad-usage', /'70000' is invalid/, /from 0 to 65535/],
  [() => ['fixture', 'serve', GOOD, '--wait', 'soon'], 'bad-usage', /'soon' is invalid/, /Whole milliseconds/],
  // Before a service has made one.
  [() => ['entitlements', 'list'], 'bad-file', /there is no store in/, /AXPROOF_DATA or DATABASE_URL/],
  [() => ['entitlements', 'revoke', 'x'], 'bad-file', /there is no store in/, /AXPROOF_DATA or DATABASE_URL/],
  [({ port }) => ['serve', '--port', port], 'bad-config', /cannot listen on 127\.0\.0\.1:\d+/, /something else listens there; 0 picks/],
  [() => ['evidence', 'report.json'], 'bad-usage', /say --har/, /--har FILE or --curl/],
  [() => ['replay', 'nowhere.json'], 'bad-file', /nowhere\.json cannot be read/, /there is no such file/],
  [() => ['replay', 'http://example.com/report.json'], 'bad-usage', /not read over plain http/, /https/],
  [() => ['diff', 'before.json'], 'bad-usage', /missing required argument 'b'/, /usage: axproof diff \[options\] <a> <b>/],
  [() => ['diff', 'before.json', 'after.json'], 'bad-file', /before\.json cannot be read/, /there is no such file/],
  [() => ['keys', 'list'], 'bad-usage', /'--keys <dir>' not specified/, /usage: axproof keys list/],
  [({ dir }) => ['keys', 'list', '--keys', join(dir, 'none')], 'bad-file', /none cannot be used/, /there is no such file or folder/],
  [() => ['takedown', D], 'bad-usage', /'--reason <text>' not specified/, /usage: axproof takedown/],
  [() => ['help', 'grad'], 'bad-usage', /unknown command 'grad'/, /did you mean grade\?/],
  // A target out of a variable.
  [() => ['verify', '--help', '--spec', AUTH, '--expect-digest', D], 'bad-usage', /nothing was run/, /axproof verify --help/],
  [() => ['verify', '-V', '--expect-digest', D], 'bad-usage', /nothing was run/, /axproof --help/],
  [() => ['verify', '--expect-digest', D, '-h'], 'bad-usage', /nothing was run/, /axproof verify --help/],
  [() => ['--version', 'verify', GOOD], 'bad-usage', /nothing was run/, /--help/],
  [() => ['pack', 'test', AUTH, '--rule', 'nope'], 'bad-usage', /auth has no rule nope/, /axproof pack test --help/],
  [() => ['grade', 'example.com,example.org'], 'bad-target', /example\.com,example\.org is not a domain name/, /Give a domain/],
  [() => ['grade', GOOD, '--user-agent', 'a\nb'], 'bad-usage', /--user-agent/, /one line of at most 200 ASCII characters/],
  [({ dir }) => ['grade', join(dir, 'list.yaml')], 'bad-fixture', /does not load/, /list\.yaml:1:1: schema expected an object/],
  [
    ({ dir }) => ['contract-diff', join(dir, 'hello.yaml'), 'x'],
    'bad-import',
    /hello\.yaml is no OpenAPI document/,
    /no openapi or swagger/,
  ],
  [
    ({ dir }) => ['import', join(dir, 'hello.yaml')],
    'bad-import',
    /hello\.yaml cannot be read/,
    /hello\.yaml:1:1: syntax this is not JSON/,
  ],
  [
    ({ dir }) => ['keys', 'new', '--keys', join(dir, 'x.json')],
    'bad-file',
    /x\.json cannot be used/,
    /it is a file, and a folder is wanted/,
  ],
  [
    ({ dir }) => ['census', join(dir, 'hello.yaml'), '--out', join(dir, 'o'), '--compare', join(dir, 'row.json')],
    'bad-census',
    /line 1 is no row .*expected the member/,
    /docs\/census\.md/,
  ],
  [({ dir }) => ['census', join(dir, 'none.txt'), '--out', join(dir, 'o')], 'bad-file', /none\.txt cannot be read/, /no such file/],
  [() => ['pack', 'build', '--from', 'a.yaml', '--part', '3'], 'bad-usage', /'3' is invalid/, /A part is I\/N, such as 2\/3/],
  [() => ['pack', 'eval', '$.root[', '--target', GOOD], 'bad-usage', /\$\.root\[ is no path/, /a quoted name, an index/],
  [() => ['grade', 'example.com', '--service', 'example.com'], 'bad-usage', /it is no URL/, /such as https:\/\/verifier\.example\.com/],
  [({ dir }) => ['diff', join(dir, 'x.json'), GOOD, '--max-age', '5'], 'bad-usage', /max-age/, /axproof diff --help/],
];

describe('a mistake of usage', function () {
  this.timeout(60_000);
  let places: Places;
  let taken: Server;
  before(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'axproof-usage-'));
    mkdirSync(join(dir, 'empty'));
    const files = {
      'x.json': '{"a":1}',
      'broken.yaml': 'a: [1\n',
      'hello.yaml': 'hello: 1\n',
      'list.yaml': '- 1\n',
      'row.json': '{"a":1}\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    taken = createServer();
    await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve));
    places = { dir, port: String((taken.address() as AddressInfo).port) };
  });
  after(() => {
    taken.close();
    rmSync(places.dir, { recursive: true });
  });

  for (const [args, code, wrong, right] of MISTAKES) {
    const shown = args({ dir: 'DIR', port: 'TAKEN' }).join(' ').replaceAll(`${ROOT}/`, '').replace(D, 'sha256:…');
    it(`axproof ${shown}`, async () => {
      const { io, ran } = held({ env: { AXPROOF_DATA: join(places.dir, 'data'), AXPROOF_KEYS: join(places.dir, 'keys') } });
      const status = await cli(args(places), io);
      const { out, err } = ran();
      const [first = ''] = err.split('\n');
      expect([status, out, first.split(': ').slice(0, 2)], err).to.deep.equal([2, '', ['axproof', code]]);
      expect(first).to.match(wrong);
      expect(err).to.match(right);
      expect(err).to.not.match(/^ +at |\binternal\b|\[object|undefined/m);
    });
  }
});
