// Outcomes of exchanges, and what robots.txt leaves unsent.
import { expect } from 'chai';
import type { Probes } from '../../src/contract/generated/types.ts';
import { runNonce } from '../../src/engine/chance.ts';
import { exists, run } from './asking.ts';
import { failure, json, judged, pack, rule, type Table, text } from './world.ts';

describe('engine/outcomes', () => {
  describe('outcomes', () => {
    const outcomeOf = async (answer: Parameters<typeof json>[0] | object, control: object = json({ error: 1 }, 404)): Promise<string> => {
      const table: Table = { '/x': answer as never, [`/${runNonce(1)}`]: control as never };
      const got = await judged(
        pack({ x: { get: '/x' } }, [
          rule('one', {
            assert: [{ select: '$.x.outcome', schema: { const: 'found' }, else: 'no' }],
            reasons: { pass: 'p', no: '{{ $.finding.value }}' },
          }),
        ]),
        table,
      );
      const c = got.verdict.checks[0]!;
      return c.verdict === 'pass' ? 'found' : c.verdict === 'inconclusive' ? `unclear: ${c.reason.code}` : c.reason.text;
    };
    const html = (body: string, status = 200): object => text(`<!doctype html><html><body>${body}</body></html>`, 'text/html', status);
    const allow = (value: string): object => ({ status: 405, headers: { allow: value } });
    const rows: [string, object, string, object?][] = [
      ['200', json({ a: 1 }), 'found'],
      ['404', json({}, 404), 'absent'],
      ['410', json({}, 410), 'absent'],
      ['501', json({}, 501), 'absent'],
      ['405 whose Allow lacks the method', allow('POST, PUT'), 'absent'],
      ['405 whose Allow has it', allow('POST, get'), 'refused'],
      ['405 without Allow', { status: 405, headers: {} }, 'refused'],
      ['401', json({}, 401), 'refused'],
      ['402', json({}, 402), 'refused'],
      ['403', json({}, 403), 'refused'],
      ['422', json({}, 422), 'refused'],
      ['408', json({}, 408), 'unclear: not-ready'],
      ['429', json({}, 429), 'unclear: rate-limited'],
      ['500', json({}, 500), 'unclear: server-error'],
      ['time-out', failure('timed-out'), 'unclear: timed-out'],
      ['reset', failure('connection-reset'), 'unclear: broken'],
      ['a name that does not exist', failure('name-not-found'), 'absent'],
      ['302 without Location', { status: 302, headers: {} }, 'unclear: unfinished-redirect'],
      ['redirect off the site', { status: 302, headers: { location: 'https://other.test/' } }, 'elsewhere'],
      ['redirect to itself', { status: 302, headers: { location: '/x' } }, 'unclear: unfinished-redirect'],
      ['a challenge by header', { status: 403, headers: { 'cf-mitigated': 'challenge' } }, 'unclear: challenged'],
      ['a known wall', html('<script src="/cdn-cgi/challenge-platform/x.js">', 403), 'unclear: challenged'],
      ['a 403 page that is no wall', html('forbidden', 403), 'refused'],
      ['the same as the control', html('nothing here'), 'absent', html('nothing here')],
      ['the control with its own path in it', html('no /x here'), 'absent', html(`no /${runNonce(1)} here`)],
      ['another body than the control', html('really'), 'found', html('nothing here')],
      ['another type than the control', json({}), 'found', html('nothing here')],
      ['a 2xx where the control was unclear', json({}), 'unclear: baseline', json({}, 429)],
    ];
    for (const [name, answer, expected, control] of rows)
      it(`${name}: ${expected}`, async () => expect(await outcomeOf(answer, control)).to.equal(expected));
  });

  describe('robots.txt', () => {
    const probes: Probes = { surface: { get: '/llms.txt' }, root: { get: '/' }, link: { get: '{{ $.surface.json.link }}' } };
    const all: Table = { '/llms.txt': json({ link: '/api/x' }), '/': json({ root: 1 }), '/api/x': json({ x: 1 }) };
    const sent = async (robots: object): Promise<string[]> =>
      (await run(probes, exists('$.surface.json'), { ...all, '/robots.txt': robots as never })).urls.sort();

    it('comes first and alone', async () => expect((await run(probes, exists('$.surface.json'), all)).urls[0]).to.equal('GET /robots.txt'));
    it('absent: everything may be asked', async () =>
      expect(await sent(json({}, 404))).to.include.members(['GET /', 'GET /api/x', 'GET /llms.txt']));
    it('* governs / and what the target names', async () => {
      expect(await sent(text('User-agent: *\nDisallow: /'))).to.deep.equal(['GET /llms.txt', 'GET /robots.txt']);
    });
    it('a group for axproof governs everything', async () =>
      expect(await sent(text('User-agent: axproof\nDisallow: /'))).to.deep.equal(['GET /robots.txt']));
    for (const [name, answer] of [
      ['429', json({}, 429)],
      ['503', json({}, 503)],
      ['time-out', failure('timed-out')],
    ] as const) {
      it(`${name}: nothing else is sent`, async () => {
        const got = await run(probes, exists('$.surface.json'), { ...all, '/robots.txt': answer });
        expect(got.urls).to.deep.equal(['GET /robots.txt']);
        expect([got.check.verdict, got.check.reason.code]).to.deep.equal(['inconclusive', 'declined']);
      });
    }
    for (const code of ['connection-refused', 'name-not-found'] as const) {
      it(`${code}: unreachable, no verdict`, async () => {
        const failed = await run(probes, exists('$.surface.json'), { '/robots.txt': failure(code) }).then(
          () => 'a verdict',
          (e) => e.code,
        );
        expect(failed).to.equal('unreachable');
      });
    }
  });
});
