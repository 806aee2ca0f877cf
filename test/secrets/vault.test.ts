// The vault: what it takes out of answers, what it puts into requests, and what it will not do.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Answer, Request } from '../../src/contract/generated/types.ts';
import { secretOfEnv, secretStem } from '../../src/engine/probe/chance.ts';
import { sealedEnv } from '../../src/run/secrets/env.ts';
import { formEncoded } from '../../src/run/secrets/spellings.ts';
import { Vault } from '../../src/run/secrets/vault.ts';

const STEM = secretStem(1, 'login');
const FIRST = `${STEM}00000000`;
const SECOND = `${STEM}00000001`;
const sending = (...secret: string[]) => ({ hop: 0, secret, placeholder: STEM });
const body = (text: string): Answer => ({ status: 200, headers: {}, body: { text } });
const request = (parts: Partial<Request>): Request => ({ method: 'GET', url: 'https://t.example/', headers: {}, ...parts });

describe('vault', () => {
  const TAKEN: [string, string, string[], string][] = [
    ['a member', '{"token": "abc", "n": 1}', ['$.self.json.token'], `{"token": "${FIRST}", "n": 1}`],
    ['a number and a boolean', '{"pin":1234,"ok":true}', ['$.self.json.pin', '$.self.json.ok'], `{"pin":"${FIRST}","ok":"${SECOND}"}`],
    ['all below a place', '{"a":{"b":["x1","y2"]}}', ['$.self.json.a'], `{"a":{"b":["${FIRST}","${SECOND}"]}}`],
    ['items', '[{"k":"x1"},{"k":"y2"}]', ['$.self.json[*].k'], `[{"k":"${FIRST}"},{"k":"${SECOND}"}]`],
    ['an index', '["x1","y2"]', ['$.self.json[1]'], `["x1","${FIRST}"]`],
    ['a member that stands twice', '{"t":"x1","t":"y2"}', ['$.self.json.t'], `{"t":"${FIRST}","t":"${SECOND}"}`],
    ['an escaped name', '{"\\u0074":"x1"}', ['$.self.json.t'], `{"\\u0074":"${FIRST}"}`],
    ['a name before many blanks', `{"t"${' '.repeat(500)}:"x1"}`, ['$.self.json.t'], `{"t"${' '.repeat(500)}:"${FIRST}"}`],
    ['a text that is cut', '{"t":"abc', ['$.self.json.t'], `{"t":"${FIRST}"`],
    ['null and nothing', '{"t":null,"u":""}', ['$.self.json.t', '$.self.json.u'], '{"t":null,"u":""}'],
    ['one value twice is one placeholder', '{"t":"x1","u":"x1"}', ['$.self.json.t', '$.self.json.u'], `{"t":"${FIRST}","u":"${FIRST}"}`],
    ['a whole body', ' abc\n', ['$.self.text.text'], FIRST],
    ['a page is no JSON', '<p>"t":"x1"</p>', ['$.self.json.t'], '<p>"t":"x1"</p>'],
  ];
  for (const [name, text, paths, expected] of TAKEN)
    it(`takes out ${name}`, () => expect(new Vault().takeOut(sending(...paths), body(text)).body).to.deep.equal({ text: expected }));

  it('takes out a header, and what it knows from the headers and bodies of later answers', () => {
    const vault = new Vault();
    const first = vault.takeOut(sending("$.self.headers['x-token']", '$.self.text.text'), {
      status: 200,
      headers: { 'x-token': 'a+b/c "d"' },
      body: { text: 'a+b/c "d"' },
    });
    expect(first).to.deep.equal({ status: 200, headers: { 'x-token': FIRST }, body: { text: FIRST } });
    const later: Answer = {
      status: 302,
      headers: { location: '/x?t=a%2Bb%2Fc%20%22d%22', form: 'a%2bb%2fc+%22d%22' },
      body: { text: '{"t":"a+b/c \\"d\\"","u":"a\\u002bb\\/c"} a+b/c &quot;d&quot; a+b\\/c \\"d\\"' },
      failure: { code: 'protocol-error', detail: 'saw a+b/c "d"' },
    };
    const text = JSON.stringify(vault.takeOut({ hop: 0 }, later));
    for (const found of ['%2Bb', '%2bb', 'a+b/c', 'a+b\\\\/c \\\\']) expect(text, found).not.to.contain(found);
    expect(text.split(FIRST)).to.have.length(7);
  });

  it('takes it out of bytes that are no text', () => {
    const vault = new Vault({ [FIRST]: 'tökens' });
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from('-tökens-', 'utf8')]);
    const { body: out } = vault.takeOut({ hop: 0 }, { status: 200, headers: {}, body: { base64: bytes.toString('base64') } });
    expect(Buffer.from(out!.base64!, 'base64').toString('latin1')).to.equal(`\xff-${FIRST}-`);
  });

  it('leaves out a header whose name shows it, in lower case as names come', () => {
    const vault = new Vault({ [FIRST]: 'Hidden-Key', [SECOND]: 'abc123def' });
    const headers = { 'x-hidden-key': '1', 'x-abc123def-x': '2', 'content-type': 'text/plain', 'x-hidden': 'Hidden-Key' };
    const out = vault.takeOut({ hop: 0 }, { status: 200, headers });
    expect(out.headers).to.deep.equal({ 'content-type': 'text/plain', 'x-hidden': FIRST });
  });

  it('finds digits on their own only, and keeps JSON what it is', () => {
    const vault = new Vault({ [FIRST]: '123456' });
    const seen = (text: string): string => vault.takeOut({ hop: 0 }, body(text)).body!.text!;
    expect(seen('{"a":1234567,"b":123456,"c":"pin 123456.","d":[123456.5, 123456]}')).to.equal(
      `{"a":1234567,"b":"${FIRST}","c":"pin ${FIRST}.","d":[123456.5, "${FIRST}"]}`,
    );
  });

  it('takes it out of Base64, wherever it begins in there and however it is spelled', () => {
    for (const value of ['hidden-key', 'a?>b~~\u00fc?', 'sixsix', '123456789012']) {
      const vault = new Vault({ [FIRST]: value });
      for (const before of ['', 'u', 'us', 'user:'])
        for (const after of ['', '!', ' is it', '\n'])
          for (const alphabet of ['base64', 'base64url'] as const) {
            const encoded = Buffer.from(`${before}${value}${after}`, 'utf8').toString(alphabet);
            for (const spelled of [encoded, encoded.replaceAll('/', '\\/'), encodeURIComponent(encoded)]) {
              const seen = vault.takeOut({ hop: 0 }, body(`Basic ${spelled}.`)).body!.text!;
              expect(seen, `${before}${value}${after} ${alphabet} ${spelled}`).to.contain(FIRST);
              // At either end a character is shared with what stands there: less than one of the value is left.
              const [head = '', tail = ''] = seen.replace(/^Basic (.*)\.$/, '$1').split(FIRST);
              expect(head.length, head).to.be.at.most(Math.ceil((before.length * 8) / 6));
              expect(tail.length, tail).to.be.at.most(Math.ceil((after.length * 8) / 6) + 7);
            }
          }
    }
  });

  it('takes no other Base64 for it', () => {
    const vault = new Vault({ [FIRST]: 'hidden-key', [SECOND]: '123456' });
    for (const other of ['hidden-kay', 'idden-key', 'hidden', '91234567'].map((text) => Buffer.from(text).toString('base64')))
      expect(vault.takeOut({ hop: 0 }, body(other)).body).to.deep.equal({ text: other });
  });

  it('does not look for short values', () => {
    expect(new Vault({ [FIRST]: 'abcde' }).takeOut({ hop: 0 }, body('abcde')).body).to.deep.equal({ text: 'abcde' });
  });

  it('keeps no body from which it cannot take the secret', () => {
    const many = JSON.stringify(Array.from({ length: 40 }, (_, i) => `value-${i}`));
    const deep = `${'['.repeat(70)}"x1"${']'.repeat(70)}`;
    const wide = Buffer.from('{"t":"x1"}', 'utf16le');
    for (const one of [body(many), body(deep), body(wide.toString('utf8')), { status: 200, headers: {}, body: { base64: '/w==' } }]) {
      const out = new Vault().takeOut(sending('$.self.json[*]', '$.self.json.t'), one);
      expect(out.body).to.equal(undefined);
      expect(out.failure?.code).to.equal('decoding-failed');
    }
  });

  it('puts values in where they stand, spelled for the place', () => {
    const vault = new Vault({ [FIRST]: 'a b/"c"&d', [SECOND]: 42 });
    const into = (parts: Partial<Request>): Request => vault.putIn(request(parts))!;
    expect(into({ url: `https://t.example/x/${FIRST}?q=${FIRST}` }).url).to.equal(
      'https://t.example/x/a%20b%2F%22c%22%26d?q=a%20b%2F%22c%22%26d',
    );
    expect(into({ headers: { authorization: `Bearer ${FIRST}` } }).headers).to.deep.equal({ authorization: 'Bearer a b/"c"&d' });
    expect(into({ body: JSON.stringify({ t: FIRST, n: SECOND, s: `${SECOND}!` }) }).body).to.equal(
      '{"t":"a b/\\"c\\"&d","n":42,"s":"42!"}',
    );
    expect(into({ body: `t=${FIRST}&u=1` }).body).to.equal(`t=${formEncoded('a b/"c"&d')}&u=1`);
    const other = `secret-${'0'.repeat(32)}`;
    expect(into({ headers: { x: other } }).headers).to.deep.equal({ x: other });
  });

  it('sends nothing where a value cannot stand', () => {
    const unfit = (value: string, parts: Partial<Request>): unknown => new Vault({ [FIRST]: value }).putIn(request(parts));
    for (const value of ['a\r\nb: c', 'ü', ' a', 'a\0'])
      expect(unfit(value, { headers: { x: FIRST } }), JSON.stringify(value)).to.equal(undefined);
    expect(unfit('..', { url: `https://t.example/a/${FIRST}` })).to.equal(undefined);
    expect(unfit('\ud800', { url: `https://t.example/a/${FIRST}` })).to.equal(undefined);
    // A host is never filled.
    expect(new Vault({ [FIRST]: 'evil' }).putIn(request({ url: `https://${FIRST}.example/` }))?.url).to.equal(`https://${FIRST}.example/`);
  });

  it('gives back what it took, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
        const vault = new Vault();
        const out = vault.takeOut(sending('$.self.json.t'), body(JSON.stringify({ t: value })));
        expect(out.body!.text).to.equal(`{"t":"${FIRST}"}`);
        expect(vault.putIn(request({ body: out.body!.text! }))!.body).to.equal(JSON.stringify({ t: value }));
        const again = vault.takeOut({ hop: 0 }, body(`<${value}> ${encodeURIComponent(value)} ${JSON.stringify(value)}`));
        if (value.length >= 6 && !/^[\d.eE+-]+$/.test(value)) expect(again.body!.text).not.to.contain(value);
      }),
    );
  });
});

describe('the environment of a run', () => {
  it('has placeholders in the place of secrets, which follow from the seed', () => {
    const one = sealedEnv({ env: { user: 'u' }, secrets: { KEY: 'hidden-key' } }, 7);
    expect(one.env).to.deep.equal({ user: 'u', KEY: secretOfEnv(7, 'KEY') });
    expect(secretOfEnv(7, 'KEY')).to.match(/^secret-[0-9a-f]{32}$/);
    expect(new Set([secretOfEnv(7, 'KEY'), secretOfEnv(8, 'KEY'), secretOfEnv(7, 'OTHER')])).to.have.property('size', 3);
    expect(sealedEnv({}, 7).env).to.equal(undefined);
  });

  for (const [name, given] of Object.entries({
    'a name that is both': { env: { A: 'x' }, secrets: { A: 'hidden-key' } },
    'a plain value that shows a secret': { env: { A: 'x hidden-key' }, secrets: { B: 'hidden-key' } },
    'a row that shows a secret': { row: { A: 'hidden-key' }, secrets: { B: 'hidden-key' } },
    'a secret without a value': { secrets: { B: '' } },
    'a secret that is too short to be found in answers': { secrets: { B: '12345' } },
    'a value that is no scalar': { env: { A: {} as never } },
  }))
    it(`refuses ${name}`, () =>
      expect(() => sealedEnv(given as Parameters<typeof sealedEnv>[0], 1))
        .to.throw()
        .and.to.include({ code: 'bad-usage' }));
});
