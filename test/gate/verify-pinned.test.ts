// The gate: what passes, what never does, and that a digest which does not fit stops everything.
import { expect } from 'chai';
import { AxproofError } from '../../src/contract/errors.ts';
import type { PinnedRequest } from '../../src/gate/request.ts';
import { verifyPinned } from '../../src/gate/verify-pinned.ts';
import { jcs } from '../../src/json/jcs.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { codeOf, conditional, host, type Pages, pages, spec, type Target, target } from './support.ts';

const OTHER = `sha256:${'0'.repeat(64)}`;
const GOOD: Pages = { '/doc.json': { links: [] } };

describe('verifyPinned', function () {
  this.timeout(30_000);
  let site: Target;
  let has: Pages = GOOD;

  before(async () => {
    site = await target((request, response) => pages(has)(request, response));
  });
  beforeEach(() => {
    has = GOOD;
    site.heard.length = 0;
    site.connections = 0;
  });
  after(() => site.close());

  const asked = (more: Partial<PinnedRequest> = {}): PinnedRequest => ({ target: site.origin, spec: spec.document, ...more });

  it('passes a good target at the ratified digest', async () => {
    const report = await verifyPinned(asked({ expectedDigest: spec.digest }), host());
    expect(report.kind).to.equal('PinnedVerificationReport');
    expect([report.passed, report.verdict.passed, report.verdict.ratified, report.verdict.conclusive]).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
    expect(report.verdict.spec).to.deep.equal({ name: 'test/pack', version: '1.0.0', digest: spec.digest });
    expect(report.verdict.pack).to.deep.equal(report.verdict.spec);
    expect(report.issued).to.deep.include({ mode: 'advisory-local', seedOrigin: 'fresh' });
    expect(report.verdict.seed).to.equal(99);
  });

  it('finds a spec by its digest alone', async () => {
    const report = await verifyPinned({ target: site.origin, expectedDigest: spec.digest }, host({ known: [spec] }));
    expect(report.passed).to.equal(true);
  });

  it('records a seed of the caller, which a fresh one is not', async () => {
    const { verdict, issued } = await verifyPinned(asked({ seed: 0, expectedDigest: spec.digest }), host());
    expect([verdict.seed, issued.seedOrigin]).to.deep.equal([0, 'caller']);
  });

  it('issues in the mode of its host', async () => {
    expect((await verifyPinned(asked(), host({ mode: 'attested-remote' }))).issued.mode).to.equal('attested-remote');
  });

  const never: [name: string, pack: LoadedPack, site: Pages, ratified: boolean, checks: string[]][] = [
    ['an unratified spec', spec, GOOD, false, ['pass']],
    ['a failing check', spec, { '/doc.json': { links: [{ href: '/gone' }] } }, true, ['fail']],
    ['a check that could not be seen', spec, { '/doc.json': 503 }, true, ['inconclusive']],
    ['a limited target', spec, { '/doc.json': 429 }, true, ['inconclusive']],
    ['checks that all do not apply', conditional, GOOD, true, ['not-applicable']],
  ];
  for (const [name, pack, answers, ratified, checks] of never) {
    it(`never passes ${name}`, async () => {
      has = answers;
      const report = await verifyPinned(
        { target: site.origin, spec: pack.document, ...(ratified ? { expectedDigest: pack.digest } : {}) },
        host(),
      );
      expect(report.verdict.checks.map((c) => c.verdict)).to.deep.equal(checks);
      expect([report.passed, report.verdict.passed, report.verdict.ratified]).to.deep.equal([false, false, ratified]);
    });
  }

  it('passes where the rest does not apply and one check passes', () => {
    const check = { id: 'a', title: 'a', reason: { code: 'a', text: 'a' }, findings: [], evidence: [] };
    const base = {
      target: 't',
      seed: 1,
      engine: '1',
      pack: { name: 'n', version: '1', digest: OTHER },
      grade: 'F' as const,
      score: { points: 0, outOf: 0 },
    };
    const of = (...verdicts: ('pass' | 'fail' | 'not-applicable' | 'inconclusive')[]): boolean =>
      pinnedVerdict(
        {
          ...base,
          conclusive: !verdicts.includes('inconclusive'),
          caps: [],
          checks: verdicts.map((verdict) => ({ ...check, verdict })),
          next: null,
        },
        true,
      ).passed;
    expect(of('pass', 'not-applicable')).to.equal(true);
    for (const bad of ['fail', 'inconclusive'] as const) expect(of('pass', bad), bad).to.equal(false);
    expect(of()).to.equal(false);
    expect(of('not-applicable')).to.equal(false);
  });

  it('stops at another digest: both are named, nothing is validated, opened or sent', async () => {
    const held = host();
    try {
      await verifyPinned(asked({ expectedDigest: OTHER }), held);
      expect.fail('it ran');
    } catch (error) {
      expect(error).to.be.instanceOf(AxproofError);
      const { code, details } = error as AxproofError;
      expect(code).to.equal('digest-mismatch');
      expect(details.join('\n')).to.include(spec.digest).and.to.include(OTHER);
    }
    expect([held.admitted, held.opened, site.connections]).to.deep.equal([0, 0, 0]);
  });

  it('compares before it looks: what is no pack at all has a digest too', async () => {
    expect(await codeOf(asked({ spec: { any: 'thing' }, expectedDigest: OTHER }), host())).to.equal('digest-mismatch');
    expect(await codeOf(asked({ spec: { any: 'thing' } }), host())).to.equal('bad-pack');
  });

  it('refuses a validated pack that is another one than was compared', async () => {
    const swapped = host({
      admit: async () => ({
        document: conditional.document,
        digest: conditional.digest,
        judge: () => expect.fail(),
        close: async () => {},
      }),
    });
    expect(await codeOf(asked({ expectedDigest: spec.digest }), swapped)).to.equal('digest-mismatch');
    expect(site.connections).to.equal(0);
  });

  it('refuses a judge that answers about another spec', async () => {
    const lying = host({
      admit: async () => ({
        document: spec.document,
        digest: spec.digest,
        judge: () => ({
          surfaces: [],
          isChallenge: () => false,
          next: () => ({ asks: [], unsent: [], checks: [], finished: true }),
          verdict: () => ({
            target: site.origin,
            seed: 99,
            engine: '1',
            pack: { name: 'x', version: '1', digest: OTHER },
            grade: 'F',
            score: { points: 0, outOf: 0 },
            conclusive: true,
            caps: [],
            checks: [],
            next: null,
          }),
        }),
        close: async () => {},
      }),
    });
    expect(await codeOf(asked({ expectedDigest: spec.digest }), lying)).to.equal('internal');
  });

  const refused: [name: string, request: object, code: string][] = [
    ['neither spec nor digest', { spec: undefined }, 'bad-usage'],
    ['an unknown digest', { spec: undefined, expectedDigest: OTHER }, 'unknown-digest'],
    ['a digest in capitals', { expectedDigest: spec.digest.toUpperCase() }, 'bad-usage'],
    ['a digest with a space', { expectedDigest: `${spec.digest} ` }, 'bad-usage'],
    ['a seed that is a text', { seed: '7' }, 'bad-usage'],
    ['a seed beyond the doubles', { seed: 2 ** 53 }, 'bad-usage'],
    ['a negative seed', { seed: -1 }, 'bad-usage'],
    ['a target that is a number', { target: 5 }, 'bad-usage'],
    ['an unknown member', { Seed: 7 }, 'bad-usage'],
    ['a member of the prototype', { constructor: 7 }, 'bad-usage'],
    ['a spec that is a list', { spec: [] }, 'bad-usage'],
    ['a spec that is too deep', { spec: JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`) }, 'bad-pack'],
    ['a spec that is too long', { spec: { a: 'x'.repeat(300_000) } }, 'spec-too-large'],
    ['a spec of too many rules', { spec: { rules: Array.from({ length: 201 }, () => 1) } }, 'spec-too-large'],
    ['a spec with half a character', { spec: { a: '\ud800' } }, 'bad-pack'],
  ];
  for (const [name, request, code] of refused) {
    it(`refuses ${name}: ${code}`, async () => {
      expect(await codeOf({ target: site.origin, spec: spec.document, ...request } as PinnedRequest, host())).to.equal(code);
      expect(site.connections).to.equal(0);
    });
  }

  it('calls what nobody listens at unreachable', async () => {
    const gone = await target(pages({}));
    await gone.close();
    expect(await codeOf({ ...asked({ expectedDigest: spec.digest }), target: gone.origin }, host())).to.equal('unreachable');
  });

  it('gives the same bytes for the same seed', async () => {
    const bytes = async (): Promise<string> => jcs((await verifyPinned(asked({ seed: 5, expectedDigest: spec.digest }), host())).verdict);
    expect(await bytes()).to.equal(await bytes());
  });
});
