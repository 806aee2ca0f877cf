// Replacements that reports make out: put in place of what a case serves, each mends its reason, and each reason has a case that then passes.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Case, Check, FixtureAnswer, FixtureTarget, Report, Rule } from '../src/contract/generated/types.ts';
import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { type Replacement, replacement } from '../src/report/mend.ts';
import { type CaseFolders, casesOf, targetOf } from '../src/run/cases.ts';
import { run } from '../src/run/run.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { packAt } from './packs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function graded(pack: LoadedPack, target: FixtureTarget, seed = 1): Promise<Report> {
  const now = (): string => '2026-11-21T00:00:00.000Z';
  return run({ pack, target: fixtureOrigin(target), seed, seedOrigin: 'caller', transport: fixture(target), now, version: '0.0.0' });
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

describe('mends', function () {
  this.timeout(20_000);
  for (const name of ['ax', 'auth']) {
    const pack = packAt(join(root, 'rules', name));
    const folders: CaseFolders = { cases: join(root, 'fixtures/cases', name), targets: join(root, 'fixtures/targets') };
    for (const rule of pack.document.rules) {
      if (!rule.mends) continue;
      it(`${rule.id}: ${Object.keys(rule.mends).join(', ')}`, async () => {
        const mends = Object.keys(rule.mends ?? {});
        const done = new Set<string>();
        const open = (one: Case): boolean =>
          [one.expect.reason, ...(one.expect.findings ?? [])].some((code) => mends.includes(code) && !done.has(code));
        for (const one of casesOf(rule.id, folders)) {
          if (!open(one)) continue;
          const target = targetOf(one, folders);
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
        expect(
          mends.filter((code) => !done.has(code)),
          'no case passes after the replacement',
        ).to.deep.equal([]);
      });
    }
  }
});
