// A pack as a release: what changed between two, whose verdict that changes, who signed it, a page about it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sha256 } from '../../src/contract/digest.ts';
import { jcs } from '../../src/json/jcs.ts';
import { grade } from '../../src/mounts/cli/grade.ts';
import { keys } from '../../src/mounts/cli/keys.ts';
import { packDiff } from '../../src/mounts/cli/pack-diff.ts';
import { packDocs } from '../../src/mounts/cli/pack-docs.ts';
import { packInit } from '../../src/mounts/cli/pack-init.ts';
import { packSign, packVerify } from '../../src/mounts/cli/pack-sign.ts';
import { loadPack } from '../../src/pack/load.ts';
import { ROOT } from '../sources.ts';
import { type Held, held } from './io.ts';

describe('a pack as a release', function () {
  this.timeout(20_000);
  let dir: string;
  let pack: string;
  let next: string;
  let ran: Held;
  const at = (...names: string[]): string => join(dir, ...names);
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-release-'));
    [pack, next] = [at('mine'), at('next')];
    await packInit(pack, held().io);
    cpSync(pack, next, { recursive: true });
    ran = held();
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  function change(file: string, from: string | RegExp, to: string): void {
    const text = readFileSync(at(file), 'utf8');
    expect(text.replace(from, to), file).not.to.equal(text);
    writeFileSync(at(file), text.replace(from, to));
  }
  const digestOf = (path: string): string => loadPack(path).pack?.digest as string;
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error) => `${error.code}: ${error.message}`,
    );

  describe('pack diff', () => {
    const ruled = (id: string, order: number): string =>
      `id: ${id}\norder: ${order}\ntitle: The rule ${id}\npoints: 1\nwhy: because a test needs a rule\nfix: nothing is to be fixed here\nrefs: [https://example.com/]\nprobes: {${id}: {get: /${id}}}\nassert: [{select: $.${id}.outcome, schema: {const: found}, else: gone}]\nreasons: {pass: P, gone: G}\n`;

    it('says which rules were added, removed and changed, and where', async () => {
      writeFileSync(at('mine/old.yaml'), ruled('old', 20));
      writeFileSync(at('next/new.yaml'), ruled('new', 30));
      change('next/pack.yaml', /version: .*/, 'version: 2.0.0');
      change('next/status.yaml', 'points: 1', 'points: 2');
      change('next/status.yaml', 'enum: [up, degraded, down]', 'enum: [up, down]');
      expect(await packDiff(pack, next, {}, ran.io)).to.equal(1);
      const { out } = ran.ran();
      expect(out.split('\n').slice(0, 3)).to.deep.equal([
        `me/mine 0.1.0: ${digestOf(pack)}`,
        `me/mine 2.0.0: ${digestOf(next)}`,
        '  /version: "0.1.0" -> "2.0.0"',
      ]);
      const ofRule = (folder: string, id: string): string =>
        sha256(jcs(loadPack(at(folder)).pack?.document.rules.find((rule) => rule.id === id)));
      expect(out)
        .to.include(`\nold: removed, ${ofRule('mine', 'old')}\n`)
        .and.include(`\nnew: added, ${ofRule('next', 'new')}\n`);
      expect(out).to.include(
        `\nstatus: changed, ${ofRule('mine', 'status')} -> ${ofRule('next', 'status')}\n` +
          '  /assert/1/schema/properties/state/enum: ["up","degraded","down"] -> ["up","down"]\n  /points: 1 -> 2\n',
      );
      expect(out).to.match(/\nrules: 1 added, 1 removed, 1 changed\n$/);
    });

    it('names a rule that is the same and rests on a schema or probe that is not', async () => {
      for (const folder of ['mine', 'next']) {
        change(
          `${folder}/pack.yaml`,
          /probes: \{\}\n/,
          'schemas: {inner: {type: string}, outer: {type: array, items: {$ref: "pack:inner"}}}\nprobes: {front: {get: /}, far: {firstOf: [{get: "{{ $.front.json.next }}"}]}}\n',
        );
        writeFileSync(at(folder, 'one.yaml'), ruled('one', 20).replace('schema: {const: found}', 'schema: {$ref: "pack:outer"}'));
        writeFileSync(at(folder, 'two.yaml'), ruled('two', 30).replace('select: $.two.outcome', 'select: $.far.outcome'));
      }
      change('next/pack.yaml', 'inner: {type: string}', 'inner: {type: integer}');
      change('next/pack.yaml', 'front: {get: /}', 'front: {get: /front}');
      expect(await packDiff(pack, next, { json: true }, ran.io)).to.equal(1);
      const { differences, rules } = JSON.parse(ran.ran().out);
      expect(differences.map(({ place }: { place: string }) => place)).to.deep.equal(['/probes/front/get', '/schemas/inner/type']);
      expect(rules.map((one: { id: string; kind: string; restsOn: string[] }) => [one.id, one.kind, one.restsOn])).to.deep.equal([
        ['one', 'rests-on', ['schemas/inner']],
        ['two', 'rests-on', ['probes/front']],
      ]);
    });

    it('judges recorded evidence by both, and says whose verdict changes, and what was never asked', async () => {
      mkdirSync(at('reports'));
      for (const [name, state] of [
        ['up', 'up'],
        ['slow', 'degraded'],
      ] as const) {
        const target = at('mine.cases/targets/good.yaml');
        writeFileSync(target, readFileSync(target, 'utf8').replace(/state: \w+/, `state: ${state}`));
        await grade(target, { pack, seed: 1, record: at('reports', `${name}.json`), quiet: true, out: at('out') }, held().io);
      }
      writeFileSync(at('reports/notes.json'), '{}');
      change('next/status.yaml', 'enum: [up, degraded, down]', 'enum: [up, down]');
      expect(await packDiff(pack, next, { reports: [at('reports')] }, ran.io)).to.equal(1);
      const { out, err } = ran.ran();
      expect(out).to.include(`${at('reports/up.json')}: grade A+ -> A+; 0 checks come out otherwise\n`);
      expect(out).to.match(
        /slow\.json: grade A\+ -> F; 1 checks come out otherwise\n {2}status\n {4}was pass \(pass\): .*\n {4}is {2}fail \(unclear-state\): /,
      );
      expect(err).to.match(/^axproof: left out: .*notes\.json: /);
      change('next/status.yaml', '/status.json,', '/state.json,');
      ran = held();
      await packDiff(pack, next, { reports: [at('reports/up.json')] }, ran.io);
      expect(ran.ran().out).to.match(
        /is {2}inconclusive .*\n {2}1 requests have no answer in the evidence: what rests on them is unclear\n$/,
      );
      expect(await codeOf(packDiff(pack, next, { reports: [at('reports/notes.json')] }, ran.io))).to.match(
        /^not-a-report: .*notes\.json: /,
      );
      expect(await codeOf(packDiff(pack, next, { reports: [at('nowhere')] }, ran.io))).to.match(/^bad-file: .*nowhere cannot be read/);
    });

    it('of one pack says that it is the same', async () => {
      expect(await packDiff(pack, pack, {}, ran.io)).to.equal(0);
      expect(ran.ran().out).to.match(/\nthe same pack\n$/);
    });
  });

  describe('pack sign and pack verify', () => {
    let authors: string;
    const signature = (): string => at('mine.dsse.json');
    const verify = (path = pack, io = ran.io): Promise<number> => packVerify(path, { signature: signature(), authors }, io);
    beforeEach(async () => {
      const key = held();
      await keys('new', undefined, { keys: at('keys') }, key.io);
      const exported = held();
      await keys('export', undefined, { keys: at('keys') }, exported.io);
      authors = at('authors.json');
      writeFileSync(authors, `{"me": ${exported.ran().out}, "other": {"keys": []}}`);
      expect(await packSign(pack, { keys: at('keys'), out: signature() }, held().io)).to.equal(0);
    });

    it('says whose release it is, by name, version and digest', async () => {
      expect(await verify()).to.equal(0);
      expect(ran.ran().out).to.match(
        new RegExp(`^me/mine 0\\.1\\.0, ${digestOf(pack)}\nsigned by me at 2026-11-21T00:00:00\\.000Z, with the key [\\w-]{43}\n$`),
      );
      const { payloadType, payload } = JSON.parse(readFileSync(signature(), 'utf8'));
      expect(payloadType).to.equal('application/vnd.in-toto+json');
      const { subject, predicateType } = JSON.parse(Buffer.from(payload, 'base64').toString());
      expect([subject, predicateType]).to.deep.equal([
        [{ name: 'me/mine@0.1.0', digest: { sha256: digestOf(pack).slice(7) } }],
        'urn:axproof:pack:v1',
      ]);
    });

    it('refuses what was not signed by somebody who may', async () => {
      const envelope = readFileSync(signature(), 'utf8');
      const trusted = readFileSync(authors, 'utf8');
      const changed = (more: object): string => JSON.stringify({ ...JSON.parse(envelope), ...more });
      const otherPack = (): void => change('mine/status.yaml', 'points: 1', 'points: 2');
      const rows: [string, () => void, RegExp][] = [
        [
          'another digest',
          otherPack,
          /^pack-not-signed: what was signed is me\/mine 0\.1\.0 sha256:\w+; the pack is me\/mine 0\.1\.0 sha256:/,
        ],
        ['another version', () => change('mine/pack.yaml', 'version: 0.1.0', 'version: 0.1.1'), /^pack-not-signed: /],
        ['a pack of another owner', () => change('mine/pack.yaml', 'name: me/', 'name: other/'), /^unknown-key: /],
        [
          'an owner whom nobody trusts',
          () => change('mine/pack.yaml', 'name: me/', 'name: you/'),
          /^unknown-key: no keys of you are trusted; the file knows me, other/,
        ],
        [
          'a key set in place of authors',
          () => writeFileSync(authors, '{"keys": []}'),
          /^bad-key-set: .*\{"me": \{"keys": \[…\]\}\} is wanted/,
        ],
        [
          'a revoked key',
          () => writeFileSync(authors, trusted.replace('"status": "current"', '"status": "revoked", "revoked_at": 1')),
          /^revoked-key: /,
        ],
        [
          'an edited statement',
          () =>
            writeFileSync(
              signature(),
              changed({
                payload: Buffer.from(Buffer.from(JSON.parse(envelope).payload, 'base64').toString().replace('0.1.0', '0.1.1')).toString(
                  'base64',
                ),
              }),
            ),
          /^bad-signature: /,
        ],
        ['no envelope', () => writeFileSync(signature(), '[]'), /^bad-envelope: /],
        ['another payload', () => writeFileSync(signature(), changed({ payloadType: 'text/plain' })), /^wrong-payload-type: /],
      ];
      for (const [what, plant, said] of rows) {
        const kept = [readFileSync(at('mine/pack.yaml')), readFileSync(at('mine/status.yaml'))] as const;
        plant();
        expect(await codeOf(verify()), what).to.match(said);
        writeFileSync(at('mine/pack.yaml'), kept[0]);
        writeFileSync(at('mine/status.yaml'), kept[1]);
        writeFileSync(signature(), envelope);
        writeFileSync(authors, trusted);
      }
      expect(await codeOf(verify(pack, held({ now: () => '2026-11-20T00:00:00.000Z' }).io))).to.match(/^issued-in-future: /);
      const narrow = trusted.replace(/"nbf": \d+/, '"nbf": 1').replace(/"exp": \d+/, '"exp": 2');
      writeFileSync(authors, narrow);
      expect(await codeOf(verify())).to.match(/^issued-outside-window: /);
      expect(await codeOf(packSign(pack, { keys: at('no-keys') }, ran.io))).to.match(/^bad-file: /);
    });
  });

  describe('pack docs', () => {
    it('writes the page of any pack, and those of docs/rules in the same way', async () => {
      expect(await packDocs('auth', {}, ran.io)).to.equal(0);
      const page = readFileSync(join(ROOT, 'docs/rules/auth.md'), 'utf8');
      expect(ran.ran().out).to.equal(page.replace(' The files are in `rules/auth/`.', ''));
      change('mine/pack.yaml', /title: .*/, 'title: "[Mine](https://evil.example) <img>"');
      ran = held();
      expect(await packDocs(pack, { out: at('pages/deep') }, ran.io)).to.equal(0);
      expect(ran.ran().out).to.equal(`${at('pages/deep/mine.md')}\n`);
      const mine = readFileSync(at('pages/deep/mine.md'), 'utf8');
      expect(mine)
        .to.match(/^## status$/m)
        .and.match(/^\| `missing` \| /m);
      expect(mine).to.match(/^# `.*evil\.example/m);
    });
  });
});
