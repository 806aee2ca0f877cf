// Whole runs of the default pack: determinism, order of arrival, replay, grades of the written targets, and a thirteenth check from data alone.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { VerificationReport } from '../src/contract/generated/types.ts';
import { LIMITS } from '../src/contract/limits.ts';
import type { Transport } from '../src/contract/transport.ts';
import { jcs } from '../src/json/jcs.ts';
import { mismatches } from '../src/run/cases/case.ts';
import { Targets } from '../src/run/cases/folders.ts';
import { run } from '../src/run/run.ts';
import { loadFixture } from '../src/transport/fixture/load.ts';
import { overlay } from '../src/transport/fixture/overlay.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { serveFixture } from '../src/transport/fixture/server.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { live } from '../src/transport/live/live.ts';
import { replay } from '../src/transport/replay.ts';
import { casesOf, judgeCase } from './cases.ts';
import { packAt } from './packs.ts';
import { sized } from './whole.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = JSON.parse(readFileSync(join(root, 'rules/bundle.json'), 'utf8')) as { default: string };
const pack = packAt(join(root, 'rules', bundle.default));
const file = (name: string): string => join(root, 'fixtures/targets', `${name}.yaml`);
const AT = '2026-11-21T00:00:00.000Z';

const graded = (target: string, transport: Transport, seed = 7, recorded = false, by = pack): Promise<VerificationReport> =>
  run({ pack: by, target, seed, seedOrigin: 'caller', transport, now: () => AT, recorded });

const dry = (name: string, seed = 7): Promise<VerificationReport> => {
  const target = loadFixture(file(name));
  return graded(fixtureOrigin(target), fixture(target), seed);
};

/** A transport that answers in a shuffled order: each answer waits for a random turn. */
function shuffledArrival(inner: Transport, random: () => number): Transport {
  const waiting: (() => void)[] = [];
  return {
    registrable: (host) => inner.registrable(host),
    close: () => inner.close(),
    async send(hop, signal) {
      const answer = await inner.send(hop, signal);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        setImmediate(() => waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.());
      });
      return answer;
    },
  };
}

const verdictOf = (report: VerificationReport, id: string) => report.verdict.checks.find((c) => c.id === id)!;

describe('run', function () {
  this.timeout(60_000);

  // A public service is held to what it declares; who declares nothing is neither praised nor blamed.
  const AUTH: [string, string, [number, number]][] = [
    ['good', 'A+', [1, 1]],
    ['guarded', 'A+', [2, 2]],
    ['empty', 'C', [0, 0]],
  ];
  for (const [name, grade, [points, outOf]] of AUTH) {
    it(`scores what applies of authentication to the target ${name}`, async () => {
      const target = loadFixture(file(name));
      const { verdict } = await graded(fixtureOrigin(target), fixture(target), 7, false, packAt(join(root, 'rules/auth')));
      expect([verdict.grade, verdict.score]).to.deep.equal([grade, { points, outOf }]);
    });
  }

  it('gives the good target every point', async () => {
    const { verdict } = await dry('good');
    expect(verdict.checks.filter((c) => c.verdict !== 'pass').map((c) => `${c.id}: ${c.reason.text}`)).to.deep.equal([]);
    expect([verdict.grade, verdict.score, verdict.conclusive, verdict.next]).to.deep.equal(['A+', { points: 10, outOf: 10 }, true, null]);
  });

  for (const name of ['yes-to-everything', 'yes-json', 'empty']) {
    it(`gives ${name} no point`, async () => {
      const { verdict } = await dry(name);
      expect(verdict.checks.filter((c) => c.verdict === 'pass').map((c) => c.id)).to.deep.equal([]);
      expect([verdict.grade, verdict.score.points]).to.deep.equal(['F', 0]);
    });
  }

  for (const [name, id] of [
    ['liar-schema', 'schema-conformance'],
    ['liar-schema-yaml', 'schema-conformance'],
    ['liar-claims', 'claims-exist'],
  ] as const) {
    it(`caps ${name} at C, takes the point of what lies, and names the lie`, async () => {
      const { verdict } = await dry(name);
      const check = verdict.checks.find((c) => c.id === id)!;
      expect([verdict.grade, verdict.score.points, verdict.caps]).to.deep.equal(['C', 9, [{ check: id, grade: 'C' }]]);
      const finding = check.findings[0]!;
      expect(finding.request?.url).to.match(/^https?:/);
      if (id === 'schema-conformance') {
        expect(finding.operation).to.match(/^GET \//);
        expect(finding.place).to.match(/#\//);
        expect(finding.keyword).to.be.a('string');
      }
    });
  }

  it('says of a blocked target that it could not see, and calls nobody a liar', async () => {
    const { verdict } = await dry('blocked');
    expect(verdict.conclusive).to.equal(false);
    expect(verdict.caps).to.deep.equal([]);
    expect(verdict.checks.filter((c) => c.verdict === 'fail').map((c) => c.id)).to.deep.equal([]);
  });

  it('gives the same verdict bytes for the same seed over a socket, and other samples for other seeds', async () => {
    const target = loadFixture(file('good'));
    const server = await serveFixture(target, { port: 0 });
    const over = async (seed: number): Promise<VerificationReport> => {
      const transport = live({ target: new URL(server.origin), private: true });
      try {
        return await graded(server.origin, transport, seed);
      } finally {
        await transport.close();
      }
    };
    try {
      const [a, b] = [await over(7), await over(7)];
      expect(a.verdict.grade).to.equal('A+');
      expect(b.verdictDigest).to.equal(a.verdictDigest);
      const sampled = (r: VerificationReport): string =>
        r.evidence.exchanges
          .filter((e) => e.claimedBy)
          .map((e) => e.request.url)
          .join();
      const others = new Set<string>();
      for (const seed of [1, 2, 3, 4]) others.add(sampled(await over(seed)));
      expect(others.size).to.be.greaterThan(1);
      const again = await graded(server.origin, replay(a.evidence), 7, true);
      expect(jcs(again.verdict)).to.equal(jcs(a.verdict));
    } finally {
      await server.close();
    }
  });

  it('does not depend on the order in which answers arrive', async () => {
    for (const name of ['good', 'liar-claims']) {
      const target = loadFixture(file(name));
      const expected = jcs((await dry(name)).verdict);
      let state = 12345;
      const random = (): number => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state / 2147483648;
      };
      for (let i = 0; i < sized(50); i++) {
        const report = await graded(fixtureOrigin(target), shuffledArrival(fixture(target), random));
        expect(jcs(report.verdict)).to.equal(expected);
      }
    }
  });

  for (const name of ['good', 'liar-schema', 'liar-claims', 'blocked', 'empty', 'yes-to-everything']) {
    it(`replays ${name} to the same bytes, evidence through JSON`, async () => {
      const report = await dry(name);
      const evidence = JSON.parse(JSON.stringify(report.evidence));
      const again = await graded(report.verdict.target, replay(evidence), 7, true);
      expect(jcs(again.verdict)).to.equal(jcs(report.verdict));
      expect(again.evidence.digest).to.equal(report.evidence.digest);
    });
  }

  describe('honesty of what could not be sampled', () => {
    const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} as Record<string, unknown> };
    const operation = {
      get: { responses: { 200: { description: 'd', content: { 'application/json': { schema: { type: 'object' } } } } } },
    };
    const limited = { '/a': { status: 429, json: {} }, '/b': { status: 429, json: {} } };
    const rows: [string, Record<string, unknown>, string][] = [
      ['no OpenAPI document', {}, 'not-applicable'],
      ['an empty JSON object', { '/openapi.json': { json: {} } }, 'not-applicable'],
      ['a document without operations', { '/openapi.json': { json: document } }, 'not-applicable'],
      [
        'a document whose every call answers 429',
        { '/openapi.json': { json: { ...document, paths: { '/a': operation, '/b': operation } } }, ...limited },
        'inconclusive',
      ],
    ];
    for (const [name, routes, verdict] of rows) {
      it(`${name}: neither honesty check passes`, async () => {
        const target = overlay(loadFixture(file('empty')), { routes: routes as never });
        const report = await graded(fixtureOrigin(target), fixture(target));
        for (const id of ['schema-conformance', 'claims-exist']) expect([id, verdictOf(report, id).verdict]).to.deep.equal([id, verdict]);
      });
    }
  });

  it('holds a site that claims an MCP server and nothing else to the tools that its card names', async () => {
    const base = loadFixture(file('good'));
    const tried = async (tools: string[]): Promise<VerificationReport> => {
      const card = { name: 'Widgets', description: 'Looks up widgets', interfaces: { mcp: { url: '/mcp', tools } } };
      const routes = Object.fromEntries(Object.entries(base.routes ?? {}).filter(([key]) => /\/(mcp|robots\.txt)$/.test(key)));
      const target = { ...base, routes: { ...routes, '/.well-known/agents.json': { json: card } } };
      return graded(fixtureOrigin(target), fixture(target));
    };
    const [honest, liar] = [await tried([]), await tried(['ghost'])];
    expect(honest.verdict.caps).to.deep.equal([]);
    expect(verdictOf(honest, 'claims-exist').reason.code).to.not.equal('nothing-claimed');
    expect(liar.verdict.caps.map((cap) => cap.check)).to.deep.equal(['claims-exist']);
    expect(verdictOf(liar, 'claims-exist').reason.code).to.equal('phantom-tool');
  });

  it('takes a thirteenth check from one rule file and one cases file, and the others say what they said', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'axproof-'));
    try {
      cpSync(join(root, 'rules', bundle.default), join(dir, 'pack'), { recursive: true });
      // The pack carries as much as a grade may: one more request has to be allowed, whatever asks it.
      const about = join(dir, 'pack', 'pack.yaml');
      writeFileSync(about, readFileSync(about, 'utf8').replace(/requests: \d+/, `requests: ${LIMITS.requests}`));
      writeFileSync(
        join(dir, 'pack', 'security-txt.yaml'),
        `id: security-txt
order: 5
title: A security.txt says whom to tell
why: Somebody who finds a hole must know whom to tell.
fix: "Serve /.well-known/security.txt with Contact and Expires."
refs: [https://www.rfc-editor.org/rfc/rfc9116]
points: 1
probes:
  security: {get: /.well-known/security.txt}
assert:
  - {select: $.security.outcome, schema: {const: found}, else: missing}
  - {select: $.security.text.text, schema: {type: string, pattern: "(?im)^contact:"}, else: no-contact}
reasons: {pass: it names a contact, missing: there is none, no-contact: it names no contact}
`,
      );
      writeFileSync(
        join(dir, 'cases.yaml'),
        `cases:
  - {name: a contact, routes: {/.well-known/security.txt: {type: text/plain, body: "Contact: mailto:s@good.example"}}, expect: {verdict: pass, reason: pass}}
  - {name: none, routes: {/.well-known/security.txt: null}, expect: {verdict: fail, reason: missing}}
`,
      );
      const thirteen = packAt(join(dir, 'pack'));
      const targets = new Targets(join(root, 'fixtures/targets'));
      for (const one of casesOf('cases', dir)) {
        const target = targets.of(one);
        expect(mismatches(one, await judgeCase(thirteen, 'security-txt', one, fixtureOrigin(target), fixture(target)))).to.deep.equal([]);
      }
      const target = loadFixture(file('good'));
      const more = await run({
        pack: thirteen,
        target: fixtureOrigin(target),
        seed: 7,
        seedOrigin: 'caller',
        transport: fixture(target),
        now: () => AT,
      });
      const fewer = await dry('good');
      // Checks that hold every answer of the run against what is published have one more to look at, and nothing else to say.
      for (const check of fewer.verdict.checks) {
        const { evidence, ...said } = verdictOf(more, check.id);
        expect(jcs({ ...said, evidence: evidence.filter((name) => name !== 'security') })).to.equal(jcs(check));
      }
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
