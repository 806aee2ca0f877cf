// Lists of targets: one a line, CSV, NDJSON; what is no target is told with its line.
import { expect } from 'chai';
import { readList } from '../../src/run/census/read-list.ts';
import { expectLinear } from '../whole.ts';

const read = (text: string, allowPrivate = false): [string[], [number, string][]] => {
  const { targets, left } = readList(text, allowPrivate);
  return [targets.map(({ origin }) => origin), left.map(({ line, why }) => [line, why])];
};
const A = 'https://a.com';
const B = 'https://b.org';

describe('a list of targets', () => {
  const forms: [string, string, string[]][] = [
    ['a target a line', 'a.com\nb.org\n', [A, B]],
    ['a byte order mark, CRLF, blank lines and comments', '\ufeff# of today\r\n\r\na.com\r\n  b.org  \r\n', [A, B]],
    ['no line feed at the end', 'a.com\nb.org', [A, B]],
    ['origins beside names', 'https://a.com/\nB.ORG.', [A, B]],
    ['CSV without a header, ranks before names', '1,a.com\n2,b.org', [A, B]],
    ['CSV by its header', 'rank,domain,note\n1,a.com,c.net\n2,"b.org","x, y"', [A, B]],
    ['of several columns the name that comes first in the list of names', 'url,Target\nc.net,a.com\nc.net,b.org', [A, B]],
    ['of several members the same', '{"url":"c.net","target":"a.com"}\n{"host":"c.net","domain":"b.org"}', [A, B]],
    ['a header alone', 'Domain\na.com\nb.org', [A, B]],
    ['semicolons and tabs', 'host;rank\na.com;1\n"b.org";2', [A, B]],
    ['tabs', '1\ta.com\n2\tb.org', [A, B]],
    ['NDJSON', '{"target":"a.com"}\n{"domain":"b.org","rank":2}', [A, B]],
    ['scores of every kind before names', '0.93,a.com\n-2,b.org\n"1,000",c.net', [A, B, 'https://c.net']],
    ['decimal commas between semicolons', 'rank;score;domain\n1;0,95;a.com\n2;0,90;b.org', [A, B]],
    ['decimal commas without a header', '1;0,95;a.com\n2;0,90;b.org', [A, B]],
    ['commas in names between semicolons', 'name;domain\nSmith, c.net;a.com\n"Acme; Inc.";b.org', [A, B]],
    ['commas and semicolons between tabs', 'name\tdomain\nAcme, Inc.; c.net\ta.com\nB\tb.org', [A, B]],
    ['semicolons in names between commas', 'name,domain\nSmith; c.net,a.com\n"c.net;d.net",b.org', [A, B]],
    ['a header whose names have other delimiters', '"score, old";domain\n1;a.com\n2;b.org', [A, B]],
    ['quotes in cells that begin with none', 'name,domain\nIt is 5" wide,a.com\n"a ""b"", c",b.org', [A, B]],
    ['quotes and commas between tabs', 'name\tdomain\nIt is 5" wide\ta.com\nAcme, Inc.\tb.org', [A, B]],
    ['forms side by side', 'a.com\n{"url":"https://b.org"}', [A, B]],
    ['names of other scripts', 'bücher.example.com\n', ['https://xn--bcher-kva.example.com']],
  ];
  for (const [name, text, wanted] of forms) it(`reads ${name}`, () => expect(read(text)).to.deep.equal([wanted, []]));

  const faults: [string, RegExp][] = [
    ['not a name', /^`?not a name.*no spaces/],
    ['https://a.com/path', /no path/],
    ['{"target": 7}', /no member .*target/],
    ['{"target": "a.com"', /not JSON/],
    ['1,2,3', /no cell/],
    ['"a.com', /no row of CSV/],
    ['8.8.8.8', /by its name/],
    ['127.0.0.1:8080', /private/],
    ['http://10.0.0.1', /private/],
    ['a.com', /line 1 already/],
    ['https://user@a.com', /user information/],
    ['https://user:hunter2@a.com', /^"?…@a\.com"?: .*user information/],
    ['7,user:hunter2@a.com', /^"?…@a\.com"?: .*user information/],
    ['https://user:hun ter2@a.com', /^"?…@a\.com"?: .*spaces/],
    ['x.onion', /public DNS/],
  ];
  for (const [line, why] of faults)
    it(`leaves ${line} out, and says why`, () => {
      const [targets, [left, ...more]] = read(`a.com\n\n${line}\nb.org`);
      expect([targets, more, left?.[0]]).to.deep.equal([[A, B], [], 3]);
      expect(left?.[1]).to.match(why);
    });

  it('leaves a line of megabytes out in no time', () => {
    const long = ['a'.repeat(2_000_000), `"${'a,'.repeat(500_000)}`, `{"target": "${'a'.repeat(2_000_000)}"}`, '@'.repeat(2_000_000)];
    expectLinear(() => {
      for (const line of long) expect(read(`a.com\n${line}`)[1].map(([at]) => at)).to.deep.equal([2]);
    });
  });

  it('says of UTF-16, as spreadsheets export it, what it is', () => {
    for (const order of ['\ufeff', '\ufffe']) {
      const utf16 = Buffer.from(`${order}domain\r\na.com\r\n`, 'utf16le');
      expect(() => read(utf16.toString('utf8')))
        .to.throw(/UTF-16.*UTF-8/)
        .with.property('code', 'bad-data');
    }
  });

  it('takes private targets where they are allowed', () => {
    expect(read('127.0.0.1:8080\nhttp://10.0.0.1', true)).to.deep.equal([['http://127.0.0.1:8080', 'http://10.0.0.1'], []]);
  });
});
