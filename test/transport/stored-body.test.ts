// What a body is stored as: the bytes come back, and its JSON is never much longer than the bytes.
import { expect } from 'chai';
import { bodyBytes } from '../../src/contract/answer-body.ts';
import { storedBody } from '../../src/transport/stored-body.ts';

describe('a stored body', () => {
  const rows: [string, string | Buffer, 'text' | 'base64'][] = [
    ['text', 'Grüße, 😀', 'text'],
    ['nothing', '', 'text'],
    ['lines and tabs alone', '\r\n\t\f\b'.repeat(100), 'text'],
    ['a page with a NUL in it', `<p>${'x'.repeat(100)}\0`, 'text'],
    ['quotes alone', '"'.repeat(100), 'text'],
    ['as many control characters as base64 costs', `${'\x1b'}${'x'.repeat(14)}`, 'text'],
    ['one more', `${'\x1b'}${'x'.repeat(13)}`, 'base64'],
    ['zeros', Buffer.alloc(1000), 'base64'],
    ['UTF-16', Buffer.from('text', 'utf16le'), 'base64'],
    ['no UTF-8', Buffer.from([0xff, 0x41]), 'base64'],
  ];
  for (const [what, content, form] of rows)
    it(`of ${what} is ${form}`, () => {
      const bytes = Buffer.from(content as string);
      const body = storedBody(bytes);
      expect(Object.keys(body)).to.deep.equal([form]);
      expect(Buffer.compare(bodyBytes({ body }), bytes)).to.equal(0);
      expect(JSON.stringify(body).length).to.be.at.most(2 * bytes.length + 30);
    });
});
