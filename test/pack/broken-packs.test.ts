// Every mistake that a pack can hold is reported with its file, line, column and code.
import { basename } from 'node:path';
import { expect } from 'chai';
import { FINDINGS, type FindingCode, formatFinding } from '../../src/pack/finding.ts';
import { ALPHA, type Files, good, loadFiles, PACK, ruleWith } from './folder.ts';

type Case = [name: string, files: Files, file: string, at: string, code: FindingCode, text?: RegExp];

const pack = (from: string | RegExp, to: string): Files => ({ ...good, 'pack.yaml': PACK.replace(from, to) });
const alpha = (from: string | RegExp, to: string): Files => ({ ...good, 'alpha.yaml': ALPHA.replace(from, to) });
const assertion = (text: string): Files => ({ ...good, 'alpha.yaml': ruleWith(text) });
const probe = (text: string): Files => pack(/$/, `  extra: ${text}\n`);
const schema = (text: string): Files => assertion(`  - {select: $.doc, else: dead, schema: ${text}}\n`);
const post = (text: string): Files => probe(`{select: "$.doc.json.m", take: 1, post: "{{ $.item }}", ${text}}`);

const CASES: Case[] = [
  // Files.
  ['another file', { ...good, 'notes.txt': 'x' }, 'notes.txt', '1:1', 'unexpected-file'],
  ['a rule file of another ending', { ...good, 'beta.yml': ALPHA }, 'beta.yml', '1:1', 'unexpected-file'],
  ['no pack.yaml', { 'alpha.yaml': ALPHA }, 'pack.yaml', '1:1', 'unreadable'],
  ['a rule file of another name', { 'pack.yaml': PACK, 'beta.yaml': ALPHA }, 'beta.yaml', '1:5', 'file-name', /beta/],
  ['no rules', { 'pack.yaml': PACK }, 'pack.yaml', '1:1', 'wrong-value', /at least 1/],
  ['no YAML', { ...good, 'alpha.yaml': 'id: [1' }, 'alpha.yaml', '1:7', 'syntax'],
  ['a duplicate key', alpha('order: 10', 'id: beta\norder: 10'), 'alpha.yaml', '2:1', 'duplicate-key'],
  ['a tag', alpha('order: 10', 'order: !!int 10'), 'alpha.yaml', '2:14', 'bad-value'],
  ['an unknown tag', alpha('order: 10', 'order: !x 10'), 'alpha.yaml', '2:8', 'syntax'],
  ['__proto__', alpha('order: 10', 'order: 10\n__proto__: {a: 1}'), 'alpha.yaml', '3:1', 'bad-key'],
  ['a merge key', alpha('order: 10', 'order: 10\n<<: {a: 1}'), 'alpha.yaml', '3:1', 'bad-key'],
  ['a number as a key', pack('words: {', '7: {'), 'pack.yaml', '9:3', 'bad-key'],
  ['an integer beyond 2^53-1', alpha('order: 10', 'order: 9007199254740993'), 'alpha.yaml', '2:8', 'bad-value'],
  ['infinity', alpha('order: 10', 'order: .inf'), 'alpha.yaml', '2:8', 'bad-value'],
  ['deep nesting', alpha('order: 10', `order: ${'['.repeat(5000)}`), 'alpha.yaml', '2:72', 'too-deep'],
  [
    'an alias bomb',
    alpha(
      'order: 10',
      `x: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefg'].map((c, i) => `x${c}: &${c} [${Array(10).fill(`*${'abcdef'[i]}`).join()}]`).join('\n')}`,
    ),
    'alpha.yaml',
    '3:15',
    'too-large',
  ],
  // Shape.
  ['a wrong key', alpha('assert:', 'asserts:'), 'alpha.yaml', '8:1', 'unknown-member', /did you mean assert\?/],
  ['a missing member', alpha('why: because a test needs a rule\n', ''), 'alpha.yaml', '1:1', 'missing-member', /"why"/],
  ['a wrong type', alpha('order: 10', 'order: ten'), 'alpha.yaml', '2:8', 'wrong-type', /an integer/],
  ['a wrong grade', alpha('points: 1', 'cap: E'), 'alpha.yaml', '4:6', 'wrong-value'],
  ['points and cap', alpha('points: 1', 'points: 1\ncap: C'), 'alpha.yaml', '1:1', 'wrong-kind', /points or cap/],
  ['neither points nor cap', alpha('points: 1\n', ''), 'alpha.yaml', '1:1', 'missing-member', /points or cap/],
  ['two kinds', assertion('  - {select: $.doc, unique: true, count: {min: 1}, else: dead}\n'), 'alpha.yaml', '9:21', 'wrong-kind'],
  [
    'a wrong key in an assertion',
    assertion('  - {select: $.doc, els: dead}\n'),
    'alpha.yaml',
    '9:21',
    'unknown-member',
    /did you mean else/,
  ],
  [
    'a wrong key deep in any',
    assertion('  - {any: [{select: $.doc}, {all: [{slect: $.doc}]}], else: dead}\n'),
    'alpha.yaml',
    '9:37',
    'unknown-member',
    /select/,
  ],
  ['a wrong select', assertion('  - {select: 5, else: dead}\n'), 'alpha.yaml', '9:14', 'wrong-type', /a path or a list/],
  ['a wrong path in a list', assertion('  - {select: [$.doc, 5], else: dead}\n'), 'alpha.yaml', '9:22', 'wrong-type', /text/],
  ['no method', probe('{accept: text/plain}'), 'pack.yaml', '18:10', 'missing-member', /exactly one/],
  ['two methods', probe('{get: /a, head: /a}'), 'pack.yaml', '18:10', 'wrong-kind', /exactly one/],
  ['take and sample', probe('{select: "$.doc.json.a", take: 1, sample: 1, get: "{{ $.item }}"}'), 'pack.yaml', '18:10', 'wrong-kind'],
  [
    'a probe name of another form',
    probe('{get: /a}').valueOf() && pack(/$/, '  Extra-One: {get: /a}\n'),
    'pack.yaml',
    '18:3',
    'wrong-value',
  ],
  ['limits over the ceiling', pack('requests: 40', 'requests: 65'), 'pack.yaml', '5:20', 'over-ceiling', /64/],
  ['bytes over the ceiling', probe('{get: /a, bytes: 16777217}'), 'pack.yaml', '18:27', 'over-ceiling'],
  ['another engine', pack('engine: "1"', 'engine: "99"'), 'pack.yaml', '4:9', 'engine-mismatch'],
  // Paths, templates, names, graph.
  ['a filter path', assertion('  - {select: "$.doc.json[?(@.a)]", else: dead}\n'), 'alpha.yaml', '9:26', 'bad-path', /where/],
  ['a function', assertion('  - {select: "$.doc.json.length()", else: dead}\n'), 'alpha.yaml', '9:26', 'bad-path', /functions/],
  ['two descendant steps', assertion('  - {select: "$.doc.json..a..b", else: dead}\n'), 'alpha.yaml', '9:28', 'bad-path'],
  ['a bad path in plain style', assertion('  - select: $.doc.json.a-b\n    else: dead\n'), 'alpha.yaml', '9:25', 'bad-path'],
  ['a bad path in a template', probe('{get: "/x/{{ $.doc.json[01] }}"}'), 'pack.yaml', '18:34', 'bad-template'],
  ['an unclosed template', probe('{get: "/x/{{ $.doc.json"}'), 'pack.yaml', '18:20', 'bad-template', /closing/],
  ['an unknown probe', assertion('  - {select: $.dco.json, else: dead}\n'), 'alpha.yaml', '9:16', 'unknown-name', /did you mean doc/],
  [
    'an unknown probe in a union',
    assertion("  - {select: \"$['doc','docs']\", else: dead}\n"),
    'alpha.yaml',
    '9:23',
    'unknown-name',
    /docs/,
  ],
  ['an unknown probe in tried', assertion('  - {select: "$.tried.nope[*]", else: dead}\n'), 'alpha.yaml', '9:23', 'unknown-name'],
  ['an unknown probe in a template', probe('{get: "{{ $.nope.url }}"}'), 'pack.yaml', '18:22', 'unknown-name'],
  ['$.item without select', probe('{get: "{{ $.item }}"}'), 'pack.yaml', '18:22', 'unknown-name', /select/],
  ['$.self in a rule', assertion('  - {select: $.self.url, else: dead}\n'), 'alpha.yaml', '9:16', 'unknown-name'],
  ['$.run.time', probe('{get: "/{{ $.run.time }}"}'), 'pack.yaml', '18:27', 'unknown-name'],
  ['a path that begins with a wildcard', assertion('  - {select: "$[*]", else: dead}\n'), 'alpha.yaml', '9:17', 'bad-path'],
  [
    'an unknown view',
    assertion('  - {select: $.doc.jsn, else: dead}\n'),
    'alpha.yaml',
    '9:20',
    'unknown-member-of-exchange',
    /did you mean json/,
  ],
  [
    'a member of a list',
    assertion('  - {select: $.list.json, else: dead}\n'),
    'alpha.yaml',
    '9:21',
    'unknown-member-of-exchange',
    /\[\*\]/,
  ],
  ['an index of one exchange', assertion('  - {select: "$.doc[0]", else: dead}\n'), 'alpha.yaml', '9:21', 'unknown-member-of-exchange'],
  [
    'a member of a single value',
    assertion('  - {select: $.doc.status.code, else: dead}\n'),
    'alpha.yaml',
    '9:27',
    'unknown-member-of-exchange',
  ],
  [
    'a cycle',
    pack('doc: {get: /doc.json}', 'doc: {get: "/{{ $.b.url }}"}\n  b: {get: "/{{ $.c.url }}"}\n  c: {get: "/{{ $.b.url }}"}'),
    'pack.yaml',
    '12:3',
    'cycle',
    /b → c → b/,
  ],
  ['a probe that needs itself', probe('{get: "/{{ $.extra.url }}"}'), 'pack.yaml', '18:3', 'cycle', /extra → extra/],
  [
    'a probe of another rule',
    {
      ...good,
      'alpha.yaml': ruleWith('', 'probes: {own: {get: /a}}\n'),
      'beta.yaml': ruleWith('  - {select: $.own, else: dead}\n').replace('id: alpha', 'id: beta'),
    },
    'beta.yaml',
    '9:16',
    'foreign-probe',
    /alpha/,
  ],
  ['a probe twice', { ...good, 'alpha.yaml': ruleWith('', 'probes: {doc: {get: /a}}\n') }, 'alpha.yaml', '4:10', 'probe-twice'],
  ['a reserved name', pack(/$/, '  run: {get: /a}\n'), 'pack.yaml', '18:3', 'reserved-name'],
  // Probes and requests.
  ['an unbounded selection', pack('        take: 2\n', ''), 'pack.yaml', '14:9', 'unbounded'],
  ['select beside eachOf', probe('{eachOf: [{get: /a}], when: [{select: $.doc}]}'), 'pack.yaml', '18:32', 'idle-member'],
  ['until without firstOf', probe('{get: /a, until: [{select: $.self.json}]}'), 'pack.yaml', '18:20', 'idle-member'],
  ['a repeat that never repeats', probe('{get: /a, repeat: {most: 3}}'), 'pack.yaml', '18:20', 'idle-member'],
  ['a body on a get', probe('{get: /a, body: {a: 1}}'), 'pack.yaml', '18:20', 'idle-member'],
  ['a control without nonce', pack('/{{ $.run.nonce }}', '/nothing'), 'pack.yaml', '7:16', 'bad-control'],
  ['a control that selects', pack('control: {', 'control: {firstOf: [{get: /a}], '), 'pack.yaml', '7:11', 'bad-control'],
  [
    'worst case over the limits',
    probe('{select: "$.doc.json.a[*]", take: 60, get: "{{ $.item }}"}'),
    'pack.yaml',
    '5:20',
    'over-limits',
    /68/,
  ],
  ['bytes over the limits', pack('bytes: 20000000', 'bytes: 2000000'), 'pack.yaml', '5:31', 'over-limits'],
  ['a put', probe('{put: /a}'), 'pack.yaml', '18:11', 'needs-consent'],
  ['a delete', probe('{delete: /a}'), 'pack.yaml', '18:11', 'needs-consent'],
  ['a form', post('form: {a: b}'), 'pack.yaml', '18:66', 'needs-consent'],
  ['a cleanup', probe('{get: /a, cleanup: true}'), 'pack.yaml', '18:20', 'needs-consent'],
  ['a secret', probe('{get: /a, secret: [$.env.token]}'), 'pack.yaml', '18:20', 'needs-consent'],
  ['a wait', probe('{get: /a, until: [{select: $.self.json}], repeat: {most: 2, wait: 5}}'), 'pack.yaml', '18:70', 'needs-consent'],
  [
    'a literal post',
    probe('{post: /mcp, body: {jsonrpc: "2.0", method: ping}}'),
    'pack.yaml',
    '18:11',
    'forbidden-method',
    /whole template/,
  ],
  ['a post of tools/call', post('body: {jsonrpc: "2.0", method: tools/call}'), 'pack.yaml', '18:44', 'forbidden-method', /\/list/],
  [
    'a post with a templated method',
    post('body: {jsonrpc: "2.0", method: "{{ $.doc.json.m }}"}'),
    'pack.yaml',
    '18:44',
    'forbidden-method',
  ],
  ['a post without JSON-RPC', post('body: {method: ping}'), 'pack.yaml', '18:44', 'forbidden-method'],
  [
    'a post whose repeat changes the method',
    post('body: {jsonrpc: "2.0", method: ping}, repeat: {most: 2, merge: {body: {method: "{{ $.self.json.m }}"}}}'),
    'pack.yaml',
    '18:44',
    'forbidden-method',
  ],
  ...[
    'host',
    'cookie',
    'authorization',
    'proxy-authorization',
    'content-length',
    'x-payment',
    'payment-signature',
    'forwarded',
    'x-forwarded-for',
    'x-http-method-override',
    'x-api-key',
    'transfer-encoding',
    'user-agent',
  ].map((name): Case => [`the header ${name}`, probe(`{get: /a, headers: {${name}: x}}`), 'pack.yaml', '18:30', 'forbidden-header']),
  ['an absolute URL', probe('{get: "https://other.example/"}'), 'pack.yaml', '18:16', 'bad-url'],
  ['a URL of another host', probe('{get: //other.example/}'), 'pack.yaml', '18:16', 'bad-url'],
  ['dot segments', probe('{get: /a/../b}'), 'pack.yaml', '18:16', 'bad-url'],
  // Schemas.
  ['an unknown keyword', schema('{typ: string}'), 'alpha.yaml', '9:42', 'bad-schema', /did you mean type/],
  ['format', schema('{type: string, format: email}'), 'alpha.yaml', '9:56', 'bad-schema', /pattern/],
  ['an invalid schema', schema('{type: strin}'), 'alpha.yaml', '9:48', 'bad-schema'],
  ['properties without required', schema('{type: object, properties: {a: {type: string}}}'), 'alpha.yaml', '9:56', 'missing-required'],
  ['properties without required, deep', schema('{anyOf: [{not: {properties: {a: {}}}}]}'), 'alpha.yaml', '9:57', 'missing-required'],
  [
    'a shared schema without required',
    pack('schemas:\n', 'schemas:\n  open: {properties: {a: {}}}\n'),
    'pack.yaml',
    '9:10',
    'missing-required',
  ],
  ['a where without required', pack('required: [href], ', ''), 'pack.yaml', '15:31', 'missing-required'],
  ['a remote $ref', schema('{$ref: "https://example.com/s.json"}'), 'alpha.yaml', '9:48', 'unknown-schema'],
  ['an unknown pack: schema', schema('{$ref: "pack:word"}'), 'alpha.yaml', '9:48', 'unknown-schema', /words/],
  ['an unknown std: schema', schema('{$ref: "std:draft-05"}'), 'alpha.yaml', '9:48', 'unknown-schema'],
  ['a $ref to nowhere', schema('{$ref: "#/$defs/x"}'), 'alpha.yaml', '9:48', 'unknown-schema'],
  [
    'a recursive schema',
    schema('{$defs: {a: {not: {$ref: "#/$defs/a"}}}, $ref: "#/$defs/a"}'),
    'alpha.yaml',
    '9:41',
    'bad-schema',
    /itself/,
  ],
  [
    'an exponential schema',
    schema(
      `{$defs: {${Array.from({ length: 16 }, (_, i) => `a${i}: {anyOf: [{$ref: "#/$defs/a${i + 1}"}, {$ref: "#/$defs/a${i + 1}"}]}`).join(', ')}, a16: {}}, $ref: "#/$defs/a0"}`,
    ),
    'alpha.yaml',
    '9:41',
    'bad-schema',
    /stands for/,
  ],
  ['a pattern with lookahead', schema('{pattern: "(?=a)"}'), 'alpha.yaml', '9:51', 'bad-pattern'],
  ['a broken pattern', schema('{pattern: "["}'), 'alpha.yaml', '9:51', 'bad-pattern'],
  ['a pattern bomb', schema('{pattern: "((a{100}){100}){100}"}'), 'alpha.yaml', '9:51', 'bad-pattern'],
  // Rules, reasons, grades.
  ['an unknown reason', alpha('else: dead', 'else: dread'), 'alpha.yaml', '10:82', 'unknown-reason', /did you mean dead/],
  ['an unknown then', alpha('else: dead', 'then: alive, else: dead'), 'alpha.yaml', '10:82', 'unknown-reason'],
  ['an unused reason', alpha('  dead:', '  gone: it is gone\n  dead:'), 'alpha.yaml', '14:3', 'unused-reason'],
  ['no reason to fail', assertion('  - {select: $.doc.json}\n'), 'alpha.yaml', '9:5', 'missing-else'],
  [
    'no reason when nothing applies',
    alpha(
      /assert:\n(?: {2}.*\n)*/,
      'assert:\n  - {any: [{select: $.doc.json, optional: true, else: missing}, {select: $.doc, optional: true, else: dead}]}\n',
    ),
    'alpha.yaml',
    '9:5',
    'missing-else',
    /nothing here applies/,
  ],
  [
    'else in a when',
    assertion('  - {when: [{select: $.doc, else: dead}], select: $.doc, else: dead}\n'),
    'alpha.yaml',
    '9:29',
    'idle-member',
  ],
  ['an unknown finding member', alpha('$.finding.place', '$.finding.plaice'), 'alpha.yaml', '14:38', 'bad-reason', /did you mean place/],
  ['a finding in the reason of a pass', alpha('pass: all is well', 'pass: "{{ $.finding.value }}"'), 'alpha.yaml', '12:13', 'bad-reason'],
  ['a probe in a reason', alpha('$.finding.place', '$.doc.url'), 'alpha.yaml', '14:38', 'bad-reason'],
  ['bands that rise', pack('[70, B]', '[100, B]'), 'pack.yaml', '6:21', 'bad-bands'],
  ['grades that rise', pack('[70, B]', '[70, A+]'), 'pack.yaml', '6:25', 'bad-bands'],
  ['bands that do not end at 0', pack('[0, F]', '[5, F]'), 'pack.yaml', '6:30', 'bad-bands'],
  [
    'a cap that is no band',
    { ...good, 'beta.yaml': ALPHA.replace('id: alpha', 'id: beta').replace('points: 1', 'cap: C') },
    'beta.yaml',
    '4:6',
    'bad-cap',
  ],
  ['no points at all', alpha('points: 1', 'cap: B'), 'pack.yaml', '1:1', 'bad-cap'],
  // Extends.
  ['an unknown base', pack('engine:', 'extends: {pack: nowhere}\nengine:'), 'pack.yaml', '4:17', 'unknown-pack'],
];

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

  it('has a case for every code but those of extends', () => {
    const elsewhere = ['unknown-rule', 'rule-twice', 'schema-twice'];
    const tested = new Set<string>([...CASES.map((c) => c[4]), ...elsewhere]);
    expect(Object.keys(FINDINGS).filter((code) => !tested.has(code))).to.deep.equal([]);
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

  it('prints FILE:LINE:COL: CODE text with the value', () => {
    const { findings } = loadFiles(alpha('order: 10', 'order: ten'));
    expect(formatFinding({ ...(findings[0] as (typeof findings)[0]), file: 'x/alpha.yaml' })).to.equal(
      'x/alpha.yaml:2:8: wrong-type expected an integer (found "ten")',
    );
  });
});
