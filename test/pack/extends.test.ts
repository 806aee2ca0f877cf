// extends: a pack that starts from another one, adds, drops and replaces rules; every mistake is named where it is written.
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { formatFinding } from '../../src/pack/finding.ts';
import { type LoadOptions, loadPack } from '../../src/pack/load.ts';
import { ALPHA, ENGINE_LINE, type Files, good, loadFiles, PACK, withFolder } from './folder.ts';

const BETA = ALPHA.replace('id: alpha', 'id: beta').replace('order: 10', 'order: 5');
const OWN_ALPHA = ALPHA.replace('The first rule', 'The other rule');
const base: Files = { 'base/pack.yaml': PACK, 'base/alpha.yaml': ALPHA, 'base/gamma.yaml': ALPHA.replace('id: alpha', 'id: gamma') };
const child = (extend: string, more = ''): string =>
  `name: test/child\nversion: 1.0.0\ntitle: A child pack\n${ENGINE_LINE}\nextends: ${extend}\n${more}`;
const load = (files: Files, options: LoadOptions = {}) => loadFiles(files, options, 'child');
const said = (files: Files): string[] => load(files).findings.map((f) => `${basename(f.file)}:${f.line}:${f.column} ${f.code}`);

describe('extends', () => {
  it('adds, drops and replaces rules, and inherits the rest', () => {
    const { pack, findings } = load({
      ...base,
      'child/pack.yaml': child(
        '{pack: ../base, drop: [gamma], replace: [alpha]}',
        'bands: [[50, A], [0, F]]\nprobes: {mine: {get: /mine}}\n',
      ),
      'child/alpha.yaml': OWN_ALPHA,
      'child/beta.yaml': BETA,
    });
    expect(findings).to.deep.equal([]);
    expect(pack?.document.rules.map((r) => [r.id, r.title])).to.deep.equal([
      ['beta', 'The first rule'],
      ['alpha', 'The other rule'],
    ]);
    expect(pack?.document.name).to.equal('test/child');
    expect(pack?.document.limits).to.deep.equal({ requests: 320, bytes: 30_000_000 });
    expect(pack?.document.bands).to.deep.equal([
      [50, 'A'],
      [0, 'F'],
    ]);
    expect(Object.keys(pack?.document.probes ?? {})).to.deep.equal(['doc', 'list', 'mine']);
    expect(pack?.document).not.to.have.property('extends');
  });

  it('by digest takes that base and no other', () => {
    const digest = loadFiles(base, {}, 'base').pack?.digest as string;
    const pinned = (more: Files = {}) =>
      load({ ...base, ...more, 'child/pack.yaml': child(`{pack: ../base, digest: "${digest}", drop: [gamma]}`) });
    expect(pinned().findings).to.deep.equal([]);
    expect(pinned().pack?.digest).to.equal(load({ ...base, 'child/pack.yaml': child('{pack: ../base, drop: [gamma]}') }).pack?.digest);
    const changed = { 'base/alpha.yaml': ALPHA.replace('points: 1', 'points: 2') };
    const is = loadFiles({ ...base, ...changed }, {}, 'base').pack?.digest;
    const [found, ...others] = pinned(changed).findings;
    expect([found?.code, found?.line, others]).to.deep.equal(['base-differs', 5, []]);
    expect(formatFinding(found!))
      .to.include(`the pack that this extends is ${is}: `)
      .and.match(/\(found sha256:\w{64}\)$/);
    expect(said({ ...base, 'child/pack.yaml': child('{pack: ../base, digest: latest}') })).to.deep.equal(['pack.yaml:5:34 wrong-value']);
  });

  it('inherits the marks of challenges, unless it has its own', () => {
    const marked = { ...base, 'base/pack.yaml': `${PACK}challenges: [{status: [403], body: [the wall of the base]}]\n` };
    const of = (more: string) =>
      load({ ...marked, 'child/pack.yaml': child('{pack: ../base}', more) }).pack?.document.challenges?.map((c) => c.body?.[0]);
    expect(of('')).to.deep.equal(['the wall of the base']);
    expect(of('challenges: [{status: [403], body: [my own wall]}]\n')).to.deep.equal(['my own wall']);
    expect(of('challenges: []\n')).to.deep.equal([]);
  });

  it('gives the digest of the resolved pack: the same pack written whole has it too', () => {
    const extended = load({ ...base, 'child/pack.yaml': child('{pack: ../base, drop: [gamma]}') }).pack;
    const whole = loadFiles({
      ...good,
      'pack.yaml': PACK.replace('name: test/pack', 'name: test/child').replace('A pack for tests', 'A child pack'),
    }).pack;
    expect(extended?.digest).to.equal(whole?.digest);
  });

  it('starts from a resolved document, or from a bundled pack by its name', () => {
    const document = loadFiles(base, {}, 'base').pack?.document;
    const files = {
      'child/base.json': JSON.stringify(document),
      'child2/pack.yaml': child('{pack: ../child/base.json, drop: [gamma]}'),
      'child/pack.yaml': child('{pack: shipped, drop: [gamma]}'),
    };
    const { 'child/base.json': json, ...rest } = files;
    const packs = withFolder(
      { ...rest, 'lib/base.json': json, 'child2/pack.yaml': child('{pack: ../lib/base.json, drop: [gamma]}') },
      (root) =>
        ['child', 'child2'].map((name) =>
          loadPack(join(root, name), { bundled: (n) => (n === 'shipped' ? join(root, 'lib/base.json') : undefined) }),
        ),
    );
    expect(packs.map((p) => p.findings)).to.deep.equal([[], []]);
    expect(packs[0]?.pack?.digest).to.equal(packs[1]?.pack?.digest);
  });

  it('goes over several packs', () => {
    const { pack, findings } = load({
      ...base,
      'middle/pack.yaml': child('{pack: ../base, drop: [gamma]}'),
      'middle/beta.yaml': BETA,
      'child/pack.yaml': child('{pack: ../middle, drop: [alpha]}'),
    });
    expect(findings).to.deep.equal([]);
    expect(pack?.document.rules.map((r) => r.id)).to.deep.equal(['beta']);
  });

  const demanding = (id: string): Files => ({ ...base, 'base/pack.yaml': `${PACK}coverage: {${id}: {askable: 50}}\n` });

  const CASES: [string, Files, string][] = [
    [
      'drop of a rule of which the base demands coverage',
      { ...demanding('gamma'), 'child/pack.yaml': child('{pack: ../base, drop: [gamma]}') },
      'pack.yaml:5:33 unknown-rule',
    ],
    [
      'replace of such a rule by one that has no coverage',
      { ...demanding('alpha'), 'child/pack.yaml': child('{pack: ../base, replace: [alpha]}'), 'child/alpha.yaml': OWN_ALPHA },
      'pack.yaml:5:36 idle-member',
    ],
    [
      'a rule of the same id without replace',
      { ...base, 'child/pack.yaml': child('{pack: ../base}'), 'child/alpha.yaml': OWN_ALPHA },
      'alpha.yaml:1:5 rule-twice',
    ],
    [
      'a base of which nothing is left',
      { ...base, 'child/pack.yaml': child('{pack: ../base, drop: [alpha, gamma]}') },
      'pack.yaml:1:1 wrong-value',
    ],
    ['drop of an unknown rule', { ...base, 'child/pack.yaml': child('{pack: ../base, drop: [alpah]}') }, 'pack.yaml:5:33 unknown-rule'],
    [
      'replace of an unknown rule',
      { ...base, 'child/pack.yaml': child('{pack: ../base, replace: [beta]}'), 'child/beta.yaml': BETA },
      'pack.yaml:5:36 unknown-rule',
    ],
    [
      'a rule that is replaced and dropped',
      { ...base, 'child/pack.yaml': child('{pack: ../base, drop: [alpha], replace: [alpha]}'), 'child/alpha.yaml': OWN_ALPHA },
      'pack.yaml:5:51 unknown-rule',
    ],
    ['replace without a rule', { ...base, 'child/pack.yaml': child('{pack: ../base, replace: [alpha]}') }, 'pack.yaml:5:36 unknown-rule'],
    [
      'a probe of the same name',
      { ...base, 'child/pack.yaml': child('{pack: ../base}', 'probes: {doc: {get: /other}}\n') },
      'pack.yaml:6:10 probe-twice',
    ],
    [
      'a schema of the same name',
      { ...base, 'child/pack.yaml': child('{pack: ../base}', 'schemas: {words: {type: string}}\n') },
      'pack.yaml:6:11 schema-twice',
    ],
    ['an unknown base', { 'child/pack.yaml': child('{pack: ../nowhere}') }, 'pack.yaml:5:17 unknown-pack'],
    ['an absolute base', { 'child/pack.yaml': child('{pack: /tmp}') }, 'pack.yaml:5:17 unknown-pack'],
    ['a pack that extends itself', { 'child/pack.yaml': child('{pack: ../child}') }, 'pack.yaml:5:17 unknown-pack'],
    [
      'packs that extend one another',
      { 'child/pack.yaml': child('{pack: ../base}'), 'base/pack.yaml': child('{pack: ../child}') },
      'pack.yaml:5:17 unknown-pack',
    ],
    [
      'a mistake in the base, in its own file',
      {
        ...base,
        'base/gamma.yaml': ALPHA.replace('id: alpha', 'id: gamma').replace('$.doc,', '$.dog,'),
        'child/pack.yaml': child('{pack: ../base}'),
      },
      'gamma.yaml:9:16 unknown-name',
    ],
    [
      'a rule that loses what it needs',
      { ...base, 'child/pack.yaml': child('{pack: ../base}', 'limits: {requests: 5, bytes: 20000000}\n') },
      'pack.yaml:6:20 over-limits',
    ],
  ];
  for (const [name, files, finding] of CASES) it(`${name} is ${finding}`, () => expect(said(files)).to.include(finding));

  it('takes a rule out of which the base demands coverage, where it says anew what is demanded', () => {
    const own = child('{pack: ../base, drop: [gamma]}', 'coverage: {}\n');
    expect(said({ ...demanding('gamma'), 'child/pack.yaml': own })).to.deep.equal([]);
  });

  it('keeps mistakes of dropped rules out', () => {
    const files = {
      ...base,
      'base/gamma.yaml': ALPHA.replace('id: alpha', 'id: gamma').replace('$.doc,', '$.dog,'),
      'child/pack.yaml': child('{pack: ../base, drop: [gamma]}'),
    };
    expect(said(files)).to.deep.equal([]);
  });

  it('prints the way of a cycle', () => {
    const { findings } = load({ 'child/pack.yaml': child('{pack: ../base}'), 'base/pack.yaml': child('{pack: ../child}') });
    expect(findings.map((f) => f.text).join()).to.include('child → base → child');
  });
});
