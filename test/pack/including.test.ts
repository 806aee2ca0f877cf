// A sample that includes another probe, and a value that a source looks up: what the worst case counts, and what is refused with file, line and column.
import { basename } from 'node:path';
import { expect } from 'chai';
import type { Pack } from '../../src/contract/generated/types.ts';
import { bounds } from '../../src/pack/bounds.ts';
import { formatFinding } from '../../src/pack/finding.ts';
import { pack, probe } from './breaking.ts';
import { loadFiles } from './folder.ts';

const ITEMS = 'eachOf: [{select: "$.doc.json.a[*]", get: "{{ $.item.u }}"}]';
const both = (first: string, second: string) => pack(/$/, `  first: {${first}}\n  extra: {${second}}\n`);
const requests = (files: ReturnType<typeof both>): number => {
  const { pack: loaded, findings } = loadFiles(files);
  expect(findings.map(formatFinding)).to.deep.equal([]);
  return bounds(loaded?.document as Pack).requests;
};

describe('a probe that another one includes', () => {
  it('costs no request of its own', () => {
    const alone = requests(probe(`{sample: 5, redirects: 0, ${ITEMS}}`));
    expect(requests(both(`sample: 3, redirects: 0, ${ITEMS}`, `sample: 5, redirects: 0, including: first, ${ITEMS}`))).to.equal(alone);
    expect(requests(both(`sample: 3, redirects: 0, ${ITEMS}`, `sample: 5, redirects: 0, ${ITEMS}`))).to.equal(alone + 3);
  });

  for (const [name, first, second, code] of [
    ['a probe that does not exist', `sample: 3, ${ITEMS}`, `sample: 5, including: frist, ${ITEMS}`, 'unknown-name'],
    ['a larger sample', `sample: 6, ${ITEMS}`, `sample: 5, including: first, ${ITEMS}`, 'bad-sample'],
    ['more redirects', `sample: 3, redirects: 4, ${ITEMS}`, `sample: 5, including: first, ${ITEMS}`, 'bad-sample'],
    ['a larger body', `sample: 3, bytes: 300000, ${ITEMS}`, `sample: 5, including: first, ${ITEMS}`, 'bad-sample'],
    ['no sample', ITEMS.replace('get', 'take: 1, get'), `sample: 5, including: first, ${ITEMS}`, 'bad-sample'],
    ['nothing to share', `sample: 3, ${ITEMS}`, 'get: /a, including: first', 'bad-sample'],
    ['a chain of them', `sample: 3, including: doc, ${ITEMS}`, `sample: 5, including: first, ${ITEMS}`, 'bad-sample'],
    ['itself', `sample: 3, ${ITEMS}`, `sample: 5, including: extra, ${ITEMS}`, 'cycle'],
    [
      'pages',
      `sample: 3, ${ITEMS.replace('}]', ', repeat: {most: 2, merge: {url: "{{ $.self.json.next }}"}}}]')}`,
      `sample: 5, including: first, ${ITEMS}`,
      'bad-sample',
    ],
  ] as const)
    it(`${name} is ${code}`, () => {
      const { pack: loaded, findings } = loadFiles(both(first, second));
      expect(loaded).to.equal(undefined);
      expect(findings.map((f) => `${basename(f.file)}: ${f.code}`)).to.include(`pack.yaml: ${code}`);
    });
});

describe('a value that a source looks up', () => {
  const LOOK = 'value: {of: $.doc, at: $.item.from, where: {type: string}}';
  for (const [name, text, at, code] of [
    ['without a selection', `{get: /a, ${LOOK}}`, '18:20', 'idle-member'],
    ['beside a list of sources', `{eachOf: [{get: /a}], ${LOOK}}`, '18:32', 'idle-member'],
    ['of a probe that is none', `{select: $.doc.json.a, take: 1, get: /a, ${LOOK.replace('$.doc', '$.dog')}}`, '18:65', 'unknown-name'],
    ['that is not looked up', '{select: $.doc.json.a, take: 1, get: "/{{ $.value }}"}', '18:54', 'unknown-name'],
    [
      'in place of what it is looked up by',
      `{select: $.doc.json.a, take: 1, get: /a, ${LOOK.replace('$.item', '$.value')}}`,
      '18:76',
      'unknown-name',
    ],
    [
      'by a schema that is none',
      `{select: $.doc.json.a, take: 1, get: /a, ${LOOK.replace('type: string', 'format: uuid')}}`,
      '18:95',
      'bad-schema',
    ],
    ['called as a probe is', '{get: /a}\n  value: {get: /b}', '19:3', 'reserved-name'],
  ] as const)
    it(`${name} is ${code}`, () => {
      const { findings } = loadFiles(probe(text));
      expect(findings.map((f) => `${f.line}:${f.column} ${f.code}`)).to.include(`${at} ${code}`);
    });

  it('loads where all is right', () => {
    const { findings } = loadFiles(probe(`{select: "$.doc.json.a[*]", take: 1, get: "/{{ $.value }}", under: $.item.base, ${LOOK}}`));
    expect(findings.map(formatFinding)).to.deep.equal([]);
  });
});
