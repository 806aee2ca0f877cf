// No spelling of a secret stays in an answer: mixed ones, those within others, and those that are cut.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Answer } from '../../src/contract/generated/types.ts';
import { Vault } from '../../src/run/secrets/vault.ts';
import { AROUND, spelled, WAYS } from './spelled.ts';

const MARK = `secret-${'5'.repeat(32)}`;
const TYPE = { 'content-type': 'text/plain' };
const vaultOf = (value: string): Vault => new Vault({ [MARK]: value });
const answer = (text: string, more: Partial<Answer> = {}): Answer => ({ status: 200, headers: TYPE, body: { text }, ...more });
const seen = (value: string, text: string, more: Partial<Answer> = {}): string =>
  vaultOf(value).takeOut({ hop: 0 }, answer(text, more)).body?.text ?? '';

/** Characters that escapes are made of, so that a value itself looks like some. */
const hostile = fc.constantFrom(...'abuxA01245f%\\&#;+/=\'"<>(!) ~.-_ö€𝄞');
/** Not digits alone: those are found on their own only. */
const value = fc.string({ unit: hostile, minLength: 6, maxLength: 24 }).map((text) => `${text}Q`);
const mix = fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 1, maxLength: 30 });
/** What begins an escape beside a value makes another one of it. */
const around = fc.string({ unit: hostile, maxLength: 6 }).map((text) => text.replace(/[Q%\\&+]/g, ''));

describe('spellings of a secret', () => {
  const KNOWN: [string, string, string][] = [
    ['html/template of Go', 'abc/def+ghi==', '<p>abc/def&#43;ghi==</p>'],
    ['Handlebars', 'abc/def+ghi==', '<p>abc&#x2F;def+ghi&#x3D;&#x3D;</p>'],
    ['named references', 'abc/def+ghi==', '<p>abc&sol;def&plus;ghi&equals;&equals;</p>'],
    ['html of Python', 'pa\'ssw"ord', '<p>pa&#x27;ssw&quot;ord</p>'],
    ['quote of Python', 'abc/def+ghi==', '<p>abc/def%2Bghi%3D%3D</p>'],
    ['rawurlencode', "it's(a)*secret!~x", '<p>it%27s%28a%29%2Asecret%21~x</p>'],
    ['the URL parser', "it's(a)*secret!~x", '<p>it%27s(a)*secret!~x</p>'],
    ['percent in JSON with its slashes escaped', 'abc/def+ghi==', '<p>abc\\/def%2Bghi%3D%3D</p>'],
    ['JSON with every character escaped', 'abc+de', '<p>\\u0061\\u0062\\u0063\\u002b\\u0064\\u0065</p>'],
    ['a reference within JSON', 'abc+def', '<p>abc\\u0026#43;def</p>'],
    ['JSON within a query', 'say "it"', '<p>say+%5C%22it%5C%22</p>'],
    ['percent twice', 'abc+def', '<p>abc%252Bdef</p>'],
    ['UTF-8 as a header gives it', 'tökens', '<p>t\u00c3\u00b6kens</p>'],
    ['a backslash before what begins an escape, in JSON', 'ab\\+cd1234', '<p>ab\\\\+cd1234</p>'],
    ['a backslash before an escape, in JSON', 'ab\\%41cd12', '<p>ab\\\\%41cd12</p>'],
    ['names beyond HTML 4', 'heslo-čtyři', '<p>heslo-&ccaron;ty&rcaron;i</p>'],
    ['what looks like an escape', 'x%41bcde"', '<p>x%41bcde&quot;</p>'],
  ];
  for (const [name, secret, text] of KNOWN)
    it(`takes out ${name}`, () => {
      expect(seen(secret, text)).to.equal(`<p>${MARK}</p>`);
    });

  it('takes out every mix of spellings, whatever stands beside it', () => {
    fc.assert(
      fc.property(value, mix, around, around, (secret, ways, before, after) => {
        const text = spelled(secret, (i) => ways[i % ways.length]!);
        const out = seen(secret, `${before}${text}<${after}`);
        expect(out).to.contain(MARK);
        expect(out.length, out).to.be.at.most(before.length + MARK.length + after.length + 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes out what was encoded again', () => {
    const layers = fc.array(fc.constantFrom(...Object.keys(AROUND)), { minLength: 1, maxLength: 3 });
    const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ12/+=\'"<>(! '), minLength: 6, maxLength: 24 }).map((text) => `${text}Q`);
    fc.assert(
      fc.property(plain, layers, (secret, names) => {
        const text = names.reduce((inner, name) => AROUND[name]!(inner), secret);
        expect(seen(secret, `<${text}>`)).to.equal(`<${MARK}>`);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves no part of two that overlap', () => {
    const vault = new Vault({ [MARK]: 'abcdefgh', [`secret-${'6'.repeat(32)}`]: 'fghijklmnop' });
    expect(vault.takeOut({ hop: 0 }, answer('<abcdefghijklmnop>')).body?.text).to.equal(`<secret-${'6'.repeat(32)}>`);
  });

  it('leaves every text without it as it is, byte for byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: hostile, maxLength: 200 }), (text) => {
        expect(seen('Qsecret/Q+value==', text)).to.equal(text);
      }),
    );
    for (const other of ['secret', 'values', 'a+b', '%53ecret', '+123456', '&#49;234567'])
      expect(
        new Vault({ [MARK]: 'secrets', [`secret-${'6'.repeat(32)}`]: '123456' }).takeOut({ hop: 0 }, answer(other)).body?.text,
      ).to.equal(other);
  });

  it('makes no short word of a value that is full of escapes', () => {
    expect(seen('%61%62%63', 'abc')).to.equal('abc');
    expect(seen('%61%62%63', '<%61%62%63>')).to.equal(`<${MARK}>`);
  });
});

describe('a secret at the end of what was cut', () => {
  it('leaves nothing that begins a spelling of it', () => {
    fc.assert(
      fc.property(value, mix, fc.nat(), fc.boolean(), (secret, ways, place, broken) => {
        const text = spelled(secret, (i) => ways[i % ways.length]!);
        const kept = text.slice(0, 1 + (place % text.length));
        const more: Partial<Answer> = broken ? { failure: { code: 'connection-reset', phase: 'body' } } : { truncated: true };
        expect(['::', `::${MARK}`]).to.contain(seen(secret, `::${kept}`, more));
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves nothing where an escape of an escape was cut', () =>
    expect(seen('abcdefgh"ijk', 'x:abcdefgh\\\\', { truncated: true })).to.equal('x:'));

  it('takes off nothing else, and nothing of what was not cut', () => {
    expect(seen('hidden-key', 'the end hidd')).to.equal('the end hidd');
    expect(seen('hidden-key', 'the end hidd', { truncated: true })).to.equal('the end ');
    expect(seen('hidden-key', 'the end: no!', { truncated: true })).to.equal('the end: no!');
  });

  it('leaves a placeholder at the end whole', () => {
    expect(seen('55-hidden', `{"t":"${MARK}`, { truncated: true })).to.equal(`{"t":"${MARK}`);
  });
});
