// What no run sees: linked by digest from every report, told as measured, and never a part of a verdict.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../bench/parts/setup.ts';
import { isDigest } from '../../src/contract/digest.ts';
import { blindSpotsText } from '../../src/report/blind-spots.ts';
import { buildReport } from '../../src/report/build.ts';
import { reportPage } from '../../src/report/html/report-page.ts';
import { json } from '../../src/report/json.ts';
import { markdown } from '../../src/report/markdown.ts';
import { terminal } from '../../src/report/terminal.ts';
import { axproof } from '../cli/io.ts';
import { clean, evidence, HOSTILE, issued, pack } from './sample.ts';

const report = buildReport({ verdict: clean, evidence, issued });
const { digest } = clean.pack;
const spot = { name: 'later-page', claim: 'every page fits', contradicted: 'a later one does not', caught: 0, runs: 4 };

describe('blind spots', () => {
  it('are linked by the digest of the pack, and stand in no report', () => {
    expect(terminal(report, pack, { color: false })).to.include(`axproof pack blind-spots ${digest}`);
    expect(markdown(report, pack)).to.include(`axproof pack blind-spots ${digest}`);
    const page = reportPage(report, pack, { url: 'https://v.example/x', reportUrl: '/r', evidenceUrl: '/e', packUrl: `/packs/${digest}` });
    expect(page).to.include(`<a href="/packs/${digest}/blind-spots">`);
    expect(json(report)).to.not.match(/blind/i);
  });

  it('are told with what was measured', () => {
    const text = blindSpotsText({ digest, called: 'a/pack 1.0.0' }, [spot]);
    expect(text).to.include(digest).and.include('| later-page | every page fits | a later one does not | 0 of 4 |');
  });

  it('are told as not measured where nothing was', () => {
    for (const none of [undefined, []])
      expect(blindSpotsText({ digest }, none))
        .to.match(/Nothing was measured/)
        .and.not.include('|');
  });

  it('are inert, whatever a pack is called', () => {
    for (const called of HOSTILE)
      expect(blindSpotsText({ digest, called }, [spot]).split('\n')[0]).to.match(/^# Blind spots of (`[^`]+`|[^`<>[\]]+)$/);
  });

  it('are told by the command line for a pack, for its digest, and for one that is not at hand', async () => {
    const other = `sha256:${'0'.repeat(64)}`;
    const ran = await axproof('pack', 'blind-spots', 'ax');
    expect([ran.status, ran.out.split('\n')[0]]).to.satisfy(([status, line]: [number, string]) => status === 0 && /axproof\/ax/.test(line));
    const named = /sha256:[0-9a-f]{64}/.exec(ran.out)?.[0] as string;
    expect((await axproof('pack', 'blind-spots', named)).out).to.equal(ran.out);
    expect((await axproof('pack', 'blind-spots', other)).out)
      .to.include(other)
      .and.include('Nothing was measured');
  });

  it('are kept by digest, each measured at least once', () => {
    const file = join(ROOT, 'rules/blind-spots.json');
    expect(existsSync(file)).to.equal(true);
    const all = JSON.parse(readFileSync(file, 'utf8')) as { [digest: string]: { name: string; version: string; spots: (typeof spot)[] } };
    for (const [key, { name, spots }] of Object.entries(all)) {
      expect(isDigest(key), name).to.equal(true);
      expect(spots.length, name).to.be.greaterThan(0);
      for (const one of spots) expect(one.runs, `${name} ${one.name}`).to.be.greaterThan(0);
    }
  });
});
