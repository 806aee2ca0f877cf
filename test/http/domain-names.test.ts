// What may stand where a page of a domain is asked for, and what is refused before anything is asked of anybody.
import { expect } from 'chai';
import { hostedTarget } from '../../src/service/target.ts';
import { ask, post } from './ask.ts';
import { entitled } from './entitled.ts';
import { served, type Whole } from './served.ts';

describe('names of domains', function () {
  this.timeout(60_000);
  let whole: Whole;
  let authorization: string;
  before(async () => {
    whole = await served({ AXPROOF_ALLOW_PRIVATE: 'false' });
    ({ authorization } = await entitled(whole));
  });
  after(() => whole.close());

  const BAD = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
      '169.254.169.254',
      '8.8.8.8',
    ],
    ...[
      'localhost',
      'printer',
      'x.localhost',
      'router.local',
      'db.internal',
      'x.onion',
      'x.test',
      'x.example',
      'x.invalid',
      'com',
      'co.uk',
      'github.io',
    ],
    ...[
      'user@example.com',
      'user:secret@example.com',
      'example.com:8443',
      'example.com:80',
      'http://example.com',
      'ftp://example.com',
      'javascript:alert(1)',
    ],
    ...[
      'example..com',
      '.example.com',
      'exa mple.com',
      'example.com\\evil',
      'example.com%00',
      '-',
      '*',
      '_',
      'a'.repeat(64).concat('.com'),
      'exa_mple.notatld',
    ],
    ...['１２７.０.０.１', '①②⑦.0.0.1', '127。0。0。1', 'loc\u00adalhost', '%5B%3A%3A1%5D', '%2e%2e', 'favicon.ico', 'wp-login.php'],
  ];
  for (const name of BAD)
    it(`are none: ${name.slice(0, 40)}`, async () => {
      const path = /%/.test(name) ? name : encodeURIComponent(name);
      for (const where of [`/${path}`, `/${path}/badge.svg`, `/${path}/history`]) {
        const answer = await ask(`${whole.url}${where}`);
        expect(answer.status, `${where} ${answer.text}`).to.equal(400);
        expect(answer.json().code).to.be.oneOf(['bad-domain', 'bad-request']);
      }
      if (/%/.test(name)) return;
      for (const answer of [
        await post(`${whole.url}/verify`, { target: name }),
        await post(`${whole.url}/monitors`, { target: name, interval: 300 }, { authorization }),
      ])
        expect([answer.status, answer.json().code]).to.deep.equal([400, 'bad-domain']);
    });

  it('are told without the password that somebody put before them', async () => {
    const target = 'https://user:hunter2@example.com/';
    for (const answer of [
      await ask(`${whole.url}/${encodeURIComponent('user:hunter2@example.com')}`),
      await post(`${whole.url}/verify`, { target }),
      await post(`${whole.url}/monitors`, { target, interval: 300 }, { authorization }),
    ]) {
      expect([answer.status, answer.json().code]).to.deep.equal([400, 'bad-domain']);
      expect(answer.text).to.include('@example.com').and.not.to.include('hunter2');
    }
  });

  it('that are suffixes themselves are told by what they lack, and so are those under none', () => {
    for (const name of ['co.uk', 'github.io', 'agents.json'])
      expect(() => hostedTarget(name, false), name).to.throw(`${name}: it is no name that can be registered, by the public suffix list`);
  });

  it('of other scripts are shown as what they are', () => {
    expect(hostedTarget('\u0430pple.com', false).origin).to.equal('https://xn--pple-43d.com');
    expect(hostedTarget('EXAMPLE.com.', false).origin).to.equal('https://example.com');
  });
});
