// The jsonrpc view: which message is the response, in both framings, and what hostile streams cost.
import { expect } from 'chai';
import fc from 'fast-check';
import { jsonrpc } from '../../src/views/jsonrpc.ts';
import { code, type Made, reading, value } from './answer.ts';

const SSE = { 'content-type': 'text/event-stream; charset=utf-8' };
const result = (more: object = {}): object => ({ jsonrpc: '2.0', id: 1, result: { tools: [] }, ...more });
const note = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };
const ask = { jsonrpc: '2.0', id: 7, method: 'sampling/createMessage', params: {} };
const event = (data: unknown, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const json = (body: unknown): Made => ({ body: { json: body } });
const sse = (body: string, more: Partial<Made> = {}): Made => ({ headers: SSE, body, ...more });

describe('jsonrpc', () => {
  const READ: [string, Made, object][] = [
    ['a result', json(result()), { id: 1, result: { tools: [] }, notifications: 0, responses: 1, framing: 'json', modern: false }],
    ['a null result', json({ jsonrpc: '2.0', id: 'a', result: null }), { id: 'a', result: null }],
    [
      'an error',
      json({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'no', data: [1], x: 1 } }),
      { error: { code: -32601, message: 'no', data: [1] } },
    ],
    ['a result with a null id', json(result({ id: null })), { id: null }],
    ['an id that is a number in a text', json(result({ id: '1' })), { id: '1' }],
    [
      'a response before half a character, however the stream ended',
      sse('', { body: Buffer.concat([Buffer.from(event(result())), Buffer.from([0x64, 0xe2, 0x82])]) }),
      { id: 1 },
    ],
    ['a modern result', json(result({ result: { resultType: 'complete' } })), { modern: true }],
    ['a discovery', json(result({ result: { supportedVersions: ['2026-07-28'] } })), { modern: true }],
    ['a modern error', json({ jsonrpc: '2.0', id: 1, error: { code: -32022, message: 'no', data: {} } }), { modern: true }],
    ['a batch', json([note, ask, result(), note]), { id: 1, notifications: 2, responses: 1 }],
    ['two responses, the first', json([result({ id: 3 }), result({ id: 4 })]), { id: 3, responses: 2 }],
    ['a stream', sse(event(note) + event(result())), { id: 1, notifications: 1, framing: 'sse' }],
    ['a named event', sse(event(result(), 'message')), { id: 1 }],
    [
      'other events and comments',
      sse(`: hello\n\n${event('/messages?x', 'endpoint')}id: 1\ndata:\n\n${event(ask)}${event(result())}`),
      { id: 1, notifications: 0 },
    ],
    ['data in several lines', sse(`data: {"jsonrpc":"2.0",\ndata:"id":1,\ndata: "result":{}}\n\n`), { id: 1, result: {} }],
    ['CR LF', sse(`data: ${JSON.stringify(result())}\r\n\r\n`), { id: 1 }],
    ['CR', sse(`data: ${JSON.stringify(result())}\r\r`), { id: 1 }],
    ['a BOM', sse(`\ufeff${event(result())}`), { id: 1 }],
    ['a batch in an event', sse(event([note, result()])), { notifications: 1, id: 1 }],
    ['a broken event beside the response', sse(event('{"jsonrpc"') + event(result())), { id: 1 }],
    ['a response before the cut', sse(`${event(result())}data: {"js`, { truncated: true }), { id: 1 }],
    [
      'a response before a cut character',
      sse('', { body: Buffer.concat([Buffer.from(event(result())), Buffer.from([0xe2, 0x82])]), truncated: true }),
      { id: 1 },
    ],
  ];
  for (const [name, made, expected] of READ) it(`reads ${name}`, () => expect(value(jsonrpc, made)).to.deep.include(expected));

  const REFUSED: [string, Made, string][] = [
    ['an empty body', { body: '' }, 'empty'],
    ['an empty stream', sse(''), 'empty'],
    ['no JSON', { body: '<html>' }, 'syntax'],
    ['plain JSON', json({ ok: true }), 'shape'],
    ['version 1', json({ id: 1, result: {}, error: null }), 'shape'],
    ['both result and error', json(result({ error: { code: 1, message: 'x' } })), 'shape'],
    ['a request', json(ask), 'shape'],
    ['notifications alone', json([note]), 'shape'],
    ['an object as id', json(result({ id: {} })), 'shape'],
    ['a result without id', json({ jsonrpc: '2.0', result: {} }), 'shape'],
    ['an error without code', json({ jsonrpc: '2.0', id: 1, error: { message: 'x' } }), 'shape'],
    ['an error as text', json({ jsonrpc: '2.0', id: 1, error: 'x' }), 'shape'],
    ['a batch in a batch', json([[result()]]), 'shape'],
    ['an unfinished event', sse(`data: ${JSON.stringify(result())}\n`), 'shape'],
    ['a stream of nothing', sse('data: \n\n: x\n\n'), 'shape'],
    ['a stream of text', sse(event('hello')), 'syntax'],
    ['depth', sse(event('['.repeat(1000))), 'too-deep'],
    ['depth beside text', sse(event('hello') + event('['.repeat(1000))), 'too-deep'],
    ['a cut stream', sse('data: {"jsonrpc"', { truncated: true }), 'cut'],
    ['Latin-1', sse('', { body: Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xe4, 0x0a, 0x0a]) }), 'charset'],
    ['an event stream without its type', { body: event(result()) }, 'syntax'],
    ['a member of the prototype', json(JSON.parse('{"__proto__":{"jsonrpc":"2.0","id":1,"result":{}}}')), 'shape'],
  ];
  for (const [name, made, expected] of REFUSED) it(`refuses ${name}`, () => expect(code(jsonrpc, made)).to.equal(expected));

  it('gives an error without an id none', () =>
    expect(value(jsonrpc, json({ jsonrpc: '2.0', error: { code: -32700, message: 'no' } }))).to.not.have.property('id'));

  it('is certain of the response of a stream that is still open, and of nothing that is counted', () => {
    const found = reading(jsonrpc, sse(`${event(note)}${event(result())}: still here\n`, { truncated: true }));
    expect(found).to.deep.include({ ok: true, ends: [] });
    expect(found.ok && found.places).to.deep.equal([
      { path: ['notifications'], why: 'cut' },
      { path: ['responses'], why: 'cut' },
    ]);
  });

  it('carries open places over from the document', () => {
    const places = [
      { path: [1, 'result', 'n'], why: 'inexact' as const },
      { path: [0, 'params'], why: 'redacted' as const },
      { path: [1, 'other'], why: 'redacted' as const },
      { path: [1, 'notifications'], why: 'redacted' as const },
    ];
    const found = reading(jsonrpc, { ...json([note, result()]), places });
    expect(found.ok && found.places).to.deep.equal([{ path: ['result', 'n'], why: 'inexact' }]);
    const whole = reading(jsonrpc, { ...json([result()]), places: [{ path: [], why: 'redacted' }] });
    expect(whole.ok && whole.places).to.deep.equal([{ path: [], why: 'redacted' }]);
  });

  it('names numbers of a stream that no double holds', () => {
    const found = reading(jsonrpc, sse('data: {"jsonrpc":"2.0","id":1,"result":{"n":12345678901234567890}}\n\n'));
    expect(found.ok && found.places).to.deep.equal([{ path: ['result', 'n'], why: 'inexact' }]);
  });

  for (const end of ['\n', '\r\n', '\r']) {
    it(`names what was masked in a stream with ${JSON.stringify(end)}`, () => {
      const masked = (body: string, more: object = {}): unknown => {
        const start = body.indexOf('xxxx');
        const redactions = [{ where: 'body' as const, start, end: start + 4, kind: 'token' as const }];
        const found = reading(jsonrpc, sse(body, { redactions, ...more }));
        return found.ok && found.places;
      };
      const before = `: ä${end}${end}data: {"jsonrpc":"2.0","method":"x"}${end}${end}`;
      const answer = (text: string): string => `data: {"jsonrpc":"2.0","id":1,"result":{"a":1,"t":"${text}"}}${end}${end}`;
      expect(masked(before + answer('xxxx'))).to.deep.equal([{ path: ['result', 't'], why: 'redacted' }]);
      expect(masked(`event: other${end}data: xxxx${end}${end}${answer('y')}`)).to.equal(undefined);
      const torn = answer('xxxx').replace(',"id"', `,${end}data: "id"`);
      expect(masked(before + torn)).to.deep.include.members([
        { path: ['id'], why: 'redacted' },
        { path: ['result', 't'], why: 'redacted' },
      ]);
    });
  }

  const MiB = 1024 * 1024;
  const FLOODS: [string, string, string][] = [
    ['carriage returns', '\r'.repeat(8 * MiB), 'shape'],
    ['line feeds and one carriage return', `${'\n'.repeat(8 * MiB)}\r`, 'shape'],
    ['data lines', 'data\n'.repeat(MiB), 'shape'],
    ['events', 'data:1\n\n'.repeat(MiB), 'too-large'],
    ['one line', `data:${'x'.repeat(8 * MiB)}`, 'shape'],
    ['one field', 'x'.repeat(8 * MiB), 'shape'],
    ['a batch', `data:[${'1,'.repeat(200_000)}1]\n\n`, 'too-large'],
  ];
  for (const [name, body, expected] of FLOODS) {
    it(`is not slowed by ${name}`, () => {
      expect(code(jsonrpc, sse(body))).to.equal(expected);
    });
  }

  it('never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('data: ', '\n', '\r', 'event: message\n', ':', JSON.stringify(result())),
    );
    const body = fc.array(text, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        body,
        fc.boolean(),
        fc.boolean(),
        (text, stream, truncated) => void reading(jsonrpc, { body: text, truncated, headers: stream ? SSE : {} }),
      ),
    );
    fc.assert(fc.property(fc.uint8Array(), (body) => void reading(jsonrpc, { body, headers: SSE })));
    const keys = fc.constantFrom('jsonrpc', 'id', 'result', 'error', 'method', 'code', '__proto__');
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('2.0', 1, null, -32022),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keys, tie('value')),
      ),
    })).value;
    fc.assert(fc.property(values, (body) => void reading(jsonrpc, { body: { json: body } })));
  });
});
