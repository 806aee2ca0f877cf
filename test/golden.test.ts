// Whole reports of the default pack on the written targets, byte for byte: verdicts, evidence, and with it every header of every request.
// UPDATE_GOLDEN=1 rewrites them; a golden verdict that changed in a released engine asks for a new engine number.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { FixtureAnswer, FixtureTarget, Request, VerificationReport } from '../src/contract/generated/types.ts';
import type { Json } from '../src/contract/json.ts';
import { reportText } from '../src/report/build.ts';
import { difference } from '../src/report/difference.ts';
import { run } from '../src/run/run.ts';
import { loadFixture } from '../src/transport/fixture/load.ts';
import { overlay } from '../src/transport/fixture/overlay.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { packAt } from './packs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'fixtures/golden/reports');
const update = process.env.UPDATE_GOLDEN === '1';
const bundle = JSON.parse(readFileSync(join(root, 'rules/bundle.json'), 'utf8')) as { default: string };
const pack = packAt(join(root, 'rules', bundle.default));

const written = (name: string): FixtureTarget => loadFixture(join(root, 'fixtures/targets', `${name}.yaml`));

/** A place that the fixture fills in. */
const filled = (name: string): string => `\${${name}}`;

/** The good target as it would be without MCP of 2026-07-28, with a page of prices and a second document: so that every probe has something to ask. */
function sessions(): FixtureTarget {
  const good = written('good');
  const place = '/.well-known/agents.json';
  const card = good.routes?.[place] as FixtureAnswer & { json: { links: object } };
  const rpc = (method: string, session: boolean, result: object): FixtureAnswer => ({
    when: { body: { method }, headers: { 'mcp-session-id': session ? 's-7' : null } },
    ...(session ? {} : { headers: { 'mcp-session-id': 's-7' } }),
    json: { jsonrpc: '2.0', id: filled('id'), result },
  });
  const tools = ['list_widgets', 'compare_widgets'].map((name) => ({ name, description: `${name}.`, inputSchema: { type: 'object' } }));
  return overlay(good, {
    routes: {
      [place]: { ...card, json: { ...card.json, links: { ...card.json.links, pricing: `${filled('origin')}/pricing.json` } } },
      '/pricing.json': { json: { model: 'metered' } },
      '/.well-known/api-catalog': {
        type: 'application/linkset+json',
        json: {
          linkset: [
            {
              anchor: `${filled('origin')}/`,
              'service-desc': ['openapi', 'more'].map((name) => ({ href: `${filled('origin')}/${name}.json` })),
            },
          ],
        },
      },
      '/more.json': { json: { openapi: '3.1.0', info: { title: 'More', version: '1' }, security: [], paths: {} } },
      'POST /mcp': [
        rpc('initialize', false, {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'widgets', version: '1' },
        }),
        { when: { body: { method: 'notifications/initialized' }, headers: { 'mcp-session-id': 's-7' } }, status: 202 },
        rpc('tools/list', true, { tools }),
        { status: 400, json: { jsonrpc: '2.0', id: filled('id'), error: { code: -32600, message: 'Invalid request' } } },
      ],
    },
  });
}

const NAMES = [
  'good',
  'empty',
  'yes-to-everything',
  'yes-json',
  'liar-schema',
  'liar-schema-yaml',
  'liar-claims',
  'blocked',
  'interfaces',
  'locked-mcp',
];
const TARGETS = new Map<string, () => FixtureTarget>([
  ...NAMES.map((name) => [name, () => written(name)] as const),
  ['sessions', sessions],
]);

const known = new Map<string, VerificationReport>();

async function graded(name: string): Promise<VerificationReport> {
  const before = known.get(name);
  if (before) return before;
  const target = TARGETS.get(name)!();
  const now = (): string => '2026-11-21T00:00:00.000Z';
  const options = { pack, target: fixtureOrigin(target), seed: 7, seedOrigin: 'caller', transport: fixture(target), now } as const;
  const { issued, ...said } = await run(options);
  // A version of its own: a release must not change a golden.
  const report = { ...said, issued: { ...issued, version: '0.0.0' } };
  known.set(name, report);
  return report;
}

const requests = async (): Promise<{ names: string[]; request: Request }[]> =>
  (await Promise.all([...TARGETS.keys()].map(graded))).flatMap(({ evidence }) => evidence.exchanges);

/** What Node's own fetch sends of itself; a source of a probe adds to it, and replaces accept. */
const ALWAYS = { 'accept-encoding': 'gzip, deflate', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
const SOMETIMES = ['content-type', 'mcp-method', 'mcp-protocol-version', 'mcp-session-id'];

describe('golden reports', function () {
  this.timeout(60_000);

  for (const name of TARGETS.keys()) {
    it(`${name} gives the report of the golden file`, async () => {
      const report = await graded(name);
      const file = join(folder, `${name}.json`);
      if (update) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, reportText(report));
      }
      expect(existsSync(file), `${file} is missing; UPDATE_GOLDEN=1 writes it`).to.equal(true);
      const golden = readFileSync(file, 'utf8');
      expect(difference(report as unknown as Json, JSON.parse(golden) as Json)).to.equal(undefined);
      expect(reportText(report) === golden, 'the file is not in canonical form').to.equal(true);
    });
  }

  it('has no golden report of a target that is not listed', () => {
    expect(readdirSync(folder).sort()).to.deep.equal([...TARGETS.keys()].map((name) => `${name}.json`).sort());
  });

  it('holds at least one request of every probe', async () => {
    const sent = new Set((await requests()).flatMap(({ names }) => names.map((one) => one.replace(/\[.*$/, ''))));
    expect(pack.probes.map(({ name }) => name).filter((name) => !sent.has(name))).to.deep.equal([]);
  });

  it('sends the headers of ordinary agent traffic, and none that gives the verifier away', async () => {
    for (const { request } of await requests()) {
      const { accept, ...headers } = request.headers;
      expect(accept, request.url).to.match(/\S/);
      expect(headers, request.url).to.include(ALWAYS);
      const more = Object.keys(headers).filter((name) => !(name in ALWAYS));
      expect(SOMETIMES, request.url).to.include.members(more);
      expect(`${JSON.stringify(headers)} ${request.body ?? ''}`).to.not.match(/axproof|verif|\bbot\b|grade/i);
    }
  });
});
