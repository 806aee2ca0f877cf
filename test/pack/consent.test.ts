// What a pack may do only with consent: writes, and what an MCP probe may do without.
import { expect } from 'chai';
import { formatFinding } from '../../src/pack/finding.ts';
import { ENGINE_LINE, good, loadFiles, PACK } from './folder.ts';

const codes = (probe: string, consent: boolean): string[] =>
  loadFiles({
    ...good,
    'pack.yaml': `${PACK.replace(ENGINE_LINE, consent ? `${ENGINE_LINE}\nconsent: writes` : ENGINE_LINE)}  extra: ${probe}\n`,
  }).findings.map(formatFinding);

const WRITES = [
  '{put: /a, body: {a: "{{ $.run.nonce }}"}}',
  '{patch: /a, body: {a: 1}}',
  '{delete: "{{ $.doc.json.url }}", cleanup: true}',
  '{post: /orders, form: {a: b}, secret: [$.self.json.token]}',
  '{post: /orders, body: {method: anything}}',
  '{get: /a, until: [{select: $.self.json}], repeat: {most: 3, wait: 100}}',
];

const mcp = (method: string, more = ''): string =>
  `{select: "$.doc.json.m", take: 1, post: "{{ $.item }}", body: {jsonrpc: "2.0", id: 1, method: ${method}}${more}}`;

describe('consent', () => {
  for (const probe of WRITES) {
    it(`${probe} loads with consent and not without`, () => {
      expect(codes(probe, true)).to.deep.equal([]);
      expect(codes(probe, false)).not.to.deep.equal([]);
    });
  }

  for (const method of ['server/discover', 'initialize', 'notifications/initialized', 'ping', 'tools/list', 'resources/templates/list']) {
    it(`${method} needs none`, () => expect(codes(mcp(method), false)).to.deep.equal([]));
  }

  for (const method of [
    'tools/call',
    'list',
    '/list',
    'tools/list/x',
    'tools/listx',
    'Tools/list',
    'completion/complete',
    '5',
    '"tools/call\\n/list"',
  ]) {
    it(`${method} needs it`, () => expect(codes(mcp(method), false).join()).to.include('forbidden-method'));
  }

  it('lets a repeat change the cursor and not the method', () => {
    const page = (merge: string): string => mcp('tools/list', `, repeat: {most: 2, merge: {${merge}}}`);
    expect(codes(page('body: {params: {cursor: "{{ $.self.jsonrpc.result.nextCursor }}"}}'), false)).to.deep.equal([]);
    expect(codes(page('body: {method: tools/call, params: "{{ $.self.json.a }}"}'), false).join()).to.include('forbidden-method');
    expect(codes(page('body: "{{ $.self.json.a }}"'), false).join()).to.include('forbidden-method');
    expect(codes(page('url: "/{{ $.self.json.a }}"'), false).join()).to.include('forbidden-method');
  });

  const header = (name: string, value: string, secret = ''): string =>
    `{post: /login${secret}}\n  use: {get: /a, headers: {${name}: ${value}}}`;
  const CAPTURE = ', secret: [$.self.json.token, "$.self.json.keys[*].key"]';

  for (const [name, value] of [
    ['authorization', '"{{ $.env.token }}"'],
    ['authorization', '"Bearer {{ $.extra.json.token }}"'],
    ['x-api-key', '"{{ $.extra.json.keys[1].key }}"'],
    ['api-key', '{value: "{{ $.extra.json.token }}", optional: true}'],
    ['x-auth-token', '"{{ $.extra.json.token }}"'],
  ] as const)
    it(`lets ${name} be ${value}, with consent alone`, () => {
      expect(codes(header(name, value, CAPTURE), true)).to.deep.equal([]);
      expect(codes(header(name, value), false).join()).to.include('forbidden-header');
    });

  for (const [name, value] of [
    ['authorization', 'Bearer abc'],
    ['authorization', '"Bearer abc{{ $.env.token }}"'],
    ['authorization', '"Bearer {{ $.env.token }}{{ $.env.more }}"'],
    ['authorization', '"{{ $.extra.json.other }}"'],
    ['x-api-key', '"{{ $.run.nonce }}"'],
    ['x-api-key', '{value: key, optional: true}'],
    ['cookie', '"{{ $.env.token }}"'],
    ['proxy-authorization', '"{{ $.env.token }}"'],
    ['x-payment', '"{{ $.env.token }}"'],
  ] as const)
    it(`keeps ${name}: ${value} out even with consent`, () =>
      expect(codes(header(name, value, CAPTURE), true).join()).to.include('forbidden-header'));

  for (const [path, allowed] of [
    ['$.self.json', true],
    ['$.self.json.a.b', true],
    ['"$.self.json.a[*].b"', true],
    ["\"$.self.json['a','b'][0]\"", true],
    ['"$.self.headers[\'x-token\']"', true],
    ['$.self.text.text', true],
    ['$.self.json..a', false],
    ['"$.self.json.a[-1]"', false],
    ['"$.self.json.a[0:2]"', false],
    ['"$.self.headers[\'set-cookie\']"', false],
    ['$.self.headers.location', false],
    ['$.self.yaml.a', false],
    ['$.self.url', false],
    ['$.self', false],
    ['$.doc.json.a', false],
  ] as const)
    it(`${path} can ${allowed ? '' : 'not '}be taken out of an answer`, () =>
      expect(codes(`{post: /login, secret: [${path}]}`, true).some((c) => c.includes('bad-secret'))).to.equal(!allowed));
});
