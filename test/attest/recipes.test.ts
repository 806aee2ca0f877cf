// The recipes of docs/verify.md, followed as they stand there with the tools that it names: they believe what a service signs, and nothing that anybody forges.
import { expect } from 'chai';
import { PAYLOAD_TYPE, seal } from '../../src/attest/envelope.ts';
import { thumbprint } from '../../src/attest/public-key.ts';
import { digestsOf, statementBytes, statementOf } from '../../src/attest/statement.ts';
import type { Report } from '../../src/contract/generated/types.ts';
import { pae } from '../../src/contract/pae.ts';
import { jcs } from '../../src/json/jcs.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { cli, held } from '../cli/io.ts';
import { AROUND, EDITS, ENVELOPES, FILES, type Forgery, two } from './forgeries.ts';
import { OTHER, REFUSED } from './key-sets.ts';
import { blocks, type Ran, type RecipeFolder, recipeFolder } from './recipe-folder.ts';
import { bytesOf, forged, ISSUED, jwk, keySet, signedReport, signer, TEST_SEED, unsigned } from './signed.ts';
import { STATEMENTS } from './statements.ts';
import { accepted, good, pinned, TORN } from './torn.ts';
import { vectorReport } from './vector-report.ts';

interface Case {
  name: string;
  report: string | Uint8Array;
  keys?: string | Uint8Array;
}
const SECONDS = ISSUED / 1000;

/** Under a trusted key, whatever a signer of ours would say to it. */
async function sealed(report: Report): Promise<Report> {
  const by = signer();
  const payload = statementBytes(statementOf(report, digestsOf(report)));
  return { ...report, attestation: seal(payload, by.kid, await by.sign(pae(PAYLOAD_TYPE, payload))) };
}

/** The key under which one signature fits every message, and that signature. */
async function ofSmallOrder(): Promise<Case> {
  const x = Buffer.from(`01${'00'.repeat(31)}`, 'hex').toString('base64url');
  const payload = statementBytes(statementOf(unsigned(), digestsOf(unsigned())));
  const attestation = seal(payload, thumbprint(x), Buffer.from(`01${'00'.repeat(63)}`, 'hex'));
  return { name: 'a key of small order', report: jcs({ ...unsigned(), attestation }), keys: keySet({ ...jwk(), x, kid: thumbprint(x) }) };
}

async function aboutKeys(signed: string): Promise<Case[]> {
  const stolen = jcs(await signedReport(unsigned({ evidence: two }), { ...signer(OTHER), kid: jwk().kid }));
  const year2100 = '2100-01-01T00:00:00.000Z';
  const late = { nbf: SECONDS, exp: 4_200_000_000 };
  const ahead = await signedReport(unsigned({ issued: { at: year2100 } }), signer(TEST_SEED, late), Date.parse(year2100));
  const of = (name: string, ...keys: unknown[]): Case => ({ name, report: signed, keys: keySet(...keys) });
  return [
    { name: 'the signature of another key under this kid', report: stolen, keys: keySet(jwk(), jwk(OTHER)) },
    of('another key under this kid', jwk(OTHER, { kid: jwk().kid })),
    of('another key set', jwk(OTHER)),
    of('an empty key set'),
    of('a key of RSA', { kty: 'RSA', kid: jwk().kid, n: 'AQAB', e: 'AQAB' }),
    of('a key of another alg', { ...jwk(), alg: 'ES256' }),
    of('a key of another curve', { ...jwk(), crv: 'X25519' }),
    of('a revoked key', jwk(undefined, { status: 'revoked', revoked_at: SECONDS + 60 })),
    of('a key that begins later', jwk(undefined, { nbf: SECONDS + 1 })),
    of('a key that ended as it was issued', jwk(undefined, { exp: SECONDS })),
    { name: 'a report of the future', report: jcs(ahead), keys: keySet(jwk(undefined, late)) },
    {
      name: 'a report of a day that there is not',
      report: bytesOf(await forged(unsigned({ issued: { at: '2026-02-30T00:00:00.000Z' } }), (s) => s)),
      keys: keySet(jwk(undefined, { nbf: 0 })),
    },
    await ofSmallOrder(),
  ];
}

async function tables(signed: string): Promise<Record<string, Case[]>> {
  const edits = (table: Forgery[]): Case[] => table.map(([name, edit]) => ({ name, report: edit(signed) }));
  const another = JSON.parse(jcs(await signedReport(vectorReport))) as Report;
  const own = JSON.parse(signed) as Report;
  const holder = STATEMENTS.map(async ([name, change]) => ({
    name,
    report: jcs(await forged(unsigned(), (s) => JSON.parse(JSON.stringify(change(s))))),
  }));
  const spelled = [(v: unknown) => JSON.stringify(v, null, 1), (v: unknown) => `${jcs(v)}\n`, () => '{"a":1,"a":1}', () => '\ufeff{}'];
  const otherwise = spelled.map(async (spell, at) => ({ name: `spelling ${at}`, report: jcs(await forged(unsigned(), (s) => s, spell)) }));
  const advisory = forged(unsigned({ issued: { mode: 'advisory-local' } }), (s) => s);
  return {
    'a file': edits(FILES),
    'an edited report': edits(EDITS),
    'an envelope': edits(ENVELOPES),
    'what stands around': edits(AROUND),
    "another report's parts": [
      { name: 'its attestation', report: jcs({ ...own, attestation: another.attestation }) },
      { name: 'its evidence', report: jcs({ ...own, evidence: another.evidence }) },
      { name: 'its verdict', report: jcs({ ...own, verdict: another.verdict, verdictDigest: another.verdictDigest }) },
    ],
    'a key': await aboutKeys(signed),
    'a key set': REFUSED.map(([name, keys]) => ({ name, report: signed, keys })),
    'a statement of who holds the key': [
      ...(await Promise.all([...holder, ...otherwise])),
      { name: 'an advisory report', report: jcs(await advisory) },
    ],
    'a pinned report': await Promise.all(TORN.map(async ([name, report]) => ({ name, report: jcs(await sealed(report)) }))),
  };
}

describe('the recipes of docs/verify.md', function () {
  this.timeout(300_000);
  const page = blocks('docs/verify.md');
  let folder: RecipeFolder;
  let signed: string;
  let forgeries: Record<string, Case[]>;
  let count = 0;

  before(async function () {
    const made = recipeFolder();
    if (!made) return this.skip();
    folder = made;
    for (const [name, text] of page) folder.file(name, text);
    signed = jcs(await signedReport(unsigned({ evidence: two })));
    forgeries = await tables(signed);
  });
  after(() => folder?.remove());

  /** The arguments of each run of verify.py, as lines of JSON: one interpreter for all of them, since starting one takes longer than the run. */
  const EACH = `
import contextlib, io, json, runpy, sys
for line in sys.stdin:
    sys.argv, said, status = ["verify.py", *json.loads(line)], io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(said):
            runpy.run_path("verify.py", run_name="__main__")
    except BaseException as error:
        status = 1
    print(json.dumps([status, said.getvalue()]))
`;

  type Judge = (recipe: string, cases: readonly Case[]) => Promise<Ran[]>;
  const one: Judge = async (recipe, cases) => {
    const found: Ran[] = [];
    const all = [...cases.entries()];
    const next = async (): Promise<void> => {
      for (let given = all.shift(); given; given = all.shift()) found[given[0]] = await judged(recipe, given[1]);
    };
    await Promise.all([next(), next()]);
    return found;
  };
  const together: Judge = async (_, cases) => {
    folder.file('each.py', EACH);
    const { said } = await folder.run('python3', ['each.py'], cases.map((given) => `${JSON.stringify(put(given))}\n`).join(''));
    return (
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)) as [number, string][]
    ).map(([status, out]) => ({ status, said: out }));
  };
  /** Its one command is ours, and is run in this process. */
  const here: Judge = async (_, cases) => {
    const found: Ran[] = [];
    for (const given of cases) {
      const { io, ran } = held({ now: () => new Date().toISOString() });
      const [report = '', keys = ''] = put(given).map((name) => `${folder.work}/${name}`);
      found.push({ status: await cli(['replay', report, '--jwks', keys], io), said: ran().out + ran().err });
    }
    return found;
  };

  /** Writes both files, and gives their names. */
  function put({ report, keys = keySet(jwk()) }: Omit<Case, 'name'>): string[] {
    const at = count++;
    folder.file(`${at}.json`, report);
    folder.file(`${at}.keys`, keys);
    return [`${at}.json`, `${at}.keys`];
  }
  const judged = (recipe: string, given: Omit<Case, 'name'>, ...more: string[]): Promise<Ran> =>
    folder.run(recipe.endsWith('.py') ? 'python3' : 'sh', [recipe, ...put(given), ...more]);

  it('are these', () => {
    expect([...page.keys()]).to.deep.equal(['fetch.sh', 'verify.sh', 'verify.py', 'accepted.sh', 'evidence.sh', 'replay.sh', 'log.sh']);
  });

  for (const recipe of ['verify.sh', 'verify.py']) {
    it(`${recipe} believes what is signed, and the key that is pinned alone`, async () => {
      const reports = [signed, jcs(await signedReport(vectorReport)), jcs(await sealed(accepted))];
      const good = [
        ...reports.map((report) => ({ report })),
        { report: signed, keys: `${JSON.stringify({ keys: [jwk(OTHER), jwk()] }, null, 2)}\n` },
      ];
      for (const given of good) {
        const { status, said } = await judged(recipe, given, jwk().kid);
        expect(status, said).to.equal(0);
        expect(said).to.match(/^verified sha256:[0-9a-f]{64}, signed by \S{43}\n$/);
      }
      // A variable that is not set is no key, and not the wish for any.
      for (const pinned of [jwk(OTHER).kid, '']) expect((await judged(recipe, { report: signed }, pinned)).status, pinned).to.equal(1);
      expect((await judged(recipe, { report: signed, keys: keySet(jwk(undefined, { status: 'historic' })) })).status).to.equal(0);
    });
  }

  it('accepted.sh takes an acceptance of the origin, the pack and the age that were asked for, and no other report', async () => {
    const at = new Date().toISOString();
    const of = async (more: Partial<Report['issued']>, whole: Report = accepted): Promise<string> =>
      jcs(await sealed({ ...whole, issued: { ...whole.issued, at, seedOrigin: 'fresh', ...more } } as Report));
    const { target, pack } = accepted.verdict;
    const old = new Date(Date.now() - 120_000).toISOString();
    const graded = unsigned({ verdict: { ...unsigned().verdict, target, pack } });
    const failed = pinned({ ...pinnedVerdict(good, false) });
    const cases: [report: string, origin: string, digest: string, seconds: string, status: number][] = [
      [await of({}), target, pack.digest, '60', 0],
      [await of({ at: old }), target, pack.digest, '130', 0],
      [await of({ at: old }), target, pack.digest, '60', 1],
      [await of({ seedOrigin: 'caller' }), target, pack.digest, '60', 1],
      [await of({}, failed), target, pack.digest, '60', 1],
      [await of({}, graded), target, pack.digest, '60', 1],
      [await of({}), 'https://other.example', pack.digest, '60', 1],
      [await of({}), '', pack.digest, '60', 1],
      [await of({}), target, `sha256:${'0'.repeat(64)}`, '60', 1],
      [await of({}), target, '', '60', 1],
      [await of({}), target, pack.digest, '', 1],
      [(await of({})).replace('"passed":true', '"passed":false'), target, pack.digest, '60', 1],
    ];
    const keys = keySet(jwk(undefined, { exp: 4_200_000_000 }));
    for (const [report, origin, digest, seconds, status] of cases) {
      const ended = await judged('accepted.sh', { report, keys }, jwk().kid, origin, digest, seconds);
      expect([ended.status, /^accepted$/m.test(ended.said)], ended.said).to.deep.equal([status, status === 0]);
    }
    expect((await judged('accepted.sh', { report: cases[0]![0], keys }, '', target, pack.digest, '60')).status).to.equal(1);
  });

  for (const [recipe, judge] of Object.entries({ 'verify.sh': one, 'verify.py': together, 'replay.sh': here })) {
    it(`${recipe} believes no forgery`, async () => {
      const all = Object.entries(forgeries).flatMap(([table, cases]) =>
        cases.map((given) => ({ ...given, name: `${table}: ${given.name}` })),
      );
      expect(all.length).to.be.greaterThan(150);
      const found = await judge(recipe, all);
      expect(found).to.have.length(all.length);
      const refused = ({ status, said }: Ran): boolean => status !== null && status !== 0 && !/verified|same verdict/.test(said);
      expect(all.filter((_, at) => !refused(found[at] as Ran)).map(({ name }) => name)).to.deep.equal([]);
    });
  }
  it('verify.py believes as much where all are judged together', async () => {
    const [good, bad] = await together('verify.py', [
      { name: 'signed', report: signed },
      { name: 'cut', report: signed.slice(0, -1) },
    ]);
    expect([good?.status, bad?.status]).to.deep.equal([0, 1]);
  });
});
