// Files of written targets and cases: chains, bodies, and every finding with its place.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { AxproofError } from '../../src/contract/errors.ts';
import { loadFixture, readCases } from '../../src/transport/fixture/load.ts';
import { respond } from '../../src/transport/fixture/responder.ts';

describe('fixture: files', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'axproof-fixture-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const put = (name: string, text: string | Buffer): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  function refused(load: () => unknown): AxproofError {
    try {
      load();
    } catch (error) {
      expect(error).to.be.instanceOf(AxproofError);
      return error as AxproofError;
    }
    throw new Error('it loaded');
  }

  it('extends a target key by key, through a chain', () => {
    put(
      'base.yaml',
      'title: base\ntarget: https://a.example\nwait: 5\ndefault: {status: 410}\nroutes:\n  /a: {body: base a}\n  /b: {body: base b}\n  /*: {body: all}\n',
    );
    put('middle.yaml', 'title: middle\nextends: base\nroutes:\n  /b: {body: middle b}\n  /c: {body: middle c}\n');
    const file = put('top.yaml', 'title: top\nextends: middle\ntarget: https://t.example\nroutes:\n  /a: null\n  /c: {body: top c}\n');
    const target = loadFixture(file);
    expect(target).to.deep.include({ title: 'top', target: 'https://t.example', wait: 5, default: { status: 410 } });
    expect(target).to.not.have.property('extends');
    const said = (path: string) =>
      respond(target, { method: 'GET', url: `https://t.example${path}`, headers: {} }, 'https://t.example').answer;
    for (const [path, text] of [
      ['/b', 'middle b'],
      ['/c', 'top c'],
      ['/z', 'all'],
    ] as const)
      expect(said(path).body.toString()).to.equal(text);
    expect(said('/a').status).to.equal(410);
  });

  it('takes body files from beside the file that names them, byte for byte', () => {
    put('page.bin', Buffer.from([0xff, 0x24, 0x7b]));
    put(
      'with-file.yaml',
      'title: t\ndefault: {bodyFile: page.bin}\nroutes:\n  /a: {bodyFile: page.bin, type: text/plain}\n  /b: [{bodyFile: page.bin}]\n',
    );
    const target = loadFixture(put('child.yaml', 'title: c\nextends: with-file\n'));
    expect(target.routes).to.deep.equal({ '/a': { base64: '/yR7', type: 'text/plain' }, '/b': [{ base64: '/yR7' }] });
    expect(target.default).to.deep.equal({ base64: '/yR7' });
    expect(refused(() => loadFixture(put('no-file.yaml', 'title: t\nroutes: {/a: {bodyFile: nowhere}}\n'))).code).to.equal('bad-file');
  });

  it('keeps members of foreign documents as data', () => {
    const target = loadFixture(put('proto.yaml', 'title: t\nroutes:\n  /a: {json: {__proto__: {polluted: 1}, constructor: 2}}\n'));
    const { body } = respond(target, { method: 'GET', url: 'https://target.example/a', headers: {} }, 'https://target.example').answer;
    expect(body.toString()).to.equal('{"__proto__":{"polluted":1},"constructor":2}');
    expect({}).to.not.have.property('polluted');
  });

  const BAD: [string, string, string][] = [
    ['a misspelt member', 'title: t\nroutes:\n  /a:\n    stauts: 404\n', '4:5: schema there is no member "stauts" here'],
    ['a missing title', 'routes: {}\n', '1:1: schema the member "title" is missing'],
    ['a status out of range', 'title: t\nroutes:\n  /a: {status: 99}\n', '3:16: schema expected a number of at least 200'],
    ['an unknown failure', 'title: t\nroutes:\n  /a: {failure: boom}\n', '3:17: schema expected one of timed-out'],
    [
      'a bad alternative',
      'title: t\nroutes:\n  /a:\n    - body: x\n    - when: {header: {}}\n',
      '5:14: schema there is no member "header" here',
    ],
    ['a bad route key', 'title: t\nroutes:\n  GTE /a: {}\n', '3:3: route "GTE /a" is not'],
    ['a relative route key', 'title: t\nroutes:\n  a: {}\n', '3:3: route "a" is not'],
    ['two bodies', 'title: t\nroutes:\n  /a: {body: x, json: 1}\n', '3:17: body an answer has one body'],
    ['bad base64', 'title: t\nroutes:\n  /a: {base64: "x x"}\n', '3:16: base64'],
    ['a framing header', 'title: t\nroutes:\n  /a: {headers: {Content-Length: "3"}}\n', '3:18: header Content-Length'],
    ['a header that breaks lines', 'title: t\nroutes:\n  /a: {headers: {x: "a\\nb"}}\n', '3:18: header'],
    ['a member twice', 'title: t\nroutes:\n  /a: {}\n  /a: {}\n', '4:3: syntax'],
    ['no YAML', 'title: [\n', '2:1: syntax'],
    ['an unknown tag', 'title: !x t\n', '1:8: syntax'],
    ['a text', 'hello', '1:1: schema expected an object'],
    ['nothing', '', '1:1: schema expected an object'],
    ['less padding than none', 'title: t\nroutes:\n  /a: {body: x, pad: -1}\n', '3:22: schema expected a number of at least 0'],
    ['padding that no memory holds', 'title: t\nroutes:\n  /a: {body: x, pad: 99999999999}\n', '3:22: schema expected a number of at most'],
    ['a target with a path', 'title: t\ntarget: https://t.example/x\n', '2:9: origin a target is an origin, https://t.example:'],
    ['a target with a user', 'title: t\ntarget: https://u@t.example\n', '2:9: origin a target is an origin, https://t.example:'],
    ['a target with a query', 'title: t\ntarget: https://t.example?x\n', '2:9: origin a target is an origin, https://t.example:'],
    ['a target without a host', 'title: t\ntarget: "https://"\n', '2:9: origin this is no address'],
    ['an integer that is not held', 'title: t\nroutes:\n  /a: {json: {n: 9007199254740993}}\n', '3:18: number 9007199254740993 cannot'],
    ['a negative one', 'title: t\nroutes:\n  /a: {json: [-9007199254740993]}\n', '3:15: number -9007199254740993 cannot'],
    ['a number beyond all', 'title: t\nroutes:\n  /a: {json: 1e400}\n', '3:14: number 1e400 cannot'],
    ['a number that JSON has not', 'title: t\nroutes:\n  /a: {json: .inf}\n', '3:14: number .inf cannot'],
    ['itself as base', 'title: t\nextends: bad\n', '2:10: extends the target extends itself'],
    [
      'what stays open and fails',
      'title: t\nroutes:\n  /a: {open: true, failure: timed-out}',
      '3:8: open what stays open does not fail otherwise',
    ],
    ['flow nested too deeply', `title: ${'['.repeat(20_000)}`, '1:1: syntax nested too deeply'],
    ['sequences nested too deeply', `${'- '.repeat(20_000)}x`, '1:1: syntax nested too deeply'],
    ['keys nested too deeply', `${'? '.repeat(20_000)}x`, '1:1: syntax nested too deeply'],
  ];
  for (const [name, text, finding] of BAD) {
    it(`refuses ${name}`, () => {
      const file = put('bad.yaml', text);
      const error = refused(() => loadFixture(file));
      expect(error.code).to.equal('bad-fixture');
      expect(error.details.join('\n')).to.include(`${file}:${finding}`);
    });
  }

  it('takes an origin with its slash, and numbers that are held as they are written', () => {
    const text = 'title: t\ntarget: https://t.example/\nroutes:\n  /a: {json: [9007199254740992, 1e300, 0.1, -7, +7, 007], pad: 0}\n';
    expect(loadFixture(put('held.yaml', text)).routes).to.deep.equal({ '/a': { json: [2 ** 53, 1e300, 0.1, -7, 7, 7], pad: 0 } });
  });

  it('refuses alias bombs and long chains', () => {
    const bomb = `a: &a [x, x]\n${'bcdefghij'
      .split('')
      .map((name, at) => `${name}: &${name} [${`*${'abcdefghij'[at]}, `.repeat(9)}]`)
      .join('\n')}\n`;
    expect(refused(() => loadFixture(put('bomb.yaml', bomb))).code).to.equal('bad-fixture');
    for (let at = 0; at < 12; at++) put(`chain${at}.yaml`, `title: t\nextends: chain${at + 1}\n`);
    expect(refused(() => loadFixture(join(folder, 'chain0.yaml'))).details[0]).to.include('longer than');
    expect(refused(() => loadFixture(join(folder, 'nowhere.yaml'))).code).to.equal('bad-file');
  });

  it('loads cases and places their findings', () => {
    put('case.txt', 'x');
    const good = 'cases:\n  - name: one\n    routes: {/a: {bodyFile: case.txt}, /b: null}\n    expect: {verdict: pass, reason: pass}\n';
    expect(readCases(put('cases.yaml', good)).cases[0]?.routes).to.deep.equal({ '/a': { base64: 'eA==' }, '/b': null });
    const elsewhere = put('elsewhere.yaml', good.replace('    routes', '    origin: https://t.example/x\n    routes'));
    expect(refused(() => readCases(elsewhere)).details[0]).to.include(`${elsewhere}:3:13: origin a target is an origin`);
    const file = put('bad-cases.yaml', good.replace('/b', 'b'));
    expect(refused(() => readCases(file)).details).to.deep.equal([
      `${file}:3:40: route "b" is not '/path', 'METHOD /path' or an absolute URL`,
    ]);
  });
});
