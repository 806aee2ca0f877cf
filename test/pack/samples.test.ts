// extends.samples: a pack may draw more than its base, and nothing else of a probe changes; every mistake is named where it is written.
import { basename } from 'node:path';
import { expect } from 'chai';
import { ALPHA, ENGINE_LINE, type Files, loadFiles, PACK } from './folder.ts';

const LISTS = `${PACK.replace(/limits: .*/, 'limits: {requests: 640, bytes: 90000000}')}  dealt:
    sample: 3
    eachOf: [{select: "$.doc.json.more[*]", get: "{{ $.item.href }}"}, {get: /extra}]
  drawn: {select: "$.doc.json.others[*]", sample: 2, get: "{{ $.item.href }}"}
`;
const OWN = ALPHA.replace('assert:\n', 'probes:\n  mine: {select: "$.doc.json.own[*]", sample: 2, get: "{{ $.item.href }}"}\nassert:\n');
const base: Files = { 'base/pack.yaml': LISTS, 'base/alpha.yaml': OWN };
const child = (extend: string, more = ''): string =>
  `name: test/child\nversion: 1.0.0\ntitle: A child pack\n${ENGINE_LINE}\nlimits: {requests: 640, bytes: 90000000}\nextends: ${extend}\n${more}`;
const load = (files: Files) => loadFiles(files, {}, 'child');
const said = (files: Files): string[] => load(files).findings.map((f) => `${basename(f.file)}:${f.line}:${f.column} ${f.code}`);

describe('extends.samples', () => {
  it('changes the sample of shared probes and of those of rules, and nothing else', () => {
    const { pack, findings } = load({ ...base, 'child/pack.yaml': child('{pack: ../base, samples: {dealt: 9, drawn: 90, mine: 4}}') });
    expect(findings).to.deep.equal([]);
    const whole = loadFiles({
      'pack.yaml': LISTS.replace('name: test/pack', 'name: test/child')
        .replace('A pack for tests', 'A child pack')
        .replace('sample: 3', 'sample: 9')
        .replace('sample: 2', 'sample: 90'),
      'alpha.yaml': OWN.replace('sample: 2', 'sample: 4'),
    }).pack;
    expect(pack?.document).to.deep.equal(whole?.document);
    expect(pack?.digest).to.equal(whole?.digest);
  });

  it('leaves the base as it is, also where another pack extends it', () => {
    const middle = { ...base, 'middle/pack.yaml': child('{pack: ../base, samples: {dealt: 5}}') };
    const { pack } = load({ ...middle, 'child/pack.yaml': child('{pack: ../middle, samples: {dealt: 6, mine: 3}}') });
    expect(pack?.document.probes.dealt?.sample).to.equal(6);
    expect(pack?.document.rules[0]?.probes?.mine?.sample).to.equal(3);
    expect(loadFiles(base, {}, 'base').pack?.document.probes.dealt?.sample).to.equal(3);
  });

  const CASES: [string, string, string][] = [
    ['a probe that the base does not have', '{pack: ../base, samples: {daelt: 9}}', 'pack.yaml:6:36 bad-sample'],
    ['a probe of the base that draws nothing', '{pack: ../base, samples: {doc: 9}}', 'pack.yaml:6:36 bad-sample'],
    ['a probe whose sources take', '{pack: ../base, samples: {list: 9}}', 'pack.yaml:6:36 bad-sample'],
    ['the same sample', '{pack: ../base, samples: {dealt: 3}}', 'pack.yaml:6:43 bad-sample'],
    ['a smaller sample', '{pack: ../base, samples: {dealt: 2}}', 'pack.yaml:6:43 bad-sample'],
    ['a sample beyond the ceiling', '{pack: ../base, samples: {dealt: 129}}', 'pack.yaml:6:43 over-ceiling'],
    ['what is no number', '{pack: ../base, samples: {dealt: "9"}}', 'pack.yaml:6:43 wrong-type'],
    ['anything else of a probe', '{pack: ../base, samples: {dealt: {sample: 9, get: /}}}', 'pack.yaml:6:43 wrong-type'],
    ['no sample at all', '{pack: ../base, samples: {}}', 'pack.yaml:6:35 wrong-value'],
  ];
  for (const [name, extend, finding] of CASES)
    it(`${name} is ${finding}`, () => expect(said({ ...base, 'child/pack.yaml': child(extend) })).to.include(finding));

  it("does not reach probes of the pack's own, which say their sample themselves", () => {
    const more = 'probes: {other: {select: "$.doc.json.own[*]", sample: 2, get: "{{ $.item.href }}"}}\n';
    expect(said({ ...base, 'child/pack.yaml': child('{pack: ../base, samples: {other: 9}}', more) })).to.include(
      'pack.yaml:6:36 bad-sample',
    );
  });

  it('does not reach probes of rules that are dropped or replaced', () => {
    const files = { ...base, 'base/beta.yaml': ALPHA.replace('id: alpha', 'id: beta') };
    const dropped = child('{pack: ../base, drop: [alpha], samples: {mine: 9}}');
    expect(said({ ...files, 'child/pack.yaml': dropped })).to.include('pack.yaml:6:51 bad-sample');
    const replaced = { 'child/pack.yaml': child('{pack: ../base, replace: [alpha], samples: {mine: 9}}'), 'child/alpha.yaml': OWN };
    expect(said({ ...files, ...replaced })).to.include('pack.yaml:6:54 bad-sample');
  });

  it('counts what the larger sample can cause', () => {
    const files = { ...base, 'child/pack.yaml': child('{pack: ../base, samples: {dealt: 128, drawn: 128}}') };
    expect(said(files)).to.include('pack.yaml:5:20 over-limits');
  });
});
