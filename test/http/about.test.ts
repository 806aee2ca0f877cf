// What /about says of whoever runs the service, named or not, in both of its forms.
import { expect } from 'chai';
import { ask } from './ask.ts';
import { mounted } from './served.ts';

describe('the about page', () => {
  const CONTACT = 'mailto:ops@axproof.example';
  const cases: [string, Record<string, string>, string, boolean][] = [
    ['a name', { AXPROOF_OPERATOR: 'Example Verifiers Inc.' }, 'This instance is run by Example Verifiers Inc.', false],
    ['a name and a contact', { AXPROOF_OPERATOR: 'Example', AXPROOF_CONTACT: CONTACT }, 'This instance is run by Example.', true],
    ['a contact alone', { AXPROOF_CONTACT: CONTACT }, 'The operator of this instance has not named themselves. ', true],
    ['nothing', {}, 'The operator of this instance has not named themselves and gives no contact. ', false],
  ];
  for (const [given, env, sentence, contact] of cases)
    it(`makes a sentence of ${given}`, async () => {
      const place = await mounted({}, env);
      try {
        for (const accept of ['text/html', 'text/markdown']) {
          const { status, text } = await ask(`${place.url}/about`, { headers: { accept } });
          expect(status).to.equal(200);
          expect(text, accept).to.include(sentence);
          expect(text, accept).to.not.match(/undefined|\.\./);
          expect(text.includes('Contact: '), accept).to.equal(contact);
        }
      } finally {
        await place.close();
      }
    });

  const accepts = [
    {
      scheme: 'exact',
      network: 'eip155:84532',
      asset: `0x${'1'.repeat(40)}`,
      amount: '1',
      payTo: `0x${'2'.repeat(40)}`,
      maxTimeoutSeconds: 60,
      extra: {},
    },
  ];
  const selling: [string, Record<string, string>, string][] = [
    ['no facilitator', {}, 'Paid capabilities cannot be bought yet'],
    [
      'a facilitator',
      { AXPROOF_X402_FACILITATOR: 'http://127.0.0.1:1/', AXPROOF_X402_ACCEPTS: JSON.stringify(accepts) },
      'is paid for with the request itself, by x402 (version 2)',
    ],
  ];
  for (const [given, env, sentence] of selling)
    it(`says what can be bought with ${given}`, async () => {
      const place = await mounted({}, env);
      try {
        for (const accept of ['text/html', 'text/markdown']) {
          const { text } = await ask(`${place.url}/about`, { headers: { accept } });
          for (const [, , said] of selling) expect(text.includes(said), `${accept}: ${said}`).to.equal(said === sentence);
        }
      } finally {
        await place.close();
      }
    });

  it('says how to opt out, where to complain and what is kept, in both forms', async () => {
    const place = await mounted({}, { AXPROOF_CONTACT: CONTACT, AXPROOF_ABUSE_CONTACT: 'mailto:abuse@axproof.example' });
    try {
      for (const accept of ['text/html', 'text/markdown']) {
        const { text } = await ask(`${place.url}/about`, { headers: { accept } });
        for (const said of [
          'User-agent: axproof',
          '/.well-known/axproof.json',
          'verification',
          'declined',
          'Complaints and take-downs: ',
          'abuse@axproof.example',
          'tombstone',
          'unsubscribe',
          'asked once more',
          'a ping to',
          'over at most six connections',
          'once robots.txt allows it',
        ])
          expect(text, accept).to.include(said);
      }
      const { text } = await ask(`${place.url}/.well-known/security.txt`);
      expect(text).to.include(`Contact: ${CONTACT}\nContact: mailto:abuse@axproof.example\n`);
    } finally {
      await place.close();
    }
  });
});
