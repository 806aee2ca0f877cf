// An agent that knows /llms.txt and curl, and nothing else, comes to the end of each of four ways. What it asked and got stands in docs/agents.md.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { RunningService } from '../../src/start/places.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { service } from '../mcp/service.ts';

const DOC = 'docs/agents.md';
const MOST_LINES = 12;
const PASSED = /"kind":"[A-Za-z]*Report"|"passed":(true|false)/;
const run = promisify(execFile);

describe('An agent that knows /llms.txt and curl', function () {
  this.timeout(120_000);
  let verifier: RunningService;
  const sites = new Map<string, FixtureServer>();
  const said: string[] = [];
  let llms = '';

  /** As it stands in the document: nothing in it changes from run to run. */
  const plain = (text: string): string => {
    let out = text.replaceAll(verifier.url.replace(/\/$/, ''), 'https://verifier.example');
    for (const [name, { origin }] of sites)
      out = out.replaceAll(encodeURIComponent(origin), `${name}.example`).replaceAll(origin, `https://${name}.example`);
    return out
      .replace(/sha256:[0-9a-f]{64}/g, 'sha256:…')
      .replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, '2026-11-22T00:00:00.000Z')
      .replace(/("seed": ?|Seed: `)\d+/g, '$1…');
  };

  async function curl(note: string, args: string[], shown: RegExp, most = MOST_LINES): Promise<string> {
    let { stdout } = await run('curl', ['-s', ...args], { maxBuffer: 64 * 1024 * 1024 });
    // As llms.txt says of a run that goes on: ask again.
    for (let left = 100; left > 0 && /^\{\s*"id": ?"[0-9a-f]+",[\s\S]*"state": ?"(queued|running)"/.test(stdout); left--) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      ({ stdout } = await run('curl', ['-s', ...args], { maxBuffer: 64 * 1024 * 1024 }));
    }
    const told = args.map((arg) => (/^[\w./:=-]+$/.test(arg) ? arg : `'${arg.length > 300 ? `${arg.slice(0, 120)}…` : arg}'`)).join(' ');
    // Canonical JSON is one line: of that what stands in it is shown.
    const isOneLine = /^\{.*\}\n?$/.test(stdout);
    const lines = isOneLine ? (stdout.match(new RegExp(shown, 'g')) ?? []) : stdout.split('\n').filter((line) => shown.test(line));
    expect(lines, note).not.to.deep.equal([]);
    said.push(
      plain(
        [
          `# ${note}`,
          `$ curl ${told}${isOneLine ? ` | grep -oE '${shown.source}'` : ''}`,
          ...lines
            .slice(0, most)
            .map(plain)
            .map((line) => (line.length > 160 ? `${line.slice(0, 159)}…` : line)),
          '',
        ].join('\n'),
      ),
    );
    return stdout;
  }

  /** A call that llms.txt writes out, with the site in place of the example. */
  function call(holding: string, site: string): string[] {
    const [line = ''] = llms.split('\n').filter((one) => one.startsWith('curl ') && one.includes(holding));
    const target = sites.get(site)?.origin ?? '';
    const words = [...line.replace(/ # .*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    return words
      .slice(1)
      .map((word) =>
        word.startsWith('{') ? word.replace('example.com', target) : word.replace('example.com', encodeURIComponent(target)),
      );
  }

  before(async () => {
    for (const [name, file] of [
      ['shop', 'good'],
      ['broken', 'liar-schema'],
    ] as const)
      sites.set(name, await serveFixture(loadFixture(`fixtures/targets/${file}.yaml`)));
    // What judges a stranger's pack is not what is tried here.
    verifier = await service({ AXPROOF_UNISOLATED_SPECS: 'true' });
    llms = await curl('What is this?', [new URL('/llms.txt', verifier.url).href], /^(# |> |curl |- \*\*)/);
  });
  after(async () => {
    await verifier?.close();
    for (const site of sites.values()) await site.close();
  });

  it('builder: reads the grade and what to do', async () => {
    const told = await curl('Builder: what is wrong with mine, and what do I do?', call('as Markdown', 'broken'), /^(# Grade|\*\*|### )/);
    expect(told)
      .to.match(/^# Grade C/)
      .and.to.contain('**How to fix it:**');
    expect(await curl('Builder: mended.', call('as Markdown', 'shop'), /^(# Grade|\*\*)/)).to.match(/^# Grade A\+/);
  });

  it('orchestrator: gates on the digest that stands in the text', async () => {
    const told = JSON.parse(await curl('Orchestrator: is it done?', call('expectedDigest', 'shop'), PASSED));
    expect(told).to.include({ kind: 'PinnedVerificationReport', passed: true });
    expect(JSON.parse(await curl('Orchestrator: and the other one?', call('expectedDigest', 'broken'), PASSED))).to.include({
      passed: false,
    });
  });

  it('evaluator: reads the score and follows the receipts', async () => {
    const report = JSON.parse(
      await curl('Evaluator: the score.', call('format=json', 'shop'), /"(grade|conclusive)":[^,]*|"score":[{][^}]*[}]/, 3),
    );
    expect(report.verdict.score).to.deep.equal({ points: 10, outOf: 10 });
    const markdown = await curl('Evaluator: where are the receipts?', call('as Markdown', 'shop'), /^- (Report|Evidence|Signature):/);
    const [, evidence = ''] = /^- Evidence: (\S+)$/m.exec(markdown) ?? [];
    const bundle = JSON.parse(await curl('Evaluator: the receipts.', [evidence], /"url":"http[^"]*(llms[.]txt|openapi[.]json)"/, 2));
    expect(bundle.exchanges).to.have.length.above(10);
  });

  it('pack author: changes a pack, asks by it, and gates on its digest', async () => {
    const [, schema = ''] = /from (\S+\/schemas\/pack\/1\.json)/.exec(llms) ?? [];
    expect(JSON.parse(await curl('Pack author: what may a pack say?', [schema], /"title": "Pack/, 1))).to.be.an('object');
    const [, link = ''] = /^- \[llms-txt\]\((\S+)\)/m.exec(llms) ?? [];
    const pack = JSON.parse(await curl('Pack author: one to start from.', [link], /"(name|version)":"(axproof|[0-9])[^"]*"/));
    const own = {
      ...pack,
      name: 'me/mine',
      version: '0.1.0',
      title: 'What I expect of llms.txt',
      rules: pack.rules.filter(({ id }: { id: string }) => id === 'llms-served'),
    };
    const [url = '', ...rest] = call('expectedDigest', 'shop');
    const ask = (more: object): string[] => [
      url,
      ...rest.slice(0, -1),
      JSON.stringify({ target: sites.get('shop')?.origin, spec: own, ...more }),
    ];
    const first = JSON.parse(await curl('Pack author: mine, asked by.', ask({}), PASSED));
    expect(first, JSON.stringify(first).slice(0, 600)).to.include({ kind: 'PinnedVerificationReport', passed: false });
    const { digest } = first.verdict.spec;
    expect(JSON.parse(await curl('Pack author: ratified.', ask({ expectedDigest: digest }), PASSED))).to.include({
      passed: true,
    });
  });

  it('stands in docs/agents.md as it went', () => {
    const text = readFileSync(DOC, 'utf8');
    const now = text.replace(/(?<=<!-- transcript -->\n\n```text\n)[\s\S]*?(?=```)/, () => said.join('\n'));
    if (process.env.UPDATE_GOLDEN) writeFileSync(DOC, now);
    else expect(text).to.equal(now);
  });
});
