// The recipes of docs/verify.md, run as they stand there, believe a freshly signed report and no forged one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { fromBase64Url32 } from '../../src/attest/base64.ts';
import { attest } from '../../src/attest/issue.ts';
import { KeyFolder } from '../../src/attest/keys/folder.ts';
import { keySetOf } from '../../src/attest/keys/ring.ts';
import { spkiPem } from '../../src/attest/spki.ts';
import type { Report, VerificationReport } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/contract/jcs.ts';
import { pinnedVerdict } from '../../src/engine/pinned.ts';
import { buildPinnedReport } from '../../src/report/build.ts';
import { signedReport, unsigned } from './signed.ts';
import { vectorReport } from './vector-report.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/verify.md'), 'utf8');

function block(language: string): string {
  const found = page.match(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``));
  if (!found) throw new Error(`docs/verify.md has no ${language} recipe`);
  return found[1]!;
}

interface Recipe {
  name: string;
  /** Commands that show whether the tools are there. */
  needs: [string, ...string[]][];
  run(work: string, report: string): ReturnType<typeof spawnSync>;
  /** What it looks at beyond the signature. */
  readsReport: boolean;
}

const options = { cwd: root, encoding: 'utf8', timeout: 30_000 } as const;
const RECIPES: Recipe[] = [
  {
    name: 'openssl and jq',
    needs: [
      ['openssl', 'version'],
      ['jq', '--version'],
    ],
    run: (work, report) => spawnSync('bash', ['-c', block('sh'), 'verify.sh', report, join(work, 'public.pem')], options),
    readsReport: true,
  },
  {
    name: 'Python',
    needs: [['python3', '-c', 'import cryptography']],
    run: (work, report) => spawnSync('python3', ['-c', block('python'), report, join(work, 'keys.json')], options),
    readsReport: true,
  },
  {
    name: 'sigstore',
    needs: [],
    run: (work, report) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', block('js'), report, join(work, 'public.pem')], options),
    readsReport: false,
  },
];

type Change = (report: Report) => unknown;
const flipped = (text: string): string => `${text.slice(0, 40)}${text[40] === 'A' ? 'B' : 'A'}${text.slice(41)}`;

const FORGERIES: { name: string; change: Change; signature?: true }[] = [
  {
    name: 'another signature',
    signature: true,
    change: (r) => ({
      ...r,
      attestation: { ...r.attestation, signatures: r.attestation!.signatures.map((s) => ({ ...s, sig: flipped(s.sig) })) },
    }),
  },
  {
    name: 'another payload',
    signature: true,
    change: (r) => ({ ...r, attestation: { ...r.attestation, payload: flipped(r.attestation!.payload) } }),
  },
  { name: 'another grade', change: (r) => ({ ...r, verdict: { ...r.verdict, grade: 'A+' } }) },
  {
    name: 'another body',
    change: (r) => ({ ...r, evidence: { ...r.evidence, exchanges: r.evidence.exchanges.map((e) => ({ ...e, answer: {} })) } }),
  },
  { name: 'another issuer', change: (r) => ({ ...r, issued: { ...r.issued, by: 'somebody' } }) },
];

for (const recipe of RECIPES) {
  describe(`the recipe with ${recipe.name}`, function () {
    this.timeout(60_000);
    let work: string;
    let reports: Report[];

    before(async function () {
      const missing = recipe.needs.find(([command, ...args]) => spawnSync(command, args).status !== 0);
      if (missing) {
        console.log(`    skipped: ${missing[0]} is not here, or lacks what the recipe needs`);
        this.skip();
      }
      work = mkdtempSync(join(tmpdir(), 'axproof-recipe-'));
      const folder = new KeyFolder(join(work, 'keys'));
      const now = Date.now();
      const key = folder.add(now);
      const at = new Date(now).toISOString();
      const issue = (report: VerificationReport) => signedReport({ ...report, issued: { ...report.issued, at } }, folder.signer(now), now);
      const graded = await issue(unsigned());
      const { verdict, evidence, issued } = graded;
      const accepted = buildPinnedReport({ verdict: pinnedVerdict(verdict, true), evidence, issued });
      reports = [graded, await issue(vectorReport), await attest(accepted, folder.signer(now), now)];
      writeFileSync(join(work, 'keys.json'), JSON.stringify(keySetOf(folder.ring())));
      writeFileSync(join(work, 'public.pem'), spkiPem(fromBase64Url32(key.x)!));
    });
    after(() => work && rmSync(work, { recursive: true }));

    function judged(report: unknown): { status: number | null; said: string } {
      const file = join(work, 'report.json');
      writeFileSync(file, jcs(report));
      const { status, stdout, stderr } = recipe.run(work, file);
      return { status, said: `${stdout}${stderr}` };
    }

    it('believes a freshly signed report', () => {
      for (const report of reports) {
        const { status, said } = judged(report);
        expect(status, said).to.equal(0);
      }
    });

    for (const { name, change, signature } of FORGERIES.filter((one) => one.signature || recipe.readsReport)) {
      it(`does not believe ${name}`, () => {
        for (const report of reports) {
          const { status, said } = judged(change(report));
          expect(status, said).to.equal(1);
        }
        expect(signature ?? recipe.readsReport).to.equal(true);
      });
    }
  });
}
