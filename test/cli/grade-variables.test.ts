// The variables of a pack that is graded by: given by name, asked for again by the line "Again", and nobody's fault where they are missing.
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { type Folder, folder, STATUS_PACK, withEnv } from './suite-folder.ts';

const SECRET = 'red-red-red';

describe('grade with variables', () => {
  let dir: Folder;
  before(() => {
    dir = folder({
      ...STATUS_PACK,
      'status/pack.yaml': (STATUS_PACK['status/pack.yaml'] as string).replace('/status.json', '"/status.json?key={{ $.env.key }}"'),
      'target.yaml': `target: https://t.example
title: A target
routes: {/status.json?key=${SECRET}: {json: {state: up}, headers: {cache-control: no-store}}}
`,
    });
  });
  after(() => dir.remove());

  const args = (...more: string[]) => ['grade', dir.path('target.yaml'), '--pack', dir.path('status'), '--seed', '7', ...more];
  const ran = async (env: Record<string, string>, ...more: string[]) => {
    const { out, err, status } = await withEnv(env, ...args(...more, '--json', '--quiet'));
    expect(err).to.equal('');
    return { status, report: JSON.parse(out), out };
  };

  it('leaves open what hangs on one that was not given', async () => {
    const { report } = await ran({});
    const up = report.verdict.checks.find(({ id }: { id: string }) => id === 'up');
    expect([up.verdict, up.reason.code, report.verdict.conclusive]).to.deep.equal(['inconclusive', 'not-given', false]);
    expect(up.reason.text).to.equal('A variable that the spec names was not given by whoever asked.');
  });

  it('takes a value, also from the process environment, and asks with it again', async () => {
    const plain = await ran({}, '--env', `key=${SECRET}`);
    expect(plain.report.verdict.checks[0].verdict).to.equal('pass');
    expect((await ran({ key: SECRET }, '--env', 'key')).report.verdictDigest).to.equal(plain.report.verdictDigest);
    const { out } = await withEnv({}, ...args('--env', `key=${SECRET}`));
    const line = /^Again +(.+)$/m.exec(out)?.[1] ?? '';
    const words = spawnSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
      .stdout.trimEnd()
      .split('\n')
      .slice(1);
    expect(JSON.parse((await withEnv({}, ...words, '--json', '--quiet')).out).verdictDigest).to.equal(plain.report.verdictDigest);
  });

  it('replays with what was given then, and takes nothing beside it', async () => {
    const file = dir.path('recorded.json');
    const first = await ran({}, '--env', `key=${SECRET}`, '--record', file);
    const again = await withEnv({}, 'grade', '--replay', file, '--pack', dir.path('status'), '--json', '--quiet');
    expect(JSON.parse(again.out).verdictDigest).to.equal(first.report.verdictDigest);
    const shown = (await withEnv({}, 'grade', '--replay', file, '--pack', dir.path('status'))).out;
    expect(/^Again +(.+)$/m.exec(shown)?.[1]).to.not.include('--env');
    for (const option of ['--env', '--secret-env']) {
      const refused = await withEnv({ key: SECRET }, 'grade', '--replay', file, option, 'key');
      expect([refused.status, /leave out --env and --secret-env/.test(refused.err)]).to.deep.equal([2, true]);
    }
  });

  it('takes a secret, and never shows it', async () => {
    const { report, out } = await ran({ key: SECRET }, '--secret-env', 'key');
    expect(report.verdict.checks[0].verdict).to.equal('pass');
    expect(out).to.not.include(SECRET);
    expect((await withEnv({ key: SECRET }, ...args('--secret-env', 'key'))).out).to.match(/^Again .* --secret-env key /m);
  });

  it('takes no value that stands for a secret, which would be asked for by its name the next time', async () => {
    const mark = `secret-${'0'.repeat(32)}`;
    for (const [env, option] of [
      [{}, `key=${mark}`],
      [{ key: mark }, 'key'],
    ] as const) {
      const { status, err } = await withEnv(env, ...args('--env', option));
      expect([status, /bad-usage: the value of key is what stands for a secret in reports; .* --secret-env key/.test(err)]).to.deep.equal([
        2,
        true,
      ]);
    }
  });

  it('tells no service of them', async () => {
    for (const option of ['--env', '--secret-env']) {
      const { status, err } = await withEnv({ key: SECRET }, 'grade', 't.example', option, 'key', '--service', 'https://s.example');
      expect([status, /is for runs here/.test(err)]).to.deep.equal([2, true]);
    }
  });
});
