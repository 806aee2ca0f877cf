// Lines of a client on stdio: what is no message is taken out and refused once each, and every other line passes, wherever the pipe cuts.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { expect } from 'chai';
import { MessageLines } from '../../src/mounts/mcp/message-lines.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const NEXT = '{"jsonrpc":"2.0","id":"n","method":"tools/list","params":{"a":[1,\t[2]]}}';
type Refusal = [code: number, id: string | number | null];
const [PARSE, INVALID]: Refusal[] = [
  [-32700, null],
  [-32600, null],
];

const CASES: [what: string, lines: string | Buffer, passes: string, refusals: Refusal[]][] = [
  ['messages', `${PING}\n${NEXT}\n`, `${PING}\n${NEXT}\n`, []],
  ['blank lines', `\n \t\r\n${PING}\r\n\n`, `${PING}\r\n`, []],
  [
    'a notification and an answer',
    '{"jsonrpc":"2.0","method":"x"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n',
    '{"jsonrpc":"2.0","method":"x"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n',
    [],
  ],
  ['an answer of no known shape, which is not answered', '{"id":1,"error":5}\n', '{"id":1,"error":5}\n', []],
  ['a batch between two messages', `${PING}\n[${PING},${NEXT}]\n${NEXT}\n`, `${PING}\n${NEXT}\n`, [INVALID!]],
  ['two batches, one of them empty', `[]\n[${PING}]\n`, '', [INVALID!, INVALID!]],
  ['a batch behind blanks', ` \t [1]\r\n${PING}\n`, `${PING}\n`, [INVALID!]],
  ['what is no JSON', `no[t]\n${PING}\n{"jsonrpc":\n`, `${PING}\n`, [PARSE!, PARSE!]],
  ['a batch that is no JSON', '[{"jsonrpc":"2.0"\n', '', [PARSE!]],
  ['a byte-order mark', `\u{feff}${PING}\n`, '', [PARSE!]],
  ['what is no UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0x7d, 0x0a]), '', [PARSE!]],
  ['a member that stands twice', '{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}\n', '', [PARSE!]],
  ['JSON that is no object', '1\nnull\n"x"\n', '', [INVALID!, INVALID!, INVALID!]],
  ['an object that is no message', '{}\n{"jsonrpc":"2.0","id":"a","method":5}\n', '', [INVALID!, [-32600, 'a']]],
  ['another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}\n', '', [[-32600, 3]]],
  ['a list for params', '{"jsonrpc":"2.0","id":"b","method":"ping","params":[1]}\n', '', [[-32600, 'b']]],
  [
    'an id that is none',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}\n{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n{"jsonrpc":"2.0","id":1e400,"method":"ping"}\n',
    '',
    [INVALID!, INVALID!, INVALID!],
  ],
  ['a line that never ends', `${PING}\n[{"id":2},`, `${PING}\n`, []],
];

async function through(pieces: Iterable<string | Buffer>): Promise<[passed: string, refusals: Refusal[]]> {
  const out = new PassThrough();
  const lines = new MessageLines(out);
  const [passed, answered] = [text(lines), text(out)];
  for (const piece of pieces) lines.write(piece);
  lines.end();
  await passed;
  out.end();
  const answers = (await answered).split('\n').filter((line) => line !== '');
  return [
    await passed,
    answers.map((line) => JSON.parse(line)).map(({ jsonrpc, error, id }): Refusal => [jsonrpc === '2.0' ? error.code : 0, id]),
  ];
}

describe('lines on stdio', () => {
  for (const [what, lines, passes, refusals] of CASES)
    it(`knows ${what}`, async () => {
      const bytes = Buffer.from(lines);
      for (let size = 1; size <= bytes.length; size++) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
        expect(await through(pieces), `in pieces of ${size}`).to.deep.equal([passes, refusals]);
      }
    });

  it('refuses a line that is too long once, keeps nothing of it, and goes on behind it', async () => {
    const long = (length: number): string => `{"jsonrpc":"2.0","id":2,"method":"${'a'.repeat(length - 37)}"}\n`;
    const fits = long(STDIO_DEFAULT_MAX_BUFFER_SIZE);
    expect(fits).to.have.length(STDIO_DEFAULT_MAX_BUFFER_SIZE);
    const [passed, refusals] = await through([fits, long(STDIO_DEFAULT_MAX_BUFFER_SIZE + 1), 'x'.repeat(2 ** 20), `\n${PING}\n`]);
    expect(passed === `${fits}${PING}\n`).to.equal(true);
    expect(refusals).to.deep.equal([INVALID, PARSE]);
  });
});
