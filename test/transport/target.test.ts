// What may be typed as a target, and what it means.
import { expect } from 'chai';
import { parseTarget } from '../../src/transport/live/target.ts';
import { registrable, registrableInFixture } from '../../src/transport/registrable.ts';

const GOOD: [string, string, boolean][] = [
  ['example.com', 'https://example.com', false],
  ['EXAMPLE.com', 'https://example.com', false],
  ['example.com.', 'https://example.com', false],
  ['example.com:443', 'https://example.com', false],
  ['example.com/', 'https://example.com', false],
  ['https://example.com/', 'https://example.com', false],
  ['http://example.com', 'http://example.com', false],
  ['bücher.example.org', 'https://xn--bcher-kva.example.org', false],
  ['аpple.com', 'https://xn--pple-43d.com', false],
  ['localhost', 'http://localhost', true],
  ['localhost:8080', 'http://localhost:8080', true],
  ['localhost:443', 'http://localhost:443', true],
  ['https://localhost:8443', 'https://localhost:8443', true],
  ['app.localhost:3000', 'http://app.localhost:3000', true],
  ['intranet', 'http://intranet', true],
  ['box.local:81', 'http://box.local:81', true],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ['0x7f.1', 'http://127.0.0.1', true],
  ['2130706433', 'http://127.0.0.1', true],
  ['127.0.0.1.', 'http://127.0.0.1', true],
  ['[::1]:8080', 'http://[::1]:8080', true],
  ['http://192.168.1.7', 'http://192.168.1.7', true],
  ['http://[fd00::7]/', 'http://[fd00::7]', true],
];

const BAD = [
  '',
  ' ',
  'example.com/path',
  'https://example.com/path',
  'https://example.com/?',
  'https://example.com?q=1',
  'https://example.com/#',
  'https://user@example.com',
  'user:secret@example.com',
  'https://@example.com',
  'example.com:8443',
  'https://example.com:22',
  'http://example.com:443',
  'ftp://example.com',
  'file:///etc/passwd',
  'ws://example.com',
  'https://',
  'https:\\\\example.com',
  'example.com\r\nHost: evil',
  'exam\tple.com',
  'example.com%0d%0a',
  'a..example.com',
  '-example.com',
  '8.8.8.8',
  'https://8.8.8.8',
  '0.0.0.0:80',
  '169.254.169.254',
  '１６９.254.169.254',
  '[::]',
  '[fe80::1]',
  '[2606:4700::1111]',
  'http://[::ffff:8.8.8.8]/',
  'hidden.onion',
  'x.invalid',
  'x.alt',
  '1.0.0.127.in-addr.arpa',
  `${'a.'.repeat(130)}com`,
  'a'.repeat(3000),
];

describe('transport: targets', () => {
  for (const [text, origin, isPrivate] of GOOD) {
    it(`reads ${text}`, () => expect(parseTarget(text)).to.deep.equal({ origin, private: isPrivate }));
  }

  for (const text of BAD) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))}`, () =>
      expect(() => parseTarget(text))
        .to.throw()
        .with.property('code', 'bad-target'));
  }

  it('knows the site of a name', () => {
    const sites: [string, string | null][] = [
      ['api.example.com', 'example.com'],
      ['example.com.', 'example.com'],
      ['a.b.co.uk', 'b.co.uk'],
      ['co.uk', null],
      ['me.github.io', 'me.github.io'],
      ['x.me.github.io', 'me.github.io'],
      ['github.io', null],
      ['localhost', null],
      ['a.localhost', null],
      ['printer.local', null],
      ['intranet', null],
      ['127.0.0.1', null],
      ['[::1]', null],
      ['shop.example', null],
      ['', null],
    ];
    for (const [host, site] of sites) expect(registrable(host), host).to.equal(site);
    expect(registrableInFixture('api.shop.example')).to.equal('shop.example');
    expect(registrableInFixture('127.0.0.1')).to.equal(null);
    expect(registrableInFixture('api.example.com')).to.equal('example.com');
  });
});
