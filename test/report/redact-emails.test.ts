// Which e-mail addresses are masked, however they are written, and what a mask leaves readable.
import { expect } from 'chai';
import { redact } from '../../src/report/redact.ts';

const textOf = (text: string, personal = false): string => redact({ status: 200, headers: {}, body: { text } }, personal).body!.text!;

describe('personal addresses', () => {
  it('only where they are asked for', () => {
    expect(textOf('jane.doe+1@mail.example.com')).to.equal('jane.doe+1@mail.example.com');
    expect(textOf('jane.doe+1@mail.example.com', true)).to.equal('xxxx.xxx+x@xxxx.xxxxxxx.com');
  });
  it('however the at sign is written', () => {
    const table: [text: string, covered: string][] = [
      ['href="/sent?to=jane.doe%40example.com&x=1"', 'href="/sent?to=xxxx.xxx%40xxxxxxx.com&x=1"'],
      ['mailto:jane%2Bnews%40mail.example.com', 'mailto:xxxx%2Bxxxx%40xxxx.xxxxxxx.com'],
      ['<a>jane&#64;example.com</a> <a>jane&#x40;example.com</a>', '<a>xxxx&#64;xxxxxxx.com</a> <a>xxxx&#x40;xxxxxxx.com</a>'],
      ['jane&commat;example.com, jane&#0064;example.com', 'xxxx&commat;xxxxxxx.com, xxxx&#0064;xxxxxxx.com'],
      ['{"mail": "jane\\u0040example.com"}', '{"mail": "xxxx\\u0040xxxxxxx.com"}'],
    ];
    for (const [text, covered] of table) expect(textOf(text, true)).to.equal(covered);
    for (const kept of ['/%40someone/x.html', 'https://cdn.example/%40scope/left%401.2.3/a', 'to=support%40example.com', 'a%40b', '40%40'])
      expect(textOf(kept, true)).to.equal(kept);
  });
  it('keeps JSON escapes before an address', () => {
    for (const before of ['\n', '\t', '\u0000', '"', '\\', '']) {
      const text = JSON.stringify({ mail: `${before}jane@example.com.` });
      const masked = textOf(text, true);
      expect(masked).to.not.equal(text);
      expect(JSON.parse(masked).mail).to.equal(`${before}xxxx@xxxxxxx.com.`);
    }
  });

  it('keeps an escape whole where the longest local part would begin inside it', () => {
    for (const sequence of ['\\u0001', '\\n', '\\\\'])
      for (let size = 55; size <= 66; size += 1) {
        const source = `["${sequence}${'a'.repeat(size)}@example.com"]`;
        expect(JSON.parse(textOf(source, true))[0], source).to.have.length(JSON.parse(source)[0].length);
      }
  });
});
