// Scenarios: steps ordered by the data that they use, writes that are sent once, cleanup that always runs, values that were given by name.
import { expect } from 'chai';
import type { Answer, Assertion, Pack, Probes } from '../../src/contract/generated/types.ts';
import type { Hop } from '../../src/contract/transport.ts';
import { runNonce, secretStem } from '../../src/engine/probe/chance.ts';
import { jcs } from '../../src/json/jcs.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import type { JudgeInput } from '../../src/record/step.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { exists, one } from './asking.ts';
import { failure, json, judged, ORIGIN, pack, rule, type Table, text } from './world.ts';

const consent: JudgeInput['consent'] = { by: 'operator' };

async function walk(probes: Probes, assert: Assertion[], table: Table, given: Partial<JudgeInput> = {}, deadline?: number) {
  const document: Pack = pack(probes, [one(assert)], { consent: 'writes' });
  const result = await judged(document, table, { given: { consent, ...given }, ...(deadline === undefined ? {} : { deadline }) });
  const log = result.log.map((l) => l.replace(` ${ORIGIN}`, ' ')).filter((l) => !l.includes(runNonce(1)) && !l.endsWith('/robots.txt'));
  const evidence = result.recording.evidence();
  const again = await rejudge(openPack(document), JSON.parse(JSON.stringify(evidence)), 1);
  expect([jcs(again.verdict), jcs(again.evidence)]).to.deep.equal([jcs(result.verdict), jcs(evidence)]);
  return { ...result, log, evidence, check: result.verdict.checks[0]! };
}

const found: Assertion = { select: '$.gone.outcome', schema: { const: 'absent' }, else: 'no' };

describe('scenarios', () => {
  const STEPS: Probes = {
    create: { post: '/things', body: { name: 'n' } },
    read: { get: '/things/{{ $.create.json.id }}', fresh: true },
    change: { put: '/things/{{ $.create.json.id }}', when: [{ select: '$.read.status' }], body: { id: '{{ $.create.json.id }}' } },
    read2: { get: '/things/{{ $.create.json.id }}', fresh: true, when: [{ select: '$.change.status' }] },
    remove: { delete: '/things/{{ $.create.json.id }}', when: [{ select: '$.read2.status' }] },
    gone: { get: '/things/{{ $.create.json.id }}', fresh: true, when: [{ select: '$.remove.status' }] },
    sweep: { cleanup: true, delete: '/things/{{ $.create.json.id }}' },
  };

  it('goes step by step, keeps the type of what it captured, and reads anew each time', async () => {
    let there = false;
    let sent: string | undefined;
    const table: Table = {
      'POST /things': () => {
        there = true;
        return json({ id: 5 }, 201);
      },
      'PUT /things/5': (hop: Hop) => {
        sent = hop.request.body;
        return json({});
      },
      'DELETE /things/5': () => {
        there = false;
        return { status: 204, headers: {} };
      },
      '/things/5': () => (there ? json({ id: 5 }) : json({}, 404)),
    };
    const { log, check } = await walk(STEPS, [found], table);
    expect(log).to.deep.equal([
      'POST /things',
      'GET /things/5',
      'PUT /things/5',
      'GET /things/5',
      'DELETE /things/5',
      'GET /things/5',
      'DELETE /things/5',
    ]);
    expect(sent).to.equal('{"id":5}');
    expect(check.verdict).to.equal('pass');
  });

  it('cleans up nothing when nothing was made, and says why', async () => {
    const { log, evidence } = await walk(STEPS, [found], { 'POST /things': json({ error: 'no' }, 422) });
    expect(log).to.deep.equal(['POST /things']);
    expect(evidence.unsent.find((u) => u.name === 'sweep')).to.include({
      code: 'unresolved',
      detail: '$.create.json.id selects 0 nodes',
    });
  });

  it('cleans up what was made also where nothing is certain', async () => {
    const table: Table = {
      'POST /things': json({ id: 5 }, 201),
      [`/${runNonce(1)}`]: failure('timed-out'),
    };
    const { log, check } = await walk(STEPS, [found], table);
    expect(log).to.deep.equal(['POST /things', 'DELETE /things/5']);
    expect(check.verdict).to.equal('inconclusive');
  });

  it('never takes away what it is not sure to have made', async () => {
    const table: Table = { 'POST /things': text('{"id": 9007199254740993}', 'application/json', 201) };
    const { log } = await walk(STEPS, [found], table);
    expect(log).to.deep.equal(['POST /things']);
  });

  it('sends cleanup last, whatever is under way, and steps of it in their own order', async () => {
    const { log } = await walk(
      {
        sweep: { cleanup: true, select: '$.list.json[*].id', take: 4, delete: '/things/{{ $.item }}' },
        list: { cleanup: true, get: '/things' },
        slow: { get: '/slow', until: [{ select: '$.self.json.done' }], repeat: { most: 3, wait: 5 } },
        first: { firstOf: [{ get: '/a' }, { get: '/b' }, { get: '/c' }] },
      },
      exists('$.sweep[*]'),
      { '/things': json([{ id: 1 }, { id: 2 }]), '/slow': json({}), '/a': json({}), '/b': json({}), '/c': json({}) },
    );
    expect(log.slice(-3)).to.deep.equal(['GET /things', 'DELETE /things/1', 'DELETE /things/2']);
    expect(log.filter((l) => l === 'GET /slow')).to.have.length(3);
  });

  it('sends every write once for each item and source that asks for it', async () => {
    const same = { post: '/things', body: { n: 1 } };
    const { log, evidence } = await walk(
      {
        list: { get: '/list' },
        twice: { eachOf: [same, same] },
        each: { select: '$.list.json[*]', take: 3, post: '/each', form: { a: 'b' } },
        other: { ...same },
      },
      exists('$.other'),
      { '/list': json([1, 1, 1]), 'POST /things': json({}), 'POST /each': json({}, 500) },
    );
    expect(log.filter((l) => l === 'POST /things')).to.have.length(3);
    expect(log.filter((l) => l === 'POST /each')).to.have.length(3);
    expect(evidence.exchanges.filter((e) => e.request.method === 'POST').map((e) => e.names.join())).to.have.members([
      'twice[0]',
      'twice[1]',
      'each[0]',
      'each[1]',
      'each[2]',
      'other',
    ]);
  });

  it('tries the next candidate that writes only when the one before has failed', async () => {
    const { log } = await walk(
      {
        make: {
          firstOf: [
            { post: '/a', body: 1 },
            { post: '/b', body: 1 },
          ],
        },
      },
      exists('$.make'),
      {
        'POST /a': json({}, 201),
        'POST /b': json({}, 201),
      },
    );
    expect(log).to.deep.equal(['POST /a']);
  });

  const redirect = (status: number): Answer => ({ status, headers: { location: '/there' } });
  for (const [method, status, log] of [
    ['post', 303, ['POST /here', 'GET /there']],
    ['post', 302, ['POST /here', 'GET /there']],
    ['put', 303, ['PUT /here', 'GET /there']],
    ['post', 307, ['POST /here']],
    ['post', 308, ['POST /here']],
    ['put', 301, ['PUT /here']],
    ['delete', 302, ['DELETE /here']],
  ] as const)
    it(`a ${status} of a ${method}: ${log.join(', ')}`, async () => {
      const result = await walk({ it: { [method]: '/here' } }, [{ select: '$.it.outcome', schema: { const: 'found' }, else: 'no' }], {
        '/here': redirect(status),
        '/there': json({}),
      });
      expect(result.log).to.deep.equal(log);
      expect(result.evidence.exchanges.find((e) => e.names[0] === 'it')?.stopped).to.equal(log.length === 1 ? 'write' : undefined);
      expect(result.check.verdict).to.equal(log.length === 1 ? 'inconclusive' : 'pass');
    });

  it('asks for what it made even where robots.txt keeps crawlers from it', async () => {
    const { log } = await walk(STEPS, [found], {
      '/robots.txt': text('User-agent: *\nDisallow: /things/'),
      'POST /things': json({ id: 5 }, 201),
      '/things/5': json({ id: 5 }),
    });
    expect(log).to.include('DELETE /things/5');
  });

  it('has $.env and $.row in paths and templates, records them, and leaves unsent what names a value that was not given', async () => {
    const assert: Assertion[] = [
      { select: '$.a.json.user', equal: '$.env.user', else: 'no' },
      { select: '$.a.json.n', equal: '$.row.n', else: 'no' },
    ];
    const { check, evidence, log } = await walk(
      {
        a: { post: '/a/{{ $.env.user }}', body: { n: '{{ $.row.n }}' } },
        b: { get: '/b/{{ $.env.nobody }}' },
      },
      assert,
      { 'POST /a/me': (hop) => json({ user: 'me', ...JSON.parse(hop.request.body ?? '{}') }) },
      { env: { user: 'me' }, row: { n: 3 } },
    );
    expect(log).to.deep.equal(['POST /a/me']);
    expect(check.verdict).to.equal('pass');
    expect([evidence.env, evidence.row, evidence.consent]).to.deep.equal([{ user: 'me' }, { n: 3 }, { by: 'operator' }]);
    expect(evidence.unsent).to.deep.equal([{ name: 'b', code: 'unresolved', detail: '$.env.nobody was not given' }]);
  });

  it('polls until what it waits for is there', async () => {
    let asked = 0;
    const { check } = await walk(
      {
        job: {
          get: '/job',
          fresh: true,
          until: [{ select: '$.self.json.state', schema: { const: 'done' } }],
          repeat: { most: 5, wait: 1 },
        },
      },
      [{ select: '$.job[-1].json.state', schema: { const: 'done' }, else: 'no' }],
      { '/job': () => json({ state: ++asked < 3 ? 'working' : 'done' }) },
    );
    expect([check.verdict, asked]).to.deep.equal(['pass', 3]);
  });

  for (const [count, verdict] of [
    [9, 'fail'],
    [10, 'pass'],
    [12, 'pass'],
    [13, 'fail'],
  ] as const)
    it(`a floor of 10 and a ceiling of 12: ${count} is a ${verdict}`, async () => {
      const ratchet: Assertion = { select: '$.count.json.n', schema: { type: 'integer', minimum: 10, maximum: 12 }, else: 'no' };
      expect((await walk({ count: { get: '/count' } }, [ratchet], { '/count': json({ n: count }) })).check.verdict).to.equal(verdict);
    });

  it('writes to no other origin of the site than the one that consented, and blames nobody for that', async () => {
    const created: Table = { '/doc.json': json({ next: 'https://other.t.example/things', mcp: 'https://mcp.t.example/' }) };
    const { log, check, evidence } = await walk(
      {
        doc: { get: '/doc.json' },
        made: { post: '{{ $.doc.json.next }}', body: { a: 1 } },
        swept: { cleanup: true, delete: '{{ $.doc.json.next }}' },
      },
      [{ select: '$.made.status', schema: { const: 201 }, else: 'no' }],
      { ...created, 'POST https://other.t.example/things': json({}, 201) },
    );
    expect(log.filter((line) => !line.startsWith('GET'))).to.deep.equal([]);
    expect([check.verdict, check.reason.code]).to.deep.equal(['inconclusive', 'unsent']);
    expect(evidence.unsent.map((u) => u.code)).to.include('off-site');
  });

  it('asks declared MCP endpoints anywhere on the site, which writes nothing', async () => {
    const { log } = await walk(
      {
        doc: { get: '/.well-known/agents.json' },
        tools: { post: '{{ $.doc.json.interfaces.mcp.url }}', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
        other: { post: '{{ $.doc.json.other }}', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
      },
      [{ select: '$.tools.status', schema: { const: 200 }, else: 'no' }],
      { '/.well-known/agents.json': json({ interfaces: { mcp: { url: 'https://mcp.t.example/' } }, other: 'https://other.t.example/' }) },
    );
    expect(log.filter((line) => line.startsWith('POST'))).to.deep.equal(['POST https://mcp.t.example/']);
  });

  it('judges no pack that writes without consent', async () => {
    let error: unknown;
    await judged(pack({ a: { post: '/a' } }, [rule('one', { assert: exists('$.a') })], { consent: 'writes' }), {}).catch((e: unknown) => {
      error = e;
    });
    expect(error).to.include({ code: 'consent-missing' });
  });

  it('records no consent of a pack that does not write', async () => {
    const { recording } = await judged(pack({ a: { get: '/a' } }, [one(exists('$.a'))]), {}, { given: { consent } });
    expect(recording.evidence()).not.to.have.property('consent');
  });

  it('says which values of an answer are secret, in plain data, and never shares that answer', async () => {
    const seen: unknown[] = [];
    const probes: Probes = {
      login: { get: '/token', secret: ['$.self.json.token'] },
      plain: { get: '/token' },
    };
    const { evidence } = await walk(probes, exists('$.login'), {
      '/token': (hop) => {
        seen.push(JSON.parse(JSON.stringify(hop)));
        return json({ token: 'abc-def-ghi' });
      },
    });
    const marked = seen.find((s) => (s as { secret?: string[] }).secret) as { secret: string[]; placeholder: string };
    expect(seen).to.have.length(2);
    expect([marked.secret, marked.placeholder]).to.deep.equal([['$.self.json.token'], secretStem(1, 'login')]);
    expect(evidence.exchanges.find((e) => e.names[0] === 'login')?.answer.body?.text).to.equal(
      `{"token":"${secretStem(1, 'login')}00000000"}`,
    );
  });
});
