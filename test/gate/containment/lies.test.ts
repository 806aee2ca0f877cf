// A child that lies, floods, hangs or dies: each time the run ends by a code and without a verdict, and nothing leaves that may not.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundleCommands } from '../../../scripts/build/bundles.ts';
import { AxproofError } from '../../../src/contract/errors.ts';
import { contain } from '../../../src/gate/containment/contain.ts';
import { jcs } from '../../../src/json/jcs.ts';
import { Recording, type RunJudgement } from '../../../src/record/recording.ts';
import { drive } from '../../../src/run/drive.ts';
import { json, ORIGIN, world } from '../../engine/world.ts';
import { ROOT } from '../../sources.ts';
import { builtChild } from './built.ts';
import { goodText } from './hostile-specs.ts';

/** The lies of liar.ts, by the code that each ends with. */
const LIES = {
  'containment-failed': [
    'another digest',
    'another host',
    'a file',
    'a URL that is not plain',
    'a DELETE',
    'a GET with a body',
    'a tool call',
    'a ping to nobody',
    'a Host header',
    'a credential',
    'a header of two lines',
    'a key of its own',
    'a redirect of its own',
    'a robots.txt of its own',
    'the same again',
    'another number',
    'too many bytes',
    'a secret that nobody named',
    'time for cleanup',
    'half a character in a name',
    'unknown members',
    'a flood of bytes',
    'a flood of requests',
    'a flood of asks',
    'another check',
    'another digest in the verdict',
    'another target',
    'another seed',
    'another engine',
    'points out of nowhere',
    'a check changed later',
    'no checks',
    'half a character',
    'evidence of its own',
    'no JSON',
    'no UTF-8',
    'an endless message',
    'two answers',
    'an unknown code',
    'an end',
    'a flood',
  ],
  'spec-too-costly': ['a talk without end', 'a crash', 'a hang', 'a hunger'],
} as const;

/** What a child can only make itself believe: it may misjudge, but the evidence is the parent's, so that a replay finds it out. */
const MINDS = [
  'another answer',
  'no answer',
  'another request in its mind',
  'a final URL of its own',
  'a redirect in its mind',
  'an exchange twice',
  'a site of its own',
  'surfaces of its own',
];

interface Run {
  judged?: RunJudgement;
  error?: AxproofError;
  /** What the transport was asked. */
  log: string[];
}

describe('containment: lies', function () {
  this.timeout(60_000);
  let folder: string;
  let script: string;

  before(async () => {
    await builtChild();
    folder = mkdtempSync(join(tmpdir(), 'axproof-liar-'));
    script = join(folder, 'liar.cjs');
    await bundleCommands({ root: ROOT, outdir: folder, version: '0.1.0', entries: { liar: 'test/gate/containment/liar.ts' } });
  });
  after(() => rmSync(folder, { recursive: true }));

  async function run(lie: string): Promise<Run> {
    const transport = world({ '/': json({}) });
    const registrable = (host: string): string | null => transport.registrable(host);
    try {
      const contained = await contain(goodText().replace('A pack of a test', `lie: ${lie}`), { script });
      try {
        const recording = await Recording.start(contained, { target: ORIGIN, seed: 7, registrable });
        await drive(recording, { transport });
        return { judged: await recording.result(), log: transport.log };
      } finally {
        await contained.close();
      }
    } catch (error) {
      if (error instanceof AxproofError) return { error, log: transport.log };
      throw error;
    }
  }

  const allowed = (log: readonly string[]): string[] => log.filter((line) => !/^GET https:\/\/t\.example\//.test(line));

  it('believes one that tells the truth', async () => {
    const { judged, log } = await run('none');
    expect([judged?.verdict.grade, judged?.verdict.checks[0]?.verdict]).to.deep.equal(['A+', 'pass']);
    expect(judged?.evidence.exchanges.length).to.equal(log.length);
  });

  for (const [code, lies] of Object.entries(LIES))
    for (const lie of lies)
      it(`ends at ${lie} with ${code}`, async () => {
        const { judged, error, log } = await run(lie);
        expect(judged).to.equal(undefined);
        expect(error?.code, error?.message).to.equal(code);
        expect(error?.message).to.not.contain('\u001b');
        expect(allowed(log)).to.deep.equal([]);
      });

  describe('in its own mind', () => {
    let honest: Run;
    before(async () => {
      honest = await run('none');
    });
    for (const lie of MINDS)
      it(`keeps the parent's evidence where the child believes in ${lie}`, async () => {
        const lying = await run(lie);
        expect(lying.error?.message).to.equal(undefined);
        expect(jcs(lying.judged?.evidence)).to.equal(jcs(honest.judged?.evidence));
        expect(lying.log).to.deep.equal(honest.log);
      });
  });
});
