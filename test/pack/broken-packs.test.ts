// Every mistake that a pack can hold is reported with its file, line, column and code.
import { basename } from 'node:path';
import { expect } from 'chai';
import { FINDINGS, formatFinding } from '../../src/pack/finding.ts';
import { alpha, assertion, pack, probe, schema } from './breaking.ts';
import { BROKEN_DOCUMENTS } from './broken-documents.ts';
import { BROKEN_PLACES } from './broken-places.ts';
import { BROKEN_RULES } from './broken-rules.ts';
import { BROKEN_VERDICTS } from './broken-verdicts.ts';
import { ALPHA, good, loadFiles, PACK } from './folder.ts';

const CASES = [...BROKEN_DOCUMENTS, ...BROKEN_PLACES, ...BROKEN_RULES, ...BROKEN_VERDICTS];

describe('broken packs', () => {
  it('has a good pack to break', () => {
    const { pack: loaded, findings } = loadFiles(good);
    expect(findings.map(formatFinding)).to.deep.equal([]);
    expect(loaded?.probes.map((p) => p.name)).to.deep.equal(['control', 'doc', 'list']);
  });

  for (const [name, files, file, at, code, text] of CASES) {
    it(`${name} is ${code}`, () => {
      const { pack: loaded, findings } = loadFiles(files);
      const said = findings.map((f) => `${basename(f.file)}:${f.line}:${f.column}: ${f.code}`);
      expect(said, findings.map(formatFinding).join('\n')).to.include(`${file}:${at}: ${code}`);
      const found = findings.find((f) => f.code === code && basename(f.file) === file && `${f.line}:${f.column}` === at);
      if (text) expect(found?.text).to.match(text);
      expect(loaded).to.equal(undefined);
    });
  }

  it('has a case for every code but those of extends and of pack lint alone', () => {
    const elsewhere = [
      'unknown-rule',
      'rule-twice',
      'schema-twice',
      'bad-sample',
      'base-differs',
      'always-true',
      'always-false',
      'said-twice',
      'unused',
    ];
    const tested = new Set<string>([...CASES.map((c) => c[4]), ...elsewhere]);
    expect(Object.keys(FINDINGS).filter((code) => !tested.has(code))).to.deep.equal([]);
  });

  it('takes the reason of the first assertion that decides, and not of advice before it', () => {
    const advice = '  - {when: [{select: $.doc.json}], all: [{select: $.doc, else: dead}], level: should}\n';
    const files = alpha(/assert:\n(?: {2}.*\n)*/, `assert:\n${advice}  - {select: $.doc, optional: true, else: missing}\n`);
    expect(loadFiles(files).findings.map(formatFinding)).to.deep.equal([]);
  });

  it('reports every mistake in one go', () => {
    const files = {
      ...good,
      'alpha.yaml': ALPHA.replace('order: 10', 'ordr: 10')
        .replace('$.doc, else', '$.dog, else')
        .replace('[found]', '[found], format: x')
        .replace('pass: all', 'spare: x\n  pass: all'),
      'pack.yaml': PACK.replace('[70, B]', '[70, Z]').replace('get: /doc.json', 'put: /doc.json'),
      'notes.md': '',
    };
    const codes = loadFiles(files).findings.map((f) => f.code);
    expect(codes).to.include.members([
      'unknown-member',
      'missing-member',
      'unknown-name',
      'bad-schema',
      'unused-reason',
      'wrong-value',
      'needs-consent',
      'unexpected-file',
    ]);
  });

  const TWICE: [fault: string, schema: string, code: string][] = [
    ['a keyword that is none', '{typ: string}', 'bad-schema'],
    ['a pattern that is none', '{pattern: "["}', 'bad-pattern'],
    ['a value that no keyword takes', '{minLength: -1}', 'bad-schema'],
  ];
  for (const [fault, text, code] of TWICE)
    it(`tells each place of a schema that is written twice: ${fault}`, () => {
      const one = `  - {select: $.doc, else: dead, schema: ${text}}\n`;
      const { findings } = loadFiles(assertion(one + one));
      expect(findings.map((finding) => [finding.code, finding.line])).to.deep.equal([
        [code, 9],
        [code, 10],
      ]);
    });

  it('prints FILE:LINE:COL: CODE text with the value', () => {
    const { findings } = loadFiles(alpha('order: 10', 'order: ten'));
    expect(formatFinding({ ...(findings[0] as (typeof findings)[0]), file: 'x/alpha.yaml' })).to.equal(
      'x/alpha.yaml:2:8: wrong-type expected an integer (found "ten")',
    );
  });

  const said = (files: Parameters<typeof loadFiles>[0]): string[] => loadFiles(files).findings.map(({ code, text }) => `${code} ${text}`);

  it('says of a probe that is none its type and nothing else', () => {
    expect(said(probe('null'))).to.deep.equal(['wrong-type expected an object']);
  });

  it('asks no reason of a fail where nothing makes it fail', () => {
    const ruled = (list: string): string[] => said(alpha(/assert:\n(?: {2}.*\n)*/, `assert:\n  - {${list}}\n`));
    expect(ruled('select: $.doc.json, none: dead}\n  - {select: $.doc, none: missing')).to.deep.equal([]);
    const early = ruled('when: [{select: $.doc.json}], select: $.doc.json, none: dead}\n  - {select: $.doc, none: missing');
    expect(early).to.have.length(1);
    expect(early[0]).to.match(/^missing-else .*nothing here applies/);
  });

  for (const [name, meant] of [
    ['document', 'documents'],
    ['coverages', 'coverage'],
    ['values', 'value'],
    ['exchange', 'exchanges'],
  ] as const)
    it(`proposes ${meant} for ${name}`, () =>
      expect(said(alpha('$.doc, else', `$.${name}, else`)).filter((one) => one.startsWith('unknown-name'))).to.deep.equal([
        `unknown-name no probe is called ${name} (did you mean ${meant}?)`,
      ]));

  it('proposes no name that no probe may have', () => {
    const files = { ...pack(/$/, '  robots: {get: /a}\n'), 'alpha.yaml': ALPHA.replace('$.doc, else', '$.robots, else') };
    expect(said(files).filter((one) => one.startsWith('unknown-name'))).to.deep.equal(['unknown-name no probe is called robots']);
  });

  it('reads the fragment of a $ref as one of an address (RFC 6901 section 6)', () => {
    const referring = (name: string): string[] =>
      said(schema(`{$defs: {"${name}": {const: 1}}, $ref: "#/$defs/a%20b"}`)).map((one) => one.replace(/ .*/, ''));
    expect([referring('a b'), referring('a%20b')]).to.deep.equal([[], ['unknown-schema']]);
  });
});
