// What is masked, what must stay, and that masking changes neither lengths nor the validity of JSON.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Answer } from '../../src/contract/generated/types.ts';
import { redact } from '../../src/report/redact.ts';
import { storedBody } from '../../src/transport/stored-body.ts';
import { sized } from '../whole.ts';

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jws = (header: object, payload: object): string => `${b64(header)}.${b64(payload)}.${Buffer.alloc(64, 7).toString('base64url')}`;
const SESSION = jws({ alg: 'RS256', typ: 'JWT' }, { sub: 'user-1', scope: 'read', exp: 1_900_000_000 });
const SHARED_SECRET = jws({ alg: 'HS256' }, { name: 'x' });
const CREDENTIAL_DOCUMENT = jws({ alg: 'EdDSA' }, { iss: 'did:web:example.com', sub: 'did:web:example.com', exp: 1_900_000_000, vc: {} });
const METADATA = jws({ alg: 'ES256' }, { issuer: 'https://example.com', exp: 1_900_000_000, sub: 'x' });
const CARD = jws({ alg: 'EdDSA', typ: 'JOSE', kid: '1' }, { name: 'agent', url: 'https://example.com' });
const KEY_LINES = `${'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQ'.repeat(2)}`;

const MANY = '0123456789abcdefABCDEF0123456789abcdef';

const ofBody = (text: string, personal = false): Answer => redact({ status: 200, headers: {}, body: { text } }, personal);
const textOf = (text: string, personal = false): string => ofBody(text, personal).body!.text!;
const ofHeader = (name: string, value: string): string => redact({ status: 200, headers: { [name]: value } }, true).headers![name]!;

describe('redact', () => {
  describe('masks in bodies', () => {
    const secrets: [string, string, string][] = [
      ['a bearer token', 'Authorization: Bearer abcdef0123456789abcdef', 'abcdef0123456789abcdef'],
      ['a Stripe key', 'key = sk_live_4eC39HqLyjWDarjtT1zdp7dc', '4eC39HqLyjWDarjtT1zdp7dc'],
      ['a GitHub token', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', '16C7e42F292c6912E7710c838347Ae178B4a'],
      ['an AWS key id', '(AKIAIOSFODNN7EXAMPLE)', 'IOSFODNN7EXAMPLE'],
      ['a Slack token', 'xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOHcBrzzqy', '17653672481'],
      ['a session JWT', `{"t": "${SESSION}"}`, SESSION],
      ['a JWT under a shared secret', SHARED_SECRET, SHARED_SECRET],
      ['an OAuth answer', '{"access_token" : "opaque-value-0123456789"}', 'opaque-value-0123456789'],
      ['an OAuth answer in the spelling of JavaScript', '{"accessToken": "opaque-value-0123456789"}', 'opaque-value-0123456789'],
      // Written in two parts, so that nobody takes this file for one that holds a token.
      ...['sk-' + 'ant-', 'sk-' + 'proj-', 'gl' + 'pat-', 'AI' + 'za', 'np' + 'm_', 'h' + 'f_', 'shp' + 'at_', 'wh' + 'sec_'].map(
        (prefix): [string, string, string] => [`what begins with ${prefix}`, `key: ${prefix}${MANY}`, MANY],
      ),
      ['a private key', `-----BEGIN EC PRIVATE KEY-----\n${KEY_LINES}\n-----END EC PRIVATE KEY-----`, KEY_LINES],
      ['a private key in JSON', JSON.stringify({ k: `-----BEGIN PRIVATE KEY-----\n${KEY_LINES}\n-----END PRIVATE KEY-----\n` }), KEY_LINES],
      ['a token in a URL within a URL', 'https://x.example/?n=%2Fcb%3Dghp_16C7e42F292c6912E7710c838347Ae178B4a', '16C7e42F292c6912E771'],
      ['the same twice', 'https://x.example/?n=%252Fcb%253Dghp_16C7e42F292c6912E7710c838347Ae178B4a', '16C7e42F292c6912E771'],
      [
        'a token after a JSON escape',
        JSON.stringify({ t: 'line\nghp_16C7e42F292c6912E7710c838347Ae178B4a' }),
        '16C7e42F292c6912E7710c838347Ae178B4a',
      ],
    ];
    for (const [name, text, secret] of secrets) {
      it(name, () => {
        const answer = ofBody(text);
        const body = answer.body!.text!;
        expect(body).to.not.include(secret);
        expect(body).to.have.length(text.length);
        expect(answer.redactions).to.have.length(1);
        const { start, end, where } = answer.redactions![0]!;
        expect(where).to.equal('body');
        expect(text.slice(0, start) + text.slice(end)).to.equal(body.slice(0, start) + body.slice(end));
        expect(text.slice(start, end)).to.include(secret.slice(0, 10));
        if (text.startsWith('{')) expect(Object.keys(JSON.parse(body))).to.deep.equal(Object.keys(JSON.parse(text)));
      });
    }
  });

  describe('leaves alone', () => {
    const published: [string, string][] = [
      [
        'a public key',
        '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----',
      ],
      ['a certificate', `-----BEGIN CERTIFICATE-----\n${KEY_LINES}\n-----END CERTIFICATE-----`],
      ['a key set', '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":"ghost_1"}]}'],
      ['a signed agent card', CARD],
      ['flattened signatures of a card', `{"signatures":[{"protected":"${b64({ alg: 'ES256' })}","signature":"${'Q'.repeat(86)}"}]}`],
      ['a DSSE envelope', `{"payload":"${b64({ _type: 'x' })}","signatures":[{"keyid":"1","sig":"${'Ab1_'.repeat(21)}"}]}`],
      ['a verifiable credential', CREDENTIAL_DOCUMENT],
      ['signed OAuth metadata', METADATA],
      ['a challenge in prose', 'WWW-Authenticate: Bearer resource_metadata1_and_more="https://example.com"'],
      ['a schema of a token answer', '{"access_token": {"type": "string"}, "example": {"access_token": "string"}}'],
      ['prose about bearer tokens', 'Send a Bearer token; see bearer authentication-and-authorization.'],
      ['prose about private keys', 'A file that begins with -----BEGIN PRIVATE KEY----- is refused and never read any further than that'],
      ['words that contain a prefix', 'risk_live_0123456789abc weyJhbGci AKIA AKIASHORT1'],
      ['the cursor of a list', `{"tools": [], "nextCursor": "${SHARED_SECRET}"}`],
      ['a role address', 'support@example.com, no-reply@example.com'],
      ['paths with an at sign', 'https://example.com/@someone and https://cdn.example.com/pkg@1.2.3/file.js, /npm/left@latest.js'],
    ];
    for (const [name, text] of published) {
      it(name, () => {
        const answer: Answer = { status: 200, headers: {}, body: { text } };
        expect(redact(answer, name.includes('address'))).to.equal(answer);
      });
    }
  });

  describe('headers', () => {
    const table: [string, string, string, string][] = [
      ['a cookie', 'set-cookie', 'sid=abc123; Path=/; HttpOnly', 'sid=xxxxxx; Path=/; HttpOnly'],
      [
        'joined cookies with a date',
        'set-cookie',
        'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=two; Secure',
        'a=x; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=xxx; Secure',
      ],
      ['a value with a comma', 'set-cookie', 'a=1, 2; Path=/', 'a=xx xx; Path=/'.replace('xx xx', 'xx x')],
      ['an unknown attribute', 'set-cookie', 'a=1; Token=secret', 'a=x; Token=xxxxxx'],
      ['a cookie without a name', 'set-cookie', 'justvalue; Path=/', 'xxxxxxxxx; Path=/'],
      ['an authorization header', 'authorization', 'Basic dXNlcjpwYXNz', 'xxxxx xxxxxxxxxxxx'],
      ['an API key', 'x-api-key', 'k-1', 'xxx'],
      [
        'a challenge',
        'www-authenticate',
        'Bearer realm="x", resource_metadata="https://example.com/a"',
        'Bearer realm="x", resource_metadata="https://example.com/a"',
      ],
      ['an MCP session', 'mcp-session-id', '1868a90c-0123-4567-89ab', '1868a90c-0123-4567-89ab'],
      ['an MCP session that is a JWT', 'mcp-session-id', SHARED_SECRET, SHARED_SECRET],
      [
        'a token in a location',
        'location',
        '/cb#access_token&k=sk_live_4eC39HqLyjWDarjtT1zdp7dc',
        `/cb#access_token&k=sk_live_${'x'.repeat(24)}`,
      ],
    ];
    for (const [name, header, value, expected] of table) it(name, () => expect(ofHeader(header, value)).to.equal(expected));
  });

  it('reads bodies that are no UTF-8 byte by byte', () => {
    const bytes = Buffer.from('caf\xe9 sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'latin1');
    const answer = redact({ status: 200, headers: {}, body: { base64: bytes.toString('base64') } }, false);
    const stored = Buffer.from(answer.body!.base64!, 'base64');
    expect(stored.toString('latin1')).to.equal(`caf\xe9 sk_live_${'x'.repeat(24)}`);
    expect(answer.redactions).to.deep.equal([{ where: 'body', start: 13, end: 37, kind: 'token' }]);
  });

  for (const [name, mark, swap] of [
    ['little-endian', '\ufeff', false],
    ['big-endian', '\ufeff', true],
    ['without a mark', '', false],
    ['of a letter with a zero, little-endian', '\u0100', false],
    ['of a letter with a zero, big-endian', '\u0100', true],
    ['of a han character, little-endian', '\u4e00', false],
  ] as const)
    it(`reads UTF-16 ${name}`, () => {
      const encode = (text: string): Buffer => {
        const bytes = Buffer.from(mark + text, 'utf16le');
        return swap ? bytes.swap16() : bytes;
      };
      const stored = (text: string) => redact({ status: 200, headers: {}, body: storedBody(encode(text)) }, true);
      const answer = stored('{"mail": "jane@mail.example", "t": "sk_live_4eC39HqLyjWDarjtT1zdp7dc"}');
      const bytes = answer.body!.base64 === undefined ? Buffer.from(answer.body!.text!) : Buffer.from(answer.body!.base64, 'base64');
      expect(bytes.equals(encode(`{"mail": "xxxx@xxxx.example", "t": "sk_live_${'x'.repeat(24)}"}`))).to.equal(true);
      expect(answer.redactions!.map(({ start, end, kind }) => [start - 2 * mark.length, end - start, kind])).to.deep.equal([
        [20 + Number(swap), 33, 'email'],
        [88 + Number(swap), 47, 'token'],
      ]);
      expect(stored('{"mail": "support@mail.example"}').redactions).to.equal(undefined);
    });

  it('leaves recorded redactions as they are, and does not change its argument', () => {
    const answer: Answer = { status: 200, headers: { 'set-cookie': 'a=1' }, body: { text: 'x@y.example is jane@example.com' } };
    const frozen = structuredClone(answer);
    const once = redact(answer, true);
    expect(answer).to.deep.equal(frozen);
    expect(redact(once, true)).to.equal(once);
  });

  it('lists no more than a thousand places, and covers the rest', () => {
    const text = 'jane@example.com '.repeat(3000);
    const answer = ofBody(text, true);
    expect(answer.redactions).to.have.length(1001);
    expect(answer.redactions!.at(-1)).to.deep.equal({ where: 'body', start: 17_000, end: text.length - 1, kind: 'many' });
    expect(answer.body!.text).to.not.include('jane');
  });

  it('keeps headers named like members of Object', () => {
    const headers = JSON.parse('{"__proto__": "a", "constructor": "b", "set-cookie": "a=1"}');
    expect(Object.entries(redact({ headers }, false).headers!)).to.deep.equal([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['set-cookie', 'a=x'],
    ]);
  });
});

describe('redact, whatever it is given', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '\n',
      '\\',
      '"',
      '\u0001',
      '@',
      '.',
      ' ',
      'u',
      'n',
      '\\n',
      'Bearer ',
      'sk_live_',
      'rk_live_',
      'eyJ',
      'ghp_',
      'AKIA',
      'xoxb-',
    ),
    fc.constantFrom(
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      '"access_token":"',
      SESSION,
      'jane@example.com',
      'A1b2'.repeat(12),
      KEY_LINES,
    ),
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

  it('keeps JSON valid and of the same shape, and lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), fc.boolean(), (entries, personal) => {
        const source = JSON.stringify(entries);
        const masked = textOf(source, personal);
        expect(masked).to.have.length(source.length);
        const read = JSON.parse(masked) as [string, string][];
        expect(read.map((pair) => pair.map((item) => item.length))).to.deep.equal(entries.map((pair) => pair.map((item) => item.length)));
      }),
      { numRuns: sized(2_000) },
    );
  });

  it('changes only letters and digits inside the places that it lists', () => {
    fc.assert(
      fc.property(text, (source) => {
        const answer = ofBody(source, true);
        const masked = answer.body!.text!;
        const inside = (at: number): boolean => (answer.redactions ?? []).some(({ start, end }) => start <= at && at < end);
        for (let at = 0; at < source.length; at += 1) {
          if (source[at] !== masked[at]) expect([masked[at], inside(at)]).to.deep.equal(['x', true]);
        }
      }),
      { numRuns: sized(2_000) },
    );
  });

  it('takes linear time on hostile texts', function () {
    this.timeout(20_000);
    const units = [
      'eyJ',
      'eyJa.',
      'eyJa.eyJb.c ',
      `${'eyJhbGciOiJub25lIg'.repeat(1)}.`,
      'Bearer ',
      'a@',
      '@a.b',
      '"access_token"',
      '"access_token":"',
      '\\',
      '\\eyJ',
      '-----BEGIN PRIVATE KEY-----',
      'sk_live_',
      ' ',
      'a@b.',
      'AKIA',
      '=,a',
    ];
    for (const unit of units) {
      const body = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const started = process.cpuUsage().user;
      redact({ status: 200, headers: { 'set-cookie': body.slice(0, 16_384) }, body: { text: body } }, true);
      expect(process.cpuUsage().user - started, unit).to.be.below(1_500_000);
    }
  });
});
