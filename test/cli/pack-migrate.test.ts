// axproof pack migrate from outside: what it prints, what it writes, and that it writes nothing else.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { otherEngine } from '../../src/contract/engines.ts';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { releasedPacks, successorOf } from '../../src/run/released.ts';
import { ALPHA, PACK } from '../pack/folder.ts';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { forged, saved } from './reports.ts';

const OLD = join(ROOT, 'fixtures/engine-1/pack.json');
const REPORT = join(ROOT, 'fixtures/engine-1/report.json');
const known = releasedPacks().find(({ engine }) => engine === '1');

/** A folder of the first engine, with comments, and a rule that judges a 405. */
const FILES: Record<string, string> = {
  'pack.yaml': `# kept\n${PACK.replace(/engine: ".*"/, 'engine: "1" # of the first')}`,
  'alpha.yaml': ALPHA.replace('schema: {enum: [found]}', 'schema: {enum: [found, absent, refused]}'),
  'beta.yaml': ALPHA.replace('id: alpha', 'id: beta # as it was').replace('schema: {enum: [found]}', 'schema: {const: absent}'),
};

// Nothing is older than the first engine.
(Number(ENGINE) === 1 ? describe.skip : describe)('axproof pack migrate', function () {
  this.timeout(60_000);
  let dir: string;
  const at = (name: string): string => join(dir, name);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-migrate-'));
    cpSync(OLD, at('old.json'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));
  const folder = (files = FILES): string => {
    mkdirSync(at('folder'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(at('folder'), name), text);
    return at('folder');
  };
  const digest = async (pack: string): Promise<string> => (await axproof('spec-digest', pack)).out.trim();

  it('says both digests and what changes, and writes nothing unless told to', async () => {
    const ran = await axproof('pack', 'migrate', at('old.json'));
    expect([ran.status, ran.err]).to.deep.equal([0, '']);
    expect(ran.out).to.include(`engine 1 -> ${ENGINE}\n`);
    expect(ran.out).to.include(`old digest  ${known?.digest}\n`);
    expect(ran.out).to.match(/^new digest {2}sha256:[0-9a-f]{64}\nratify the new digest again/m);
    expect(ran.out).to.match(/\/rules\/\d+\/\S+\/enum \([a-z-]+\): \["absent","refused","elsewhere"\] -> .*method-refused/);
    expect(ran.out).to.include('left as it is and judged otherwise');
    expect(readdirSync(dir)).to.deep.equal(['old.json']);
  });

  it('writes a document of the digest that it says', async () => {
    const ran = await axproof('pack', 'migrate', at('old.json'), '--out', at('new.json'));
    expect(ran.out)
      .to.include(`new digest  ${await digest(at('new.json'))}\n`)
      .and.to.include('written to ');
    expect(readFileSync(at('old.json'))).to.deep.equal(readFileSync(OLD));
    const again = await axproof('pack', 'migrate', at('new.json'));
    expect([again.status, again.out]).to.satisfy(([status, out]: [number, string]) => status === 0 && out.includes('nothing to migrate'));
  });

  it('writes a folder as it was written, but for the changes', async () => {
    const ran = await axproof('pack', 'migrate', folder(), '--out', at('new'));
    expect([ran.status, ran.err]).to.deep.equal([0, '']);
    expect(ran.out).to.include(`new digest  ${await digest(at('new'))}\n`);
    const text = (name: string): string => readFileSync(join(at('new'), name), 'utf8');
    expect(text('pack.yaml')).to.include(`# kept\n`).and.to.include(`engine: "${ENGINE}" # of the first\n`);
    expect(text('alpha.yaml')).to.equal(
      FILES['alpha.yaml']?.replace('[found, absent, refused]', '[found, absent, refused, method-refused]'),
    );
    expect(text('beta.yaml')).to.equal(FILES['beta.yaml']);
    expect(ran.out).to.match(/left as it is and judged otherwise, 1:\n.*beta.*"absent"/);
    const one = await axproof('pack', 'migrate', at('folder'), '--out', at('one.json'));
    expect([one.status, await digest(at('one.json'))]).to.deep.equal([0, await digest(at('new'))]);
  });

  it('says whose checks come out otherwise', async () => {
    const ran = await axproof('pack', 'migrate', at('old.json'), '--reports', REPORT);
    expect([ran.status, ran.err]).to.deep.equal([0, '']);
    expect(ran.out).to.match(/report\.json: grade A\+ -> [A-F]\+?; \d+ checks come out otherwise\n/);
  });

  it('takes what was said before from the report', async () => {
    const whole = JSON.parse(readFileSync(REPORT, 'utf8')) as VerificationReport;
    const [first] = whole.verdict.checks;
    const file = saved(
      at('report.json'),
      forged(whole, ({ verdict }) =>
        Object.assign(verdict.checks[0]!, { verdict: 'fail', reason: { code: 'before', text: 'it was\u202e so' } }),
      ),
    );
    const ran = await axproof('pack', 'migrate', at('old.json'), '--reports', file, REPORT);
    expect([ran.status, ran.err]).to.deep.equal([0, '']);
    expect(ran.out).to.include(`  ${first!.id}\n    was fail (before): it was\\u{202e} so\n    is  `);
    const [otherwise, honest] = [...ran.out.matchAll(/; (\d+) checks come out otherwise/g)].map(([, count]) => Number(count));
    expect(otherwise).to.equal((honest as number) + 1);
  });

  it('knows a released pack by name and version, and by its digest', async () => {
    for (const one of releasedPacks().filter(({ engine }) => otherEngine(engine))) {
      const next = await successorOf(one);
      for (const where of [`${one.name}@${one.version}`, one.digest]) {
        const ran = await axproof('pack', 'migrate', where, '--out', at('next.json'));
        expect([ran.status, ran.err]).to.deep.equal([0, '']);
        expect(ran.out).to.include(`old digest  ${one.digest}\nnew digest  ${next?.digest}\n`);
        expect(await digest(at('next.json'))).to.equal(next?.digest);
      }
    }
  });

  const BAD: [name: string, args: () => string[], code: string][] = [
    ['a pack that is not there', () => [at('none.json')], 'bad-pack'],
    ['a document as a folder', () => [at('old.json'), '--out', at('new')], 'bad-usage'],
    ['a folder that is there already', () => [folder(), '--out', at('folder')], 'bad-usage'],
    ['a report that is none', () => [at('old.json'), '--reports', OLD], 'not-a-report'],
    ['a report of another pack', () => [folder(), '--reports', REPORT], 'other-pack'],
    ['a pack that no step can mend', () => [folder({ ...FILES, 'alpha.yaml': ALPHA.replace('$.doc, else', '$.dog, else') })], 'bad-pack'],
    ['a newer engine', () => [folder({ ...FILES, 'pack.yaml': PACK.replace(/engine: ".*"/, 'engine: "99"') })], 'engine-mismatch'],
    ['no engine', () => [folder({ ...FILES, 'pack.yaml': PACK.replace(/engine: ".*"/, 'engine: 1') })], 'bad-pack'],
  ];
  for (const [name, args, code] of BAD) {
    it(`refuses ${name}, and writes nothing`, async () => {
      const given = args();
      const ran = await axproof('pack', 'migrate', ...given, ...(given.includes('--out') ? [] : ['--out', at('out.json')]));
      expect(ran.err).to.match(new RegExp(`^axproof: ${code}: `));
      expect([ran.status > 0, existsSync(at('out.json')), existsSync(at('new'))]).to.deep.equal([true, false, false]);
    });
  }
});
