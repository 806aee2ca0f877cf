// axproof evidence from outside: what it writes where, and how it refuses files that are no report.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { axproof } from './io.ts';

describe('axproof evidence', function () {
  this.timeout(30_000);
  let dir: string;
  let report: string;
  let text: string;

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-evidence-'));
    report = join(dir, 'report.json');
    await axproof('grade', 'fixtures/targets/empty.yaml', '--record', report, '--quiet');
    text = readFileSync(report, 'utf8');
  });
  after(() => rmSync(dir, { recursive: true }));

  it('writes HAR to a file', async () => {
    const file = join(dir, 'evidence.har');
    const ran = await axproof('evidence', report, '--har', file);
    expect([ran.status, ran.out, ran.err]).to.deep.equal([0, '', '']);
    const { log } = JSON.parse(readFileSync(file, 'utf8'));
    expect([log.version, log.entries.length > 5]).to.deep.equal(['1.2', true]);
  });

  it('writes curl commands to stdout, or to a file', async () => {
    const ran = await axproof('evidence', report, '--curl');
    expect([ran.status, ran.err]).to.deep.equal([0, '']);
    expect(ran.out).to.match(/^# '.*\n\n# 'robots'\ncurl --globoff/);
    const file = join(dir, 'evidence.sh');
    expect((await axproof('evidence', report, '--curl', file)).out).to.equal('');
    expect(readFileSync(file, 'utf8')).to.equal(ran.out);
  });

  const bad: [string, (text: string) => string, number, RegExp][] = [
    ['no report', () => '{"a":1}', 4, /not-a-report/],
    ['no JSON', () => 'hello', 4, /not-a-report/],
    ['a cut report', (whole) => whole.slice(0, -9), 4, /truncated-report/],
    ['a report that was reformatted', (whole) => JSON.stringify(JSON.parse(whole), null, 2), 4, /not-canonical/],
    ['a member that stands twice', (whole) => whole.replace('{', '{"format":1,'), 4, /duplicate-key/],
    ['edited evidence', (whole) => whole.replace('"status":404', '"status":410'), 4, /digest-mismatch-evidence/],
    ['an edited verdict', (whole) => whole.replace('"grade":"', '"grade":"A'), 4, /digest-mismatch-verdict|not-a-report/],
  ];
  for (const [name, edit, status, err] of bad) {
    it(`refuses ${name}`, async () => {
      const file = join(dir, 'bad.json');
      const edited = edit(text);
      expect(edited).to.not.equal(text);
      writeFileSync(file, edited);
      const ran = await axproof('evidence', file, '--curl');
      expect([ran.status, ran.out]).to.deep.equal([status, '']);
      expect(ran.err).to.match(err);
    });
  }

  it('refuses a file that is not there, and a call that asks for nothing', async () => {
    expect((await axproof('evidence', join(dir, 'nowhere.json'), '--curl')).err).to.match(/bad-file/);
    const ran = await axproof('evidence', report);
    expect([ran.status, /bad-usage.*--har/.test(ran.err)]).to.deep.equal([2, true]);
  });
});
