// Real software that nobody here wrote, graded over sockets: the checks that concern it say what is true of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Check, VerificationReport } from '../../src/contract/generated/types.ts';
import { run } from '../../src/run/run.ts';
import { live } from '../../src/transport/live/live.ts';
import { packAt } from '../packs.ts';
import { needsSystemPackages, systemFile } from '../system-packages.ts';
import { type Documents, type Front, front, type Software, start } from './front.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packName = (JSON.parse(readFileSync(join(root, 'rules/bundle.json'), 'utf8')) as { default: string }).default;

async function graded(origin: string, pack: string): Promise<VerificationReport> {
  const transport = live({ target: new URL(origin), private: true });
  try {
    return await run({
      pack: packAt(join(root, 'rules', pack)),
      target: origin,
      seed: 7,
      seedOrigin: 'caller',
      transport,
      now: () => '2026-11-21T00:00:00.000Z',
    });
  } finally {
    await transport.close();
  }
}

const check = (report: VerificationReport, id: string): Check => report.verdict.checks.find((c) => c.id === id)!;
const json = (value: unknown): { type: string; body: string } => ({ type: 'application/json', body: JSON.stringify(value) });

const widgets = join(root, 'test/integration/widgets.json');
const api: unknown = JSON.parse(readFileSync(widgets, 'utf8'));

describe('real software', function () {
  this.timeout(60_000);
  before(function () {
    needsSystemPackages(this);
  });
  let software: Software | undefined;
  let fronted: Front | undefined;
  const serve = async (started: Software, documents: Documents, pack = packName): Promise<VerificationReport> => {
    software = started;
    fronted = await front(documents, started.port);
    return graded(fronted.origin, pack);
  };
  afterEach(async () => {
    await fronted?.close();
    await software?.stop();
    fronted = software = undefined;
  });

  const everything = (): Promise<Software> =>
    start(
      systemFile('@modelcontextprotocol/server-everything', 'dist/index.js'),
      () => ['streamableHttp'],
      (port) => ({ PORT: String(port) }),
    );
  const card = (tools: string[]): Documents => ({
    '/.well-known/agents.json': json({
      name: 'Everything',
      description: 'The reference server of the protocol',
      interfaces: { mcp: { transport: 'streamable-http', url: '/mcp', tools } },
    }),
  });

  it('an MCP reference server that a card names speaks MCP with initialize', async () => {
    const mcp = check(await serve(await everything(), card(['echo'])), 'mcp');
    expect([mcp.verdict, mcp.reason.code], mcp.reason.text).to.deep.equal(['pass', 'legacy']);
  });

  it('the same server keeps to its protocol in depth, and what it may do better is advice', async () => {
    const { verdict } = await serve(await everything(), card(['echo']), 'mcp');
    expect(verdict.checks.filter((c) => c.verdict !== 'pass').map((c) => [c.id, c.reason.code])).to.deep.equal([
      ['mcp-freshness', 'not-modern'],
      ['mcp-login', 'open'],
      ['mcp-login-server', 'no-login'],
    ]);
    const advice = new Set(verdict.checks.flatMap((c) => c.findings.map(({ code }) => code)));
    expect([...advice].sort()).to.deep.equal(['cursor-taken', 'input-undescribed', 'old-era', 'unknown-not-404']);
  });

  it('a tool that the card names and the server lacks is named', async () => {
    const report = await serve(await everything(), card(['echo', 'no-such-tool']));
    const mcp = check(report, 'mcp');
    // The server says that its list changes: what is not in it now is no lie, and is said.
    expect(mcp.verdict, mcp.reason.text).to.equal('pass');
    expect(mcp.findings.map(({ code, level, value }) => [code, level, value])).to.deep.equal([['tool-unlisted', 'should', 'no-such-tool']]);
    expect(check(report, 'claims-exist').verdict).to.not.equal('fail');
  });

  it('an MCP server that nothing names is not guessed at', async () => {
    const report = await serve(await everything(), {});
    expect(check(report, 'mcp').verdict).to.equal('fail');
    expect(report.evidence.exchanges.filter((e) => e.request.method === 'POST')).to.deep.equal([]);
  });

  it('an API that publishes its own OpenAPI document keeps what it says', async () => {
    const todo = await start(
      systemFile('@loopback/example-todo', 'dist/index.js'),
      () => [],
      (port) => ({ PORT: String(port), HOST: '127.0.0.1' }),
    );
    const report = await serve(todo, {});
    expect(check(report, 'openapi').verdict).to.equal('pass');
    expect(check(report, 'keyless-flow').verdict).to.equal('pass');
    for (const id of ['schema-conformance', 'claims-exist']) expect([check(report, id).verdict, id]).to.deep.equal(['pass', id]);
    expect(report.evidence.exchanges.every((e) => ['GET', 'HEAD', 'OPTIONS'].includes(e.request.method))).to.equal(true);
  });

  const prism = (document: string): Promise<Software> =>
    start(systemFile('@stoplight/prism-cli', 'dist/index.js'), (port) => ['mock', '-h', '127.0.0.1', '-p', String(port), document]);

  it('a mock that answers as the document says conforms, and one that is made to lie does not', async () => {
    const honest = await serve(await prism(widgets), { '/openapi.json': json(api) });
    expect(check(honest, 'schema-conformance').verdict, check(honest, 'schema-conformance').reason.text).to.equal('pass');
    expect(check(honest, 'claims-exist').verdict).to.equal('pass');
    await fronted?.close();
    fronted = await front({ '/openapi.json': json(api), '/widgets/first': json({ id: 'one', name: 'a' }) }, software!.port);
    const lying = check(await graded(fronted.origin, packName), 'schema-conformance');
    expect(lying.verdict).to.equal('fail');
    expect(lying.findings[0]).to.include({ operation: 'GET /widgets/first', keyword: 'type' });
    expect(lying.findings[0]?.place).to.match(/openapi\.json#\/paths\/~1widgets~1first\/get/);
    expect(lying.findings[0]?.part).to.match(/id$/);
  });
});
