// A judge that lies, in the place of the real child: it serves as that does, and changes what it says by the title of the spec ("lie: …").
import { writeSync } from 'node:fs';
import { pipePort } from '../../../src/gate/containment/pipe-port.ts';
import type { FromChild, ToChild } from '../../../src/gate/containment/protocol.ts';
import { serve } from '../../../src/gate/containment/serve.ts';

type Loose = { [member: string]: unknown };
type Turn = Extract<FromChild, { is: 'turn' }>['turn'];
type Result = Extract<FromChild, { is: 'result' }>;

let lie = '';

const first = (turn: Turn, change: (sending: Turn['send'][number]) => unknown): void => {
  const own = turn.send.find((s) => !s.request.url.endsWith('/robots.txt'));
  if (own) Object.assign(own, change(own));
};

const rekeyed = (sending: Turn['send'][number], request: Loose): Loose => {
  const { method, url, headers, body } = { ...sending.request, ...request } as {
    method: string;
    url: string;
    headers: { [name: string]: string };
    body?: string;
  };
  const list = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  const tail = sending.key.slice(sending.key.lastIndexOf('['));
  return {
    request: { method, url, headers, ...(body === undefined ? {} : { body }) },
    key: `${JSON.stringify([method, url, list, body ?? null])}${tail}`,
  };
};

const IN_TURNS: { [lie: string]: (turn: Turn) => void } = {
  'another host': (turn) => first(turn, (s) => rekeyed(s, { url: 'http://elsewhere.example/' })),
  'a file': (turn) => first(turn, (s) => rekeyed(s, { url: 'file:///etc/passwd' })),
  'a DELETE': (turn) => first(turn, (s) => rekeyed(s, { method: 'DELETE' })),
  'a tool call': (turn) =>
    first(turn, (s) =>
      rekeyed(s, {
        method: 'POST',
        headers: { ...s.request.headers, 'content-type': 'application/json' },
        body: '{"id":1,"jsonrpc":"2.0","method":"tools/call"}',
      }),
    ),
  'a ping to nobody': (turn) =>
    first(turn, (s) =>
      rekeyed(s, {
        method: 'POST',
        headers: { ...s.request.headers, 'content-type': 'application/json' },
        body: '{"id":1,"jsonrpc":"2.0","method":"ping"}',
      }),
    ),
  'a Host header': (turn) => first(turn, (s) => rekeyed(s, { headers: { ...s.request.headers, host: 'elsewhere.example' } })),
  'a header of two lines': (turn) => first(turn, (s) => rekeyed(s, { headers: { ...s.request.headers, 'x-a': 'b\r\nc: d' } })),
  'a false key': (turn) => first(turn, (s) => ({ key: `${s.request.method} ${s.key}` })),
  'the same again': (turn) => turn.send.push(...turn.send),
  'a redirect that was none': (turn) => first(turn, () => ({ hop: 1 })),
  'too many bytes': (turn) => first(turn, () => ({ bytes: 1e9 })),
  'unknown members': (turn) => Object.assign(turn, { eval: '1' }),
  'a flood of requests': (turn) =>
    first(turn, (s) => {
      for (let i = 0; i < 66; i++) turn.send.push({ ...s, ...rekeyed(s, { url: `${s.request.url}?${i}` }) } as never);
      return {};
    }),
  'another check': (turn) => {
    for (const check of turn.checks) Object.assign(check, { id: 'no-such-rule' });
  },
};

const IN_RESULTS: { [lie: string]: (result: Result) => void } = {
  'another digest in the verdict': ({ verdict }) => Object.assign(verdict.pack, { digest: `sha256:${'0'.repeat(64)}` }),
  'another target': ({ verdict }) => Object.assign(verdict, { target: 'http://elsewhere.example' }),
  'another seed': ({ verdict }) => Object.assign(verdict, { seed: verdict.seed + 1 }),
  'another engine': ({ verdict }) => Object.assign(verdict, { engine: '99' }),
  'points out of nowhere': ({ verdict }) => Object.assign(verdict.score, { points: 100 }),
  'a check changed later': ({ verdict }) =>
    Object.assign(verdict.checks[0] ?? {}, { verdict: 'pass', points: 1, reason: { code: 'pass', text: 'better' } }),
  'no checks': ({ verdict }) => Object.assign(verdict, { checks: [], score: { points: 0, outOf: 0 } }),
  'half a character': ({ verdict }) => Object.assign(verdict.checks[0] ?? {}, { title: '\ud800' }),
  'an exchange left out': ({ outline }) => {
    outline.keys.pop();
    outline.evidence.exchanges.pop();
  },
  'an exchange twice': ({ outline }) => {
    outline.keys.push(outline.keys[0] as string);
    outline.evidence.exchanges.push(outline.evidence.exchanges[0] as never);
  },
  'another request in the evidence': ({ outline }) => Object.assign(outline.evidence.exchanges.at(-1)?.request ?? {}, { method: 'HEAD' }),
  'a final URL of its own': ({ outline }) => Object.assign(outline.evidence.exchanges.at(-1) ?? {}, { url: 'http://elsewhere.example/' }),
  'a site of its own': ({ outline }) => Object.assign(outline.evidence.sites, { 'elsewhere.example': 'elsewhere.example' }),
  'an environment of its own': ({ outline }) => Object.assign(outline.evidence, { env: { a: 1 } }),
};

const RAW: { [lie: string]: () => void } = {
  'no JSON': () => void writeSync(1, Buffer.from([0, 0, 0, 2, 0x7b, 0x7b])),
  'no UTF-8': () => void writeSync(1, Buffer.from([0, 0, 0, 3, 0x22, 0xff, 0x22])),
  'an endless message': () => void writeSync(1, Buffer.from([0xff, 0xff, 0xff, 0xff])),
  'two answers': () => void writeSync(1, Buffer.concat([said({ is: 'started' }), said({ is: 'started' })])),
  'an unknown code': () => void writeSync(1, said({ is: 'refused', code: 'internal', message: '\u001b[2J', details: [] })),
  'an end': () => process.exit(0),
  'a crash': () => process.abort(),
  'a flood': () => {
    for (;;) writeSync(1, Buffer.alloc(65_536, 0x20));
  },
  'a hang': () => {
    for (;;);
  },
  'a hunger': () => {
    const held: Buffer[] = [];
    for (;;) held.push(Buffer.alloc(1024 * 1024, 1));
  },
};

function said(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

serve({
  read() {
    const message: ToChild | undefined = pipePort.read();
    if (message?.do === 'load') lie = /"title":"lie: ([^"]*)"/.exec(message.text)?.[1] ?? '';
    if (message?.do === 'start') RAW[lie]?.();
    return message;
  },
  write(message) {
    if (message.is === 'turn') IN_TURNS[lie]?.(message.turn);
    if (message.is === 'result') IN_RESULTS[lie]?.(message);
    if (message.is === 'loaded' && lie === 'another digest') message.digest = `sha256:${'0'.repeat(64)}`;
    pipePort.write(message);
  },
});
