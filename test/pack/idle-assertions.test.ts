// Assertions on members of an exchange that no answer makes false, or none true, and those near them that say something.
import { basename } from 'node:path';
import { expect } from 'chai';
import { type FindingCode, formatFinding } from '../../src/pack/finding.ts';
import { loadFiles } from './folder.ts';
import { PLANTED_PACK, PLANTED_RULE, PLANTED_SECOND } from './planted.ts';

const FROM = 'select: $.card.status, schema: {maximum: 499}';

const findings = (assertion: string, cap = 'cap: B'): string[] => {
  const second = PLANTED_SECOND.replace(FROM, () => assertion).replace('cap: B', cap);
  expect(second, 'the line to plant it in').to.not.equal(PLANTED_SECOND);
  const files = { 'pack.yaml': PLANTED_PACK, 'file.yaml': PLANTED_RULE, 'second.yaml': second };
  return loadFiles(files, { craft: true }).findings.map(({ file, ...rest }) => formatFinding({ file: basename(file), ...rest }));
};

const IDLE: [assertion: string, code: FindingCode, says: RegExp][] = [
  ['select: $.card.status, schema: {pattern: "^2"}', 'wrong-value', /a status is a number, such as 200, and pattern is for texts/],
  ['select: $.card.status, schema: {not: {pattern: "^5"}}', 'wrong-value', /pattern is for texts/],
  ['select: $.card.status, schema: {type: integer, minLength: 3}', 'wrong-value', /minLength is for texts/],
  ['select: $.card.status, schema: {maxItems: 3}', 'wrong-value', /maxItems is for lists/],
  ['select: $.card.status, schema: {anyOf: [{pattern: "^2"}, {const: 404}]}', 'wrong-value', /pattern is for texts/],
  ['select: "$.links[*].status", some: {pattern: "^2"}', 'wrong-value', /pattern is for texts/],
  ['select: "$.links[*].redirects[*].status", schema: {pattern: "^3"}', 'wrong-value', /pattern is for texts/],
  ['select: $.card.status, schema: {type: string, pattern: "^2"}', 'wrong-value', /a status is a number/],
  ['select: $.card.status, schema: {const: 9999}', 'wrong-value', /between 100 and 999/],
  ['select: $.card.status, schema: {minimum: 1000}', 'wrong-value', /between 100 and 999/],
  ['select: $.card.outcome, schema: {minimum: 1}', 'wrong-value', /outcome is a text, and minimum is for numbers/],
  ['select: $.card.outcome, schema: {type: string, required: [state]}', 'wrong-value', /required is for objects/],
  ['select: $.card.outcome, schema: {not: {const: abscent}}', 'wrong-value', /did you mean absent/],
  ['select: "$.tried.llms[*].outcome", schema: {not: {enum: [abscent]}}', 'wrong-value', /did you mean absent/],
  ['select: $.card.request.method, schema: {const: get}', 'wrong-value', /method is one of GET/],
  ['select: "$.card.headers[\'retry-after\']", schema: {minimum: 60}', 'wrong-value', /a header is a text, and minimum is for numbers/],
  ['select: "$.card.headers.age", schema: {const: 60}', 'wrong-value', /a header is a text/],
  ['select: $.card.outcome, schema: {anyOf: [{const: found}, {}]}', 'always-true', /every outcome is valid/],
  [
    'select: $.card.outcome, schema: {enum: [found, absent, method-refused, refused, elsewhere, unclear]}',
    'always-true',
    /every outcome is valid/,
  ],
  ['select: $.card.url, schema: {type: string}', 'always-true', /every url is valid/],
  ['select: $.card.json.name, schema: {allOf: [{}, {title: any}]}', 'always-true', /every value is valid/],
  ['select: $.card.outcome, equal: $.card.outcome', 'always-true', /compared with itself/],
  ['select: $.card.json.name, equal: "$.card[\'json\'].name"', 'always-true', /compared with itself/],
  ['select: "$.links[*].url", equal: $.each', 'always-true', /compared with itself/],
  ['select: $.card.outcome, in: {of: [$.card.outcome]}', 'always-true', /among itself/],
  ['select: "$.links[*].url", in: {of: ["$.card.url", "$.links[*].url"], min: 1}', 'always-true', /among itself/],
  ['select: $.card.url, unique: true', 'always-true', /one value at most/],
  ['select: $.card.json.ids, unique: true', 'always-true', /write \[\*\]/],
  ['select: $.card.json.ids, count: {max: 5}', 'always-true', /one value at most/],
  ['select: $.card.json.ids, count: {min: 2}', 'always-false', /one value at most/],
  ['select: [$.card.json.a, $.card.json.b], count: {min: 3}', 'always-false', /2 values at most/],
  ['select: $.card.json.name, schema: {not: {}}', 'always-false', /no value is valid/],
  ['select: "$.card.json.errors[*]", count: {max: 0}, optional: true', 'idle-member', /where nothing stands, which max: 0 asks for/],
  [
    'select: $.card.json.name, level: should, then: pass, else: broken}\n  - {select: $.card.type',
    'idle-member',
    /then has no effect beside level: should/,
  ],
  [
    'select: $.card.json.name, level: should, none: broken, else: broken}\n  - {select: $.card.type',
    'idle-member',
    /none has no effect beside level: should/,
  ],
  ['select: "$.links[*].json", conforms: "$.card.openapi.operations[*]"', 'wrong-value', /conforms holds exchanges/],
  [
    'select: ["$.exchanges[*]", "$.card.json"], conforms: {operations: "$.card.openapi.operations[*]"}',
    'wrong-value',
    /conforms holds exchanges/,
  ],
];

/** Each says something, or nothing is known of what stands there. */
const SOUND: string[] = [
  'select: $.card.status, schema: {type: integer, minimum: 200, maximum: 299}',
  'select: $.card.status, schema: {minimum: 600}',
  'select: $.card.status, schema: {not: {const: 999}}',
  'select: $.card.status, schema: {type: integer}',
  'select: $.card.status, schema: {type: [integer, string]}',
  'select: "$.links[*].redirects[*].status", schema: {not: {const: 0}}',
  'select: $.card.status, schema: {anyOf: [{type: integer, maximum: 399}, {type: string, pattern: "^[23]"}]}',
  'select: [$.card.status, $.card.type], schema: {pattern: "^a"}',
  'select: $.card.type, schema: {pattern: "json$"}',
  'select: $.card.type, schema: {type: string}',
  'select: $.llms.url, schema: {type: string}',
  'select: $.card.json.status, schema: {pattern: "^up"}',
  'select: $.card.json.status, schema: {const: up}',
  'select: $.row.status, schema: {const: active}',
  'select: $.card.xml.elements, schema: {minItems: 1}',
  'select: $.card.headers, schema: {required: [etag]}',
  'select: "$.card.headers.age", schema: {enum: [60, "60"]}',
  'select: "$.card.headers.age", schema: {pattern: "^[0-9]+$"}',
  'select: $.card.outcome, schema: {enum: [found, absent, method-refused, refused, elsewhere]}',
  'select: $.card.request.method, schema: {enum: [GET, HEAD]}',
  'select: [$.card.url, $.llms.url], equal: $.card.url',
  'select: "$.links[*].type", equal: "$.links[*].type"',
  'select: "$.links[*].url", equal: $.each.request.url',
  'select: "$.links[*].url", in: {of: ["$.links[*].url"], min: 2}',
  'select: "$.links[*].url", in: {of: ["$.links[*].request.url"]}',
  'select: ["$.links[*].url", $.card.url], in: {of: ["$.links[*].url"]}',
  'select: [$.card.url, $.llms.url], unique: true',
  'select: "$.card.json.ids[*]", unique: true',
  'select: "$.card.json.ids[*]", count: {min: 2, max: 5}',
  'select: [$.card.json.a, $.card.json.b], count: {min: 2}',
  'select: [$.card.json.a, $.card.json.b], count: {max: 1}',
  'select: $.card.json.a, count: {max: 0}',
  'select: "$.card.json.errors[*]", count: {max: 1}, optional: true',
  'select: "$.card.json.errors[*]", schema: {not: {}}, optional: true',
  'select: "$.exchanges[*]", conforms: {operations: "$.card.openapi.operations[*]"}',
  'select: "$.links[*]", conforms: $.each.item',
  'select: "$.tried.llms[0]", conforms: "$.card.openapi.operations[0]"',
];

it('names a cap at the best grade of the pack, which caps nothing, and no other', () => {
  expect(findings(FROM, 'cap: A+')).to.deep.equal(['second.yaml:4:6: idle-member A+ is the best grade of the bands, so this caps nothing']);
  expect(findings(FROM, 'cap: F')).to.deep.equal([]);
});

describe('assertions on members of an exchange', () => {
  for (const [assertion, code, says] of IDLE)
    it(`${code}: ${assertion}`, () => {
      const found = findings(assertion);
      expect(found, found.join('\n')).to.have.length(1);
      expect(found[0]).to.include(`second.yaml:9:`).and.include(` ${code} `).and.match(says);
    });

  for (const assertion of SOUND) it(`says nothing of ${assertion}`, () => expect(findings(assertion)).to.deep.equal([]));
});
