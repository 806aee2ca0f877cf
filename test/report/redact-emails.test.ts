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
  it('whatever letters they have, and only as far as they go', () => {
    const table: [text: string, covered: string][] = [
      ['anna@müller.de, jürgen.müller@firma.de', 'xxxx@xxxxxx.de, xxxxxx.xxxxxx@xxxxx.de'],
      ['mail: иван@пример.рф, νίκος@example.gr', 'mail: xxxx@xxxxxx.рф, xxxxx@xxxxxxx.gr'],
      ['ivan@xn--e1afmkfd.xn--p1ai', 'xxxx@xx--xxxxxxxx.xn--p1ai'],
      ['anna@例え.jp', 'xxxx@xx.jp'],
      ['{"mail": "j\\u00fcrg\\u00FCn@m\\u00fcller.de\\u003e"}', '{"mail": "x\\u0078xx\\u0078x@x\\u0078xxxx.de\\u003e"}'],
      ['{"mail": "\\u0438\\u0432@\\u043f\\u0440.\\u0440\\u0444"}', '{"mail": "\\u0078\\u0078@\\u0078\\u0078.\\u0440\\u0444"}'],
      // Where no blanks stand between words, those beside an address are none of it.
      ['请联系anna@example.com获取更多', '请联系xxxx@xxxxxxx.com获取更多'],
      ['문의 anna@example.com으로', '문의 xxxx@xxxxxxx.com으로'],
      [`anna@example.com.${'ж'.repeat(30)}`, `xxxx@xxxxxxx.com.${'ж'.repeat(30)}`],
    ];
    for (const [text, covered] of table) {
      expect(textOf(text, true)).to.equal(covered);
      expect(covered).to.have.length(text.length);
    }
    for (const kept of ['请看@某某.公司', 'café @müller', 'info@müller.de', '"\\u00a0info@example.com"', 'пакет@1.2.3'])
      expect(textOf(kept, true)).to.equal(kept);
  });
  it('by the letters of ASCII alone where nobody has decoded the bytes', () => {
    const bytes = Buffer.from('\xc1\xaa\xd3\xdaanna@example.jp\xc8\xa1', 'latin1');
    const { base64 } = redact({ status: 200, headers: {}, body: { base64: bytes.toString('base64') } }, true).body!;
    expect(Buffer.from(base64!, 'base64').toString('latin1')).to.equal(bytes.toString('latin1').replace('anna@example', 'xxxx@xxxxxxx'));
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
