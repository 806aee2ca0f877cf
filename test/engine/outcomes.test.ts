// Outcomes of exchanges, and what robots.txt leaves unsent.
import { expect } from 'chai';
import type { Answer, Probes } from '../../src/contract/generated/types.ts';
import { runNonce } from '../../src/engine/probe/chance.ts';
import { CHALLENGES, exists, run } from './asking.ts';
import { failure, json, judged, pack, rule, type Table, text } from './world.ts';

const TOKEN = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
const MASKED = `sk_live_${'x'.repeat(24)}`;

describe('engine/outcomes', () => {
  describe('outcomes', () => {
    const outcomeOf = async (
      answer: Parameters<typeof json>[0] | object,
      control: object = json({ error: 1 }, 404),
      further: Table = {},
    ): Promise<string> => {
      const table: Table = { '/x': answer as never, [`/${runNonce(1)}`]: control as never, ...further };
      const got = await judged(
        pack(
          { x: { get: '/x' } },
          [
            rule('one', {
              assert: [{ select: '$.x.outcome', schema: { const: 'found' }, else: 'no' }],
              reasons: { pass: 'p', no: '{{ $.finding.value }}' },
            }),
          ],
          {
            challenges: CHALLENGES,
          },
        ),
        table,
      );
      const c = got.verdict.checks[0]!;
      return c.verdict === 'pass' ? 'found' : c.verdict === 'inconclusive' ? `unclear: ${c.reason.code}` : String(c.findings[0]?.value);
    };
    const html = (body: string, status = 200): object => text(`<!doctype html><html><body>${body}</body></html>`, 'text/html', status);
    const allow = (value: string): object => ({ status: 405, headers: { allow: value } });
    const to = (location: string): Answer => ({ status: 302, headers: { location } });
    const led = (query: string): Answer => to(`/y?t=${query}`);
    const rows: [string, object, string, object?, Table?][] = [
      ['200', json({ a: 1 }), 'found'],
      ['404', json({}, 404), 'absent'],
      ['410', json({}, 410), 'absent'],
      ['501', json({}, 501), 'absent'],
      ['405 whose Allow lacks the method', allow('POST, PUT'), 'method-refused'],
      ['405 whose Allow has it', allow('POST, get'), 'method-refused'],
      ['405 without Allow', { status: 405, headers: {} }, 'method-refused'],
      ['401', json({}, 401), 'refused'],
      ['402', json({}, 402), 'refused'],
      ['403', json({}, 403), 'refused'],
      ['422', json({}, 422), 'refused'],
      ['408', json({}, 408), 'unclear: not-ready'],
      ['429', json({}, 429), 'unclear: rate-limited'],
      ['500', json({}, 500), 'unclear: server-error'],
      ['time-out', failure('timed-out'), 'unclear: timed-out'],
      ['reset', failure('connection-reset'), 'unclear: connection-reset'],
      ['reset while TLS is made', failure('connection-reset', 'tls'), 'unclear: tls-failed'],
      ['refused', failure('connection-refused'), 'unclear: connection-refused'],
      ['no TLS', failure('tls-failed'), 'unclear: tls-failed'],
      ['no HTTP', failure('protocol-error'), 'unclear: protocol-error'],
      ['huge headers', failure('headers-too-large'), 'unclear: headers-too-large'],
      [
        'an encoding that is not read',
        { ...json({}), body: undefined, ...failure('unsupported-encoding', 'body') },
        'unclear: unsupported-encoding',
      ],
      ['an encoding that is another', { ...json({}), ...failure('decoding-failed', 'body') }, 'unclear: decoding-failed'],
      ['404 in an encoding that is another', { ...json({}, 404), ...failure('decoding-failed', 'body') }, 'absent'],
      ['410 whose body never ends', { ...json({}, 410), ...failure('timed-out', 'body') }, 'absent'],
      ['501 whose body never ends', { ...json({}, 501), ...failure('timed-out', 'body') }, 'unclear: timed-out'],
      ['405 whose body never ends', { ...allow('POST'), ...failure('timed-out', 'body') }, 'unclear: timed-out'],
      [
        'a masked redirect to a 404 that breaks off',
        led(TOKEN),
        'unclear: redacted',
        undefined,
        { [`/y?t=${MASKED}`]: { ...json({}, 404), ...failure('connection-reset', 'body') } },
      ],
      ['a 2xx where the control was a 404 that breaks off', json({}), 'found', { ...json({}, 404), ...failure('timed-out', 'body') }],
      ['no socket of our own', failure('own-fault'), 'unclear: own-fault'],
      ['no answer at all', {}, 'unclear: unsent'],
      ['a name that does not exist', failure('name-not-found'), 'absent'],
      ['300 without Location', { status: 300, headers: {} }, 'found'],
      ['300 with the choice that it prefers', { status: 300, headers: { location: '/y' } }, 'unclear: unfinished-redirect'],
      ['302 without Location', { status: 302, headers: {} }, 'unclear: unfinished-redirect'],
      ['redirect off the site', { status: 302, headers: { location: 'https://other.test/' } }, 'elsewhere'],
      ['redirect to itself', { status: 302, headers: { location: '/x' } }, 'unclear: unfinished-redirect'],
      [
        'redirect off the site, its body in an encoding that is not read',
        { status: 302, headers: { location: 'https://other.test/' }, ...failure('unsupported-encoding', 'body') },
        'elsewhere',
      ],
      [
        'redirect to itself, broken off',
        { status: 302, headers: { location: '/x' }, ...failure('connection-reset', 'body') },
        'unclear: unfinished-redirect',
      ],
      ['redirect to what is not there', led('plain'), 'absent'],
      ['redirect to an address in UTF-8', to(Buffer.from('/中').toString('latin1')), 'found', undefined, { '/%E4%B8%AD': html('hello') }],
      ['redirect to an address in Latin-1', to('/\u00e9'), 'found', undefined, { '/%C3%A9': html('hello') }],
      ['redirect that is sent twice alike', to('/y, /y'), 'found', undefined, { '/y': html('hello') }],
      ['redirect that is sent twice, to two places', to('/y, /z'), 'absent', undefined, { '/y': html('hello') }],
      ['redirect to an address of which a part was masked, and that is not there', led(TOKEN), 'unclear: redacted'],
      ['such a redirect to what is refused', led(TOKEN), 'unclear: redacted', undefined, { [`/y?t=${MASKED}`]: json({}, 403) }],
      ['such a redirect to what is there', led(TOKEN), 'found', undefined, { [`/y?t=${MASKED}`]: html('welcome') }],
      ['such a redirect, as of the control', led(TOKEN), 'absent', led(TOKEN), { [`/y?t=${MASKED}`]: html('log in') }],
      ['a challenge by header', { status: 403, headers: { 'x-wall': 'up' } }, 'unclear: challenged'],
      ['its header on an answer', json({ a: 1 }, 200, { 'x-wall': 'up' }), 'found'],
      ['a challenge by body', html('please prove that you are human', 503), 'unclear: challenged'],
      ['a 403 page that is no wall', html('forbidden', 403), 'refused'],
      ['the same as the control', html('nothing here'), 'absent', html('nothing here')],
      ['the control with its own path in it', html('no /x here'), 'absent', html(`no /${runNonce(1)} here`)],
      ['another body than the control', html('really'), 'found', html('nothing here')],
      ['another type than the control', json({}), 'found', html('nothing here')],
      ['a 2xx where the control was unclear', json({}), 'unclear: baseline', json({}, 429)],
      ['a 2xx where the control was a challenge', json({}), 'unclear: baseline', { status: 403, headers: { 'x-wall': 'up' } }],
    ];
    for (const [name, answer, expected, control, further] of rows)
      it(`${name}: ${expected}`, async () => expect(await outcomeOf(answer, control, further)).to.equal(expected));
  });

  describe('robots.txt', () => {
    const probes: Probes = { surface: { get: '/llms.txt' }, root: { get: '/' }, link: { get: '{{ $.surface.json.link }}' } };
    const all: Table = { '/llms.txt': json({ link: '/api/x' }), '/': json({ root: 1 }), '/api/x': json({ x: 1 }) };
    const sent = async (robots: object): Promise<string[]> =>
      (await run(probes, exists('$.surface.json'), { ...all, '/robots.txt': robots as never })).urls.sort();

    it('comes first and alone', async () => expect((await run(probes, exists('$.surface.json'), all)).urls[0]).to.equal('GET /robots.txt'));
    it('absent: everything may be asked', async () =>
      expect(await sent(json({}, 404))).to.include.members(['GET /', 'GET /api/x', 'GET /llms.txt']));
    it('refused by what the pack does not call a challenge: everything may be asked', async () =>
      expect(await sent({ status: 403, headers: { 'cf-mitigated': 'challenge' } })).to.include.members(['GET /', 'GET /llms.txt']));
    it('* governs / and what the target names', async () => {
      expect(await sent(text('User-agent: *\nDisallow: /'))).to.deep.equal(['GET /llms.txt', 'GET /robots.txt']);
    });
    it('a group for axproof governs everything', async () =>
      expect(await sent(text('User-agent: axproof\nDisallow: /'))).to.deep.equal(['GET /robots.txt']));
    const kept: [string, Answer, string][] = [
      ['429', json({}, 429), 'robots-rate-limited'],
      ['503', json({}, 503), 'robots-server-error'],
      ['408', json({}, 408), 'robots-not-ready'],
      ['a challenge', { status: 403, headers: { 'x-wall': 'up' } }, 'robots-challenged'],
      ['a time-out', failure('timed-out'), 'robots-timed-out'],
      ['a reset', failure('connection-reset'), 'robots-connection-reset'],
      ['a reset while TLS is made', failure('connection-reset', 'tls'), 'robots-tls-failed'],
      ['no HTTP', failure('protocol-error'), 'robots-protocol-error'],
      ['huge headers', failure('headers-too-large'), 'robots-headers-too-large'],
      ['an encoding that is not read', { ...text(''), ...failure('unsupported-encoding', 'body') }, 'robots-unsupported-encoding'],
      ['an encoding that is another', { ...text(''), ...failure('decoding-failed', 'body') }, 'robots-decoding-failed'],
      ['a charset that is not known', { ...text('User-agent: *\nAllow: /é', 'text/plain; charset=x-own') }, 'robots-unsupported-charset'],
      ['a redirect without a place', { status: 302, headers: {} }, 'robots-unfinished-redirect'],
      ['a fault of our own', failure('own-fault'), 'robots-own-fault'],
    ];
    for (const [name, answer, reason] of kept) {
      it(`${name}: nothing else is sent, and that is what is said`, async () => {
        const got = await run(probes, exists('$.surface.json'), { ...all, '/robots.txt': answer });
        expect(got.urls).to.deep.equal(['GET /robots.txt']);
        const { verdict, reason: said } = got.check;
        expect([verdict, said.code]).to.deep.equal(['inconclusive', reason]);
        expect(said.text).to.match(/^The robots\.txt of the site could not be read, so nothing else was asked there: /);
        expect(said.text).to.not.include('declines');
        const left = got.recording.evidence().unsent.find(({ name: probe }) => probe === 'surface');
        expect(left).to.include({ code: 'robots-unavailable', detail: reason });
      });
    }

    it('only a robots.txt that forbids declines', async () => {
      const got = await run(probes, exists('$.surface.json'), { ...all, '/robots.txt': text('User-agent: axproof\nDisallow: /') });
      expect([got.check.verdict, got.check.reason.code]).to.deep.equal(['inconclusive', 'declined']);
      expect(got.recording.evidence().unsent.find(({ name }) => name === 'surface')?.code).to.equal('declined');
    });

    const allowing: [string, Answer][] = [
      ['a 404 whose body cannot be decoded', { status: 404, headers: {}, ...failure('unsupported-encoding', 'body') }],
      ['a 403 that breaks off', { status: 403, headers: {}, ...failure('connection-reset', 'body') }],
      ['an empty one', text('')],
      ['a page that has no rules', text('<!doctype html><p>hello', 'text/html')],
      ['bytes that are no text', { ...text(''), body: { base64: Buffer.from([0x89, 0x50, 0, 1, 0xff]).toString('base64') } }],
      ['ASCII in a charset that is not known', text('User-agent: *\nAllow: /', 'text/plain; charset=x-own')],
    ];
    for (const [name, answer] of allowing)
      it(`${name}: everything may be asked`, async () =>
        expect(await sent(answer)).to.include.members(['GET /', 'GET /api/x', 'GET /llms.txt']));

    const latin1 = Buffer.from('# caf\u00e9\nUser-agent: axproof\nDisallow: /', 'latin1').toString('base64');
    it('one byte that its charset does not have hides no rule', async () =>
      expect(await sent({ ...text('', 'text/plain; charset=utf-8'), body: { base64: latin1 } })).to.deep.equal(['GET /robots.txt']));
    it('a byte order mark hides no rule', async () =>
      expect(await sent(text('\ufeffUser-agent: axproof\nDisallow: /'))).to.deep.equal(['GET /robots.txt']));

    describe('of another origin of the site', () => {
      const away = 'https://api.t.example';
      const linked: Probes = { surface: { get: '/llms.txt' }, link: { get: '{{ $.surface.json.link }}' } };
      const asked = (robots: Answer, link: Answer = json({ x: 1 })) =>
        run(linked, exists('$.link.json'), {
          '/llms.txt': json({ link: `${away}/x` }),
          [`${away}/robots.txt`]: robots,
          [`${away}/x`]: link,
          '/hop': { status: 302, headers: { location: `${away}/x` } },
        });
      const rows: [string, Answer, string][] = [
        ['503', json({}, 503), 'robots-server-error'],
        ['nobody listens', failure('connection-refused'), 'robots-connection-refused'],
        ['an encoding that is not read', { ...text(''), ...failure('unsupported-encoding', 'body') }, 'robots-unsupported-encoding'],
        ['it forbids', text('User-agent: *\nDisallow: /'), 'declined'],
      ];
      for (const [name, robots, reason] of rows)
        it(`${name}: ${reason}`, async () => {
          const got = await asked(robots);
          expect([got.check.verdict, got.check.reason.code]).to.deep.equal(['inconclusive', reason]);
          expect(got.log).to.not.include(`GET ${away}/x`);
        });

      it('a redirect to where robots.txt could not be read is not followed, and says so', async () => {
        const got = await run({ hop: { get: '/hop' } }, exists('$.hop.json'), {
          '/hop': { status: 302, headers: { location: `${away}/x` } },
          [`${away}/robots.txt`]: json({}, 503),
        });
        expect([got.check.verdict, got.check.reason.code]).to.deep.equal(['inconclusive', 'robots-unavailable']);
        expect(got.recording.evidence().exchanges.find(({ names }) => names.includes('hop'))?.stopped).to.equal('robots-unavailable');
      });
    });

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
