// What a pack may do only with consent: writes, and what an MCP probe may do without.
import { expect } from 'chai';
import { formatFinding } from '../../src/pack/finding.ts';
import { good, loadFiles, PACK } from './folder.ts';

const codes = (probe: string, consent: boolean): string[] =>
  loadFiles({
    ...good,
    'pack.yaml': `${PACK.replace('engine: "1"', consent ? 'engine: "1"\nconsent: writes' : 'engine: "1"')}  extra: ${probe}\n`,
  }).findings.map(formatFinding);

const WRITES = [
  '{put: /a, body: {a: "{{ $.run.nonce }}"}}',
  '{patch: /a, body: {a: 1}}',
  '{delete: "{{ $.doc.json.url }}", cleanup: true}',
  '{post: /orders, form: {a: b}, secret: [$.env.token]}',
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

  it('keeps credentials out even with consent', () => {
    for (const name of ['authorization', 'cookie', 'x-payment'])
      expect(codes(`{get: /a, headers: {${name}: "{{ $.env.token }}"}}`, true).join()).to.include('forbidden-header');
  });
});
