// Replacements that reports make out: put in place of what a case serves, each mends its reason, and each reason has a case that then passes.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { stringify } from 'yaml';
import type { Case, Check, FixtureAnswer, FixtureTarget, Report, Rule } from '../src/contract/generated/types.ts';
import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { reportPage } from '../src/report/html/report-page.ts';
import { checkMarkdown, markdown } from '../src/report/markdown.ts';
import { type Replacement, replacement } from '../src/report/mend.ts';
import { prompt } from '../src/report/prompt.ts';
import { terminal } from '../src/report/terminal.ts';
import { Targets } from '../src/run/cases/folders.ts';
import { run } from '../src/run/run.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { casesOf } from './cases.ts';
import { packAt } from './packs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function graded(pack: LoadedPack, target: FixtureTarget, seed = 1): Promise<Report> {
  const now = (): string => '2026-11-21T00:00:00.000Z';
  return run({ pack, target: fixtureOrigin(target), seed, seedOrigin: 'caller', transport: fixture(target), now });
}

const checkOf = (report: Report, id: string): Check => report.verdict.checks.find((check) => check.id === id) as Check;

/** What a check says that its rule can put right: the reason of a fail, and advice. */
function toMend({ verdict, reason, findings }: Check, { mends = {} }: Rule): Set<string> {
  const codes = [
    ...(verdict === 'fail' ? [reason.code] : []),
    ...findings.filter(({ level }) => level === 'should').map(({ code }) => code),
  ];
  return new Set(codes.filter((code) => Object.hasOwn(mends, code)));
}

function replacementsOf(check: Check, code: string, rule: Rule, report: Report): Replacement[] {
  const found = check.findings.filter((finding) => finding.code === code);
  return (found.length === 0 ? [{}] : found).flatMap((finding) => replacement(rule, code, finding, report) ?? []);
}

function answered(answer: FixtureAnswer, { headers, body }: Replacement): FixtureAnswer {
  const { 'content-type': type, ...more } = headers;
  const sent = { ...answer, ...(type ? { type } : {}), headers: { ...answer.headers, ...more } };
  if (body === undefined) return sent;
  const { json: _, status: __, ...rest } = sent;
  return { ...rest, body };
}

/** The target with the replacement in the place of what it serves there. */
function mended(target: FixtureTarget, one: Replacement): FixtureTarget {
  const { pathname } = new URL(one.url);
  const route = target.routes?.[pathname] ?? {};
  const now = Array.isArray(route) ? route.map((answer) => answered(answer, one)) : answered(route as FixtureAnswer, one);
  return { ...target, routes: { ...target.routes, [pathname]: now } } as FixtureTarget;
}

/** The target with its OpenAPI documents in YAML, where only comments and the order of members tell what was edited. */
function inYaml(target: FixtureTarget): FixtureTarget {
  const written = (answer: FixtureAnswer): FixtureAnswer => {
    const { json, ...rest } = answer;
    if (typeof json !== 'object' || json === null || !('openapi' in json || 'swagger' in json)) return answer;
    return { ...rest, type: 'application/yaml', body: `# Ours.\n${stringify(json)}# The end.\n` };
  };
  const routes = Object.entries(target.routes ?? {}).map(([path, route]) => [
    path,
    Array.isArray(route) ? route.map(written) : route && written(route),
  ]);
  return { ...target, routes: Object.fromEntries(routes) } as FixtureTarget;
}

/** The reasons of a rule that no replacement put right in any of its cases. */
async function unmended(
  pack: LoadedPack,
  rule: Rule,
  targets: Targets,
  form = (target: FixtureTarget): FixtureTarget => target,
): Promise<string[]> {
  const mends = Object.keys(rule.mends ?? {});
  const done = new Set<string>();
  const open = (one: Case): boolean =>
    [one.expect.reason, ...(one.expect.findings ?? [])].some((code) => mends.includes(code) && !done.has(code));
  for (const one of casesOf(rule.id, join(root, 'fixtures/cases', pack.document.name.replace('axproof/', '')))) {
    if (!open(one)) continue;
    const target = form(targets.of(one));
    const report = await graded(pack, target, one.seed);
    const check = checkOf(report, rule.id);
    for (const code of toMend(check, rule)) {
      // One case of each is enough; more only where none passed yet.
      if (done.has(code)) continue;
      const made = replacementsOf(check, code, rule, report);
      if (made.length === 0) continue;
      const after = checkOf(await graded(pack, made.reduce(mended, target), one.seed), rule.id);
      const left = [...(after.verdict === 'fail' ? [after.reason.code] : []), ...after.findings.map((finding) => finding.code)];
      expect(left, `${one.name}: ${code}`).to.not.include(code);
      if (after.verdict === 'pass') done.add(code);
    }
  }
  return mends.filter((code) => !done.has(code));
}

describe('mends', function () {
  this.timeout(20_000);
  const targets = new Targets(join(root, 'fixtures/targets'));
  for (const name of ['ax', 'auth']) {
    const pack = packAt(join(root, 'rules', name));
    for (const rule of pack.document.rules) {
      if (!rule.mends) continue;
      it(`${rule.id}: ${Object.keys(rule.mends).join(', ')}`, async () =>
        expect(await unmended(pack, rule, targets), 'no case passes after the replacement').to.deep.equal([]));
    }
  }

  const ax = packAt(join(root, 'rules/ax'));
  const openapi = ax.document.rules.find(({ id }) => id === 'openapi') as Rule;
  it('openapi: documents in YAML', async () => expect(await unmended(ax, openapi, targets, inYaml)).to.deep.equal([]));

  it('a document in YAML keeps its comments, its order and its style, wherever it stands', async () => {
    const before = `# The contract of the shop.
openapi: 3.1.0
info: {version: "1.0.0", title: Shop}   # bumped by hand
paths:
    /teas:
        get:
            operationId: listTeas
            responses:
                200: {description: All teas.}

# Nothing below.
`;
    const routes = { '/openapi.yaml': { type: 'application/yaml', body: before } };
    const report = await graded(
      ax,
      targets.of({ name: 'a shop', target: 'empty', routes, expect: { verdict: 'pass', reason: 'pass' } } as Case),
    );
    const made = replacementsOf(checkOf(report, 'openapi'), 'security-unsaid', openapi, report);
    expect(made.map(({ url }) => url)).to.deep.equal([`${report.verdict.target}/openapi.yaml`]);
    expect(made[0]?.body).to.equal(before.replace('All teas.}\n', 'All teas.}\nsecurity: []\n'));
    expect(made[0]?.diff).to.equal(
      [
        '@@ -7,5 +7,6 @@',
        '             operationId: listTeas',
        '             responses:',
        '                 200: {description: All teas.}',
        '+security: []',
        ' ',
        ' # Nothing below.',
      ].join('\n'),
    );
    // It is advice of a check that passes, and is told wherever people and agents read.
    const document = ax.document;
    const page = reportPage(report, document, { url: 'https://v.example/x', reportUrl: '/r', evidenceUrl: '/e', packUrl: '/k' });
    const check = checkOf(report, 'openapi');
    const lines = terminal(report, document, { color: false });
    for (const text of [markdown(report, document), prompt(report, document), checkMarkdown(report, document, check), page, lines])
      expect(text).to.include(made[0]?.diff);
  });
});
