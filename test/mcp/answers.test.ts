// What an agent gets of a grade: findings, fixes and the report within 4 KB; one check whole; and no input that its schema admits fails as missing.
import type { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { argumentsOf } from '../../src/mounts/mcp/call.ts';
import { INPUTS } from '../../src/mounts/mcp/schemas.ts';
import { mcpServer } from '../../src/mounts/mcp/server.ts';
import type { ToolKind } from '../../src/mounts/mcp/tools.ts';
import { LocalService } from '../../src/service/local.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { clientOver, contentOf, textOf } from './service.ts';

interface Check {
  id: string;
  verdict: string;
  findings?: string[];
  fix?: string;
}

describe('what an agent gets of a grade', function () {
  this.timeout(60_000);
  let client: Client;
  const targets = new Map<string, FixtureServer>();
  before(async () => {
    const empty = loadFixture('fixtures/targets/empty.yaml');
    const llms = { type: 'text/markdown', body: 'A shop.\n\n- [Teas](/teas)\n- [Pots](/pots)\n' };
    targets.set('empty', await serveFixture(empty));
    targets.set('dead links', await serveFixture({ ...empty, routes: { ...empty.routes, '/llms.txt': llms } }));
    targets.set('liar-schema', await serveFixture(loadFixture('fixtures/targets/liar-schema.yaml')));
    const verifier = new LocalService({ allowPrivate: true });
    const packs = await BundledPacks.load();
    const [near, far] = InMemoryTransport.createLinkedPair();
    await mcpServer(
      () => ({ verifier, packs, place: {}, caller: { address: 'local' }, onFault: () => undefined }),
      () => verifier.kept(),
    ).connect(far);
    client = await clientOver(near, '2025-11-25');
  });
  after(async () => {
    await client?.close();
    for (const target of targets.values()) await target.close();
  });
  const graded = (name: string) =>
    client.callTool({ name: 'verify_domain', arguments: { domain: targets.get(name)?.origin ?? '', seed: 1 } });

  for (const name of ['empty', 'dead links', 'liar-schema'])
    it(`${name}: every failing check says what to do, within 4 KB`, async () => {
      const result = await graded(name);
      const content = contentOf(result);
      for (const text of [textOf(result), JSON.stringify(content)]) expect(Buffer.byteLength(text)).to.be.at.most(4096);
      const failing = (content.checks as Check[]).filter(({ verdict }) => verdict === 'fail');
      expect(failing).to.not.be.empty;
      for (const { id, fix, findings } of failing) {
        expect(fix, id).to.be.a('string').and.to.have.length.above(20);
        expect(findings, id).to.be.an('array');
        for (const one of findings ?? []) expect(one.length, id).to.be.above(15);
      }
      if (name === 'dead links') {
        expect(failing).to.have.length(11);
        expect(failing.find(({ id }) => id === 'claims-exist')?.findings?.[0]).to.equal('expected what is claimed to be there');
      }
      expect(textOf(result))
        .to.contain(`axproof://reports/${content.reportDigest}`)
        .and.to.contain('To do: ')
        .and.not.to.match(/u\{60\}|To do: .*:`?$/m);
    });

  it('explains one check whole, and names the checks where there is no such one', async () => {
    const { reportDigest } = contentOf(await graded('liar-schema'));
    const told = await client.callTool({ name: 'explain_check', arguments: { report: reportDigest, check: 'schema-conformance' } });
    expect(contentOf(told)).to.deep.include({ id: 'schema-conformance', verdict: 'fail' });
    expect(textOf(told)).to.contain('**Why it matters:**').and.to.contain('**How to fix it:**').and.to.contain('```');
    const other = await client.callTool({ name: 'explain_check', arguments: { report: reportDigest, check: 'nothing' } });
    expect(contentOf(other)).to.deep.include({ code: 'not-found' });
    expect(textOf(other)).to.contain('schema-conformance');
  });

  it('has the report as a resource where no service answers', async () => {
    const { reportDigest } = contentOf(await graded('empty'));
    const uri = `axproof://reports/${reportDigest}`;
    expect((await client.listResources()).resources.map((one) => one.uri)).to.include(uri);
    const { contents } = await client.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).to.have.nested.property('verdict.target', targets.get('empty')?.origin);
  });

  it('says what was found where, and where nothing was', async () => {
    const told = textOf(
      await client.callTool({ name: 'discover_domain', arguments: { domain: targets.get('liar-schema')?.origin ?? '' } }),
    );
    expect(told).to.match(/^- `openapi 3\.\d\.\d` at `http.*\/openapi\.json`, as `application\/[a-z.+]*json`/m);
    const none = textOf(await client.callTool({ name: 'discover_domain', arguments: { domain: targets.get('empty')?.origin ?? '' } }));
    expect(none).to.match(/^- `http[^`]*\/llms\.txt`: absent/m);
    for (const [, line] of none.matchAll(/^- (.*)$/gm)) expect(line, 'no name of a probe').to.match(/`http/);
  });

  it('takes every input that its schema admits', () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    const values: { [name: string]: unknown } = {
      domain: 'a.example',
      target: 'a.example',
      pack: 'ax',
      seed: 1,
      fixes: true,
      spec: {},
      expectedDigest: digest,
      report: digest,
      check: 'x',
    };
    const ajv = new Ajv2020({ strict: false });
    for (const [kind, schema] of Object.entries(INPUTS)) {
      const admits = ajv.compile(schema);
      const names = Object.keys(schema.properties);
      for (let bits = 0; bits < 2 ** names.length; bits++) {
        const input = Object.fromEntries(names.filter((_, i) => bits & (1 << i)).map((name) => [name, values[name]]));
        if (admits(input)) expect(() => argumentsOf(kind as ToolKind, input), `${kind} ${JSON.stringify(input)}`).to.not.throw();
      }
    }
  });
});
