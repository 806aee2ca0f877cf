// Secrets of a run over sockets: they are used, and no byte of them is in the report; a replay gives the same bytes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Evidence, Probes, VerificationReport } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/json/jcs.ts';
import { loadPackDocument } from '../../src/pack/load.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { run } from '../../src/run/run.ts';
import { live } from '../../src/transport/live/live.ts';
import { pack, rule } from '../engine/world.ts';

const TOKEN = 'tok/en+with "quotes" & 1234567890';
const SESSION = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ';
const PIN = 7391846;
const KEY = 'operator-key-0123456789abcdef';
const PASSWORD = 'p@ss wörd';

interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Issues secrets on POST /login and demands them afterwards; everything else is told back to whoever asks. */
function answer(seen: Seen, out: ServerResponse): void {
  const url = new URL(seen.path, 'http://x');
  const say = (status: number, value: unknown, headers: { [name: string]: string } = {}): void =>
    void out.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  if (url.pathname === '/login') {
    const form = new URLSearchParams(seen.body);
    if (form.get('password') !== PASSWORD) say(403, {});
    else say(201, { access_token: TOKEN, pin: PIN, user: { name: 'u' } }, { 'x-session': SESSION, 'x-echo': encodeURIComponent(TOKEN) });
  } else if (url.pathname === '/me') {
    if (seen.headers.authorization !== `Bearer ${SESSION}` || seen.headers['x-api-key'] !== KEY) say(401, {});
    else
      say(
        200,
        { session: SESSION, all: JSON.stringify([TOKEN, KEY]), pin: PIN, got: seen.headers },
        { link: `</x?t=${encodeURIComponent(TOKEN)}>` },
      );
  } else if (url.pathname === '/pay') {
    const body = JSON.parse(seen.body) as { pin?: unknown };
    say(body.pin === PIN ? 200 : 422, { path: seen.path, pin: body.pin });
  } else if (url.pathname.startsWith('/files/')) {
    const right = decodeURIComponent(url.pathname.slice(7)) === TOKEN && url.searchParams.get('t') === TOKEN;
    if (right) out.writeHead(303, { location: `/done?t=${encodeURIComponent(TOKEN)}` }).end(TOKEN);
    else say(404, {});
  } else if (url.pathname === '/done') say(url.searchParams.get('t') === TOKEN ? 200 : 400, { url: seen.path });
  else say(404, { error: 'no' });
}

const PROBES: Probes = {
  login: {
    post: '/login',
    form: { user: 'u', password: '{{ $.env.PASSWORD }}' },
    secret: ['$.self.json.access_token', '$.self.json.pin', "$.self.headers['x-session']"],
  },
  me: {
    get: '/me',
    headers: { authorization: "Bearer {{ $.login.headers['x-session'] }}", 'x-api-key': '{{ $.env.KEY }}' },
  },
  pay: { post: '/pay', body: { pin: '{{ $.login.json.pin }}' }, when: [{ select: '$.me.status' }] },
  file: { get: '/files/{{ $.login.json.access_token }}?t={{ $.login.json.access_token }}' },
};

const found = { schema: { const: 'found' } };
const document = pack(
  PROBES,
  [
    rule('one', {
      assert: [
        { select: "$['login','me','pay','file'].outcome", ...found, else: 'refused' },
        // A placeholder is a text as any other.
        { select: '$.me.json.session', equal: "$.login.headers['x-session']", else: 'other' },
        { select: '$.pay.json.pin', equal: '$.login.json.pin', else: 'other' },
        { select: '$.login.json.access_token', schema: { type: 'string', pattern: '^secret-[0-9a-f]{32}$' }, else: 'other' },
      ],
      reasons: { pass: 'used and kept', refused: '{{ $.finding.request.url }}', other: '{{ $.finding.value }}' },
    }),
  ],
  { consent: 'writes' },
);

describe('secrets', function () {
  this.timeout(20_000);
  const seen: Seen[] = [];
  let server: Server;
  let origin: string;
  before(async () => {
    server = createServer((incoming, outgoing) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => {
        body += chunk.toString('utf8');
      });
      incoming.on('end', () => {
        const one = { path: incoming.url ?? '/', headers: incoming.headers, body };
        seen.push(one);
        answer(one, outgoing);
      });
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const loaded = loadPackDocument(document);

  async function report(): Promise<VerificationReport> {
    const transport = live({ target: new URL(origin), private: true });
    try {
      return await run({
        pack: loaded,
        target: origin,
        seed: 5,
        seedOrigin: 'caller',
        transport,
        now: () => '2026-11-21T00:00:00.000Z',
        consent: { by: 'operator' },
        env: { USER: 'u' },
        secrets: { KEY, PASSWORD },
      });
    } finally {
      await transport.close();
    }
  }

  it('are sent where the pack wants them, with their type, and stand in no byte of the report', async () => {
    const whole = await report();
    const [check] = whole.verdict.checks;
    expect([check?.verdict, check?.reason.text]).to.deep.equal(['pass', 'used and kept']);
    // The target got the real ones.
    expect(seen.find((s) => s.path === '/pay')?.body).to.equal(`{"pin":${PIN}}`);
    const text = JSON.stringify(whole);
    const spelled = [TOKEN, SESSION, String(PIN), KEY, PASSWORD].flatMap((s) => [
      s,
      encodeURIComponent(s),
      new URLSearchParams({ s }).toString().slice(2),
      JSON.stringify(s).slice(1, -1),
      JSON.stringify(JSON.stringify(s)).slice(3, -3),
      JSON.stringify(JSON.stringify(JSON.stringify(s).slice(1, -1)).slice(1, -1)).slice(1, -1),
      Buffer.from(s).toString('base64'),
    ]);
    for (const one of spelled) expect(text, one).not.to.contain(one);
    expect(whole.evidence.env).to.have.keys('USER', 'KEY', 'PASSWORD');
    expect(whole.evidence.env?.KEY).to.match(/^secret-[0-9a-f]{32}$/);
  });

  it('are not needed to judge again: the same bytes, and the evidence as it was', async () => {
    const whole = await report();
    const { digest: _, ...evidence } = JSON.parse(JSON.stringify(whole.evidence)) as Evidence;
    const again = await rejudge(loaded, evidence, 5);
    expect(jcs(again.verdict)).to.equal(jcs(whole.verdict));
    expect(jcs(again.evidence)).to.equal(jcs(evidence));
  });
});
