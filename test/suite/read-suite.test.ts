// Suite documents: every mistake with its place, variables and secrets, rows, and the jobs that come of them.
import { expect } from 'chai';
import fc from 'fast-check';
import type { AxproofError } from '../../src/contract/errors.ts';
import type { Suite } from '../../src/contract/generated/types.ts';
import { formatFinding } from '../../src/pack/finding.ts';
import { variables } from '../../src/run/suite/environment.ts';
import { planJobs } from '../../src/run/suite/plan-jobs.ts';
import { readRows } from '../../src/run/suite/read-rows.ts';
import { readSuite } from '../../src/run/suite/read-suite.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const SUITE = `format: 1
name: shop
environments:
  staging: {origin: https://staging.example, tenant: 7, token: {secret: STAGING_TOKEN}}
  prod: {origin: https://shop.example, tenant: 8, token: {secret: PROD_TOKEN}}
targets:
  shop: "{{ $.env.origin }}"
  docs: {url: docs.example}
  each: "https://{{ $.row.host }}"
packs: {surfaces: ax}
specs:
  orders: {pack: ./orders, digest: "${DIGEST}"}
data: rows.csv
tests:
  - {name: surfaces, target: [shop, docs], pack: surfaces, minGrade: B}
  - {name: orders, target: shop, spec: orders}
  - {target: each, spec: orders, rows: true}
`;

const readAs = (text: string, file = 'suite.yaml') => readSuite(text, file);
function good(text = SUITE): Suite {
  const { suite, findings } = readAs(text);
  expect(findings.map(formatFinding)).to.deep.equal([]);
  return suite as Suite;
}
const codeOf = (work: () => unknown): [string, string] => {
  try {
    work();
  } catch (error) {
    return [(error as AxproofError).code, [(error as Error).message, ...((error as AxproofError).details ?? [])].join('\n')];
  }
  return ['none', ''];
};

describe('suite documents', () => {
  it('reads YAML and JSON alike', () => {
    const suite = good();
    expect(readAs(JSON.stringify(suite), 'suite.json').suite).to.deep.equal(suite);
  });

  const broken: [string, string, string, RegExp][] = [
    ['no format', 'format: 1\n', '', /^suite\.yaml:1:1: missing-member .*format/],
    ['another format', 'format: 1', 'format: 2', /^suite\.yaml:1:9: wrong-value/],
    ['an unknown member', 'name: shop', 'nam: shop', /^suite\.yaml:1:1: missing-member|^suite\.yaml:2:1: unknown-member .*name/],
    ['no tests', /tests:[\s\S]*/ as never, 'tests: []\n', /^suite\.yaml:14:8: wrong-value/],
    ['an unknown target', 'target: [shop, docs]', 'target: [shop, dosc]', /^suite\.yaml:15:37: unknown-name .*dosc.*docs/],
    ['an unknown pack', 'pack: surfaces, min', 'pack: surface, min', /^suite\.yaml:15:50: unknown-name .*surface/],
    ['an unknown spec', 'shop, spec: orders', 'shop, spec: order', /^suite\.yaml:16:40: unknown-name .*order/],
    ['pack and spec', 'shop, spec: orders', 'shop, pack: surfaces, spec: orders', /^suite\.yaml:16:5: wrong-kind .*pack or spec/],
    ['neither', 'shop, spec: orders', 'shop', /^suite\.yaml:16:5: missing-member .*pack or spec/],
    ['minGrade beside spec', 'shop, spec: orders', 'shop, spec: orders, minGrade: A', /^suite\.yaml:16:48: idle-member/],
    ['a spec without digest', `, digest: "${DIGEST}"`, '', /^suite\.yaml:12:11: missing-member .*digest/],
    ['a digest of another form', DIGEST, 'sha256:0', /^suite\.yaml:12:36: wrong-value/],
    ['a variable that is not there', '$.env.origin', '$.env.orign', /^suite\.yaml:7:9: unknown-name .*orign.*origin/],
    ['another name in a target', '$.env.origin', '$.run.nonce', /^suite\.yaml:7:9: unknown-name/],
    ['an open template', '{{ $.env.origin }}', '{{ $.env.origin', /^suite\.yaml:7:9: bad-template/],
    ['a secret in a target', '$.env.origin', '$.env.token', /^suite\.yaml:7:9: bad-value .*secret/],
    ['a row where there is none', 'spec: orders, rows: true', 'spec: orders', /^suite\.yaml:17:14: unknown-name .*rows: true/],
    ['two tests of one name', 'name: orders', 'name: surfaces', /^suite\.yaml:16:12: wrong-value .*surfaces/],
    ['a target twice', '[shop, docs]', '[shop, shop]', /^suite\.yaml:15:37: wrong-value .*shop/],
    [
      'a test called as another at one target',
      'name: orders',
      'name: surfaces · docs',
      /^suite\.yaml:16:12: wrong-value .*surfaces · docs/,
    ],
    [
      'a test called as another with its row',
      'name: orders',
      'name: "orders: each · row 2"',
      /^suite\.yaml:17:5: wrong-value .*orders: each/,
    ],
    ['a structure as variable', 'tenant: 7', 'tenant: [7]', /^suite\.yaml:4:\d+: wrong-type .*secret/],
    ['a secret with its value', '{secret: STAGING_TOKEN}', '{secret: STAGING_TOKEN, value: x}', /^suite\.yaml:4:\d+: unknown-member/],
    ['a member twice', 'name: shop', 'name: shop\nname: shop', /^suite\.yaml:3:1: duplicate-key/],
    ['a name like __proto__', 'packs: {surfaces', 'packs: {__proto__: x, surfaces', /bad-key/],
  ];
  for (const [name, from, to, finding] of broken) {
    it(`says where: ${name}`, () => {
      const text = SUITE.replace(from, to);
      expect(text).to.not.equal(SUITE);
      const { suite, findings } = readAs(text);
      expect(suite).to.equal(undefined);
      expect(findings.map(formatFinding).join('\n')).to.match(new RegExp(finding.source, 'm'));
    });
  }

  it('takes names that only look like those of other runs', () => {
    good(SUITE.replace('name: orders', 'name: surfaces · each'));
    good(SUITE.replace('name: orders', 'name: "orders: each · row 0"'));
    good(SUITE.replace('name: orders', 'name: surfaces · row 1'));
  });

  it('never crashes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readAs(JSON.stringify(value), 'x.json')));
    fc.assert(fc.property(fc.string(), (text) => void readAs(text)));
  });
});

describe('variables of a suite', () => {
  const process = { STAGING_TOKEN: 'staging-secret', HOME: '/x' };

  it('takes literals as they are, and secrets from the process alone', () => {
    const { env, secrets } = variables(good(), 'staging', process);
    expect({ ...env }).to.deep.equal({ origin: 'https://staging.example', tenant: 7, token: 'staging-secret' });
    expect(secrets).to.deep.equal(['token']);
  });

  const refused: [string, string | undefined, object, [string, RegExp]][] = [
    ['none chosen', undefined, process, ['unknown-environment', /staging \| prod/]],
    ['an unknown one', 'stagin', process, ['unknown-environment', /staging, prod/]],
    ['a name of every object', 'constructor', process, ['unknown-environment', /staging, prod/]],
    ['a secret that is not set', 'prod', process, ['missing-secret', /PROD_TOKEN/]],
    ['a secret that is empty', 'prod', { PROD_TOKEN: '' }, ['missing-secret', /PROD_TOKEN/]],
    ['a secret that is too short', 'prod', { PROD_TOKEN: 'abc' }, ['missing-secret', /fewer than/]],
  ];
  for (const [name, chosen, given, [code, message]] of refused) {
    it(`refuses ${name}`, () => {
      const [is, text] = codeOf(() => variables(good(), chosen, given as never));
      expect(is).to.equal(code);
      expect(text).to.match(message);
      expect(text).to.not.match(/staging-secret|abc/);
    });
  }
});

describe('data rows', () => {
  it('reads CSV as text: quotes, commas, line ends, a byte order mark', () => {
    expect(readRows('\ufeffhost,note\r\n"a.example","x, ""y""\nz"\r\n\r\nb.example,\r\n', 'r.csv')).to.deep.equal([
      { host: 'a.example', note: 'x, "y"\nz' },
      { host: 'b.example', note: '' },
    ]);
  });
  it('keeps the types of JSON', () =>
    expect(readRows('[{"a": 1, "b": null, "c": "1", "d": true}]', 'r.json')).to.deep.equal([{ a: 1, b: null, c: '1', d: true }]));

  const refused: [string, string, string, RegExp][] = [
    ['a longer line', 'a,b\n1,2\n1,2,3\n', 'r.csv', /r\.csv:3:/],
    ['an open quote', 'a\n"x\n', 'r.csv', /r\.csv:\d/],
    ['no header', '', 'r.csv', /header/],
    ['no row', 'a,b\n', 'r.csv', /no row/],
    ['a column twice', 'a,a\n1,2\n', 'r.csv', /two columns are called a/],
    ['a column behind a blank', 'a, b\n1,2\n', 'r.csv', /r\.csv:1: a blank .* column 2: " b"/],
    ['a column without a name', 'a,\n1,2\n', 'r.csv', /column 2/],
    ['a column like __proto__', '__proto__\n1\n', 'r.csv', /column 1/],
    ['another form', 'a\n1\n', 'r.tsv', /neither/],
    ['no list', '{"a": 1}', 'r.json', /r\.json:1:1: wrong-type/],
    ['a nested value', '[{"a": [1]}]', 'r.json', /r\.json:1:8: wrong-type/],
    ['an empty list', '[]', 'r.json', /r\.json:1:1/],
    ['a member twice', '[{"a": 1, "a": 2}]', 'r.json', /duplicate-key/],
  ];
  for (const [name, text, file, message] of refused) {
    it(`refuses ${name}`, () => {
      const [code, said] = codeOf(() => readRows(text, file));
      expect(code).to.equal('bad-data');
      expect(said).to.match(message);
    });
  }
  it('gives back what a CSV writer wrote', () => {
    const cell = fc.string().filter((s) => !/[\r\n]/.test(s));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (cells) => {
        const quoted = (s: string): string => `"${s.replaceAll('"', '""')}"`;
        const text = ['a,b', ...cells.map((row) => row.map(quoted).join(','))].join('\n');
        expect(readRows(text, 'r.csv')).to.deep.equal(cells.map(([a, b]) => ({ a, b })));
      }),
    );
  });
});

describe('jobs of a suite', () => {
  const staging = () => variables(good(), 'staging', { STAGING_TOKEN: 'staging-secret' });
  const rows = [{ host: 'a.example' }, { host: 'b.example' }];

  it('stand in suite order, each with its own name', () => {
    expect(
      planJobs(good(), { variables: staging(), rows }).map((j) => [j.name, j.target, j.pack, j.digest ?? j.minGrade, j.row?.host]),
    ).to.deep.equal([
      ['surfaces · shop', 'https://staging.example', 'ax', 'B', undefined],
      ['surfaces · docs', 'docs.example', 'ax', 'B', undefined],
      ['orders', 'https://staging.example', './orders', DIGEST, undefined],
      ['orders: each · row 1', 'https://a.example', './orders', DIGEST, 'a.example'],
      ['orders: each · row 2', 'https://b.example', './orders', DIGEST, 'b.example'],
    ]);
  });

  const refused: [string, object | undefined, string, RegExp][] = [
    ['no rows where they are wanted', undefined, SUITE, /no data rows/],
    ['rows that nobody wants', rows, SUITE.replace(/ {2}- \{target: each.*\n/, ''), /no test has rows/],
    ['a row without the column', [{ host: 'a' }, { hots: 'b' }], SUITE, /row 2.*\$\.row\.host/],
  ];
  for (const [name, given, text, message] of refused) {
    it(`refuses ${name}`, () => {
      const [code, said] = codeOf(() => planJobs(good(text), { variables: staging(), ...(given ? { rows: given as never } : {}) }));
      expect(code).to.equal('bad-data');
      expect(said).to.match(message);
    });
  }
});
