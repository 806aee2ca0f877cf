// A judge that lies, in the place of the real child: it serves as that does, and changes what it says by the title of the spec ("lie: …").
import { writeSync } from 'node:fs';
import { pipePort } from '../../../src/gate/containment/pipe-port.ts';
import type { FromChild, ToChild } from '../../../src/gate/containment/protocol.ts';
import { serve } from '../../../src/gate/containment/serve.ts';

type Loose = { [member: string]: unknown };
type Step = Extract<FromChild, { is: 'step' }>['step'];
type Asked = Step['asks'][number];
type Result = Extract<FromChild, { is: 'result' }>;

let lie = '';

const first = (step: Step, change: (ask: Asked) => Loose): void => {
  const [own] = step.asks;
  if (own) Object.assign(own, change(own));
};

const other = (ask: Asked, request: Loose): Loose => ({ request: { ...ask.request, ...request } });
const posts = (ask: Asked, body: Loose): Loose =>
  other(ask, { method: 'POST', headers: { ...ask.request.headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
const headed = (ask: Asked, headers: { [name: string]: string }): Loose => other(ask, { headers: { ...ask.request.headers, ...headers } });

const IN_STEPS: { [lie: string]: (step: Step) => void } = {
  'another host': (step) => first(step, (ask) => other(ask, { url: 'http://elsewhere.example/' })),
  'a file': (step) => first(step, (ask) => other(ask, { url: 'file:///etc/passwd' })),
  'a URL that is not plain': (step) => first(step, (ask) => other(ask, { url: `${ask.request.url}#x` })),
  'a DELETE': (step) => first(step, (ask) => other(ask, { method: 'DELETE' })),
  'a GET with a body': (step) => first(step, (ask) => other(ask, { body: '{}' })),
  'a tool call': (step) => first(step, (ask) => posts(ask, { id: 1, jsonrpc: '2.0', method: 'tools/call' })),
  'a ping to nobody': (step) => first(step, (ask) => posts(ask, { id: 1, jsonrpc: '2.0', method: 'ping' })),
  'a Host header': (step) => first(step, (ask) => headed(ask, { host: 'elsewhere.example' })),
  'a credential': (step) => first(step, (ask) => headed(ask, { authorization: 'Bearer x' })),
  'a header of two lines': (step) => first(step, (ask) => headed(ask, { 'x-a': 'b\r\nc: d' })),
  'a key of its own': (step) => first(step, () => ({ key: 'GET' })),
  'a redirect of its own': (step) => first(step, () => ({ hop: 1 })),
  'a robots.txt of its own': (step) => first(step, () => ({ fresh: 'robots' })),
  'the same again': (step) => step.asks.push(...step.asks),
  'another number': (step) => first(step, () => ({ ticket: 7 })),
  'too many bytes': (step) => first(step, () => ({ bytes: 1e9 })),
  'a secret that nobody named': (step) => first(step, () => ({ secret: ['$.self.text'], placeholder: `secret-${'0'.repeat(24)}` })),
  'time for cleanup': (step) => first(step, () => ({ cleanup: true })),
  'half a character in a name': (step) => first(step, () => ({ name: '\ud800' })),
  'unknown members': (step) => Object.assign(step, { eval: '1' }),
  'a flood of bytes': (step) => flood(step, 200, { bytes: 1024 * 1024 }),
  'a flood of requests': (step) => flood(step, 700, { bytes: 1 }),
  'a flood of asks': (step) => flood(step, 2000, { bytes: 1 }),
  'a talk without end': (step) => step.unsent.push({ name: 'home', code: 'unresolved', detail: 'x'.repeat(7 * 1024 * 1024) }),
  'another check': (step) => {
    for (const check of step.checks) Object.assign(check, { id: 'no-such-rule' });
  },
};

function flood({ asks }: Step, most: number, more: Loose): void {
  const [ask] = asks;
  for (let i = asks.length; ask && i < most; i++)
    asks.push({ ...ask, ...more, ticket: i, request: { ...ask.request, url: `${ask.request.url}?${i}` } });
}

/** A result holds a verdict alone: there is no place for evidence in it. */
const evidence =
  (more: Loose): ((result: Result) => void) =>
  (result) =>
    void Object.assign(result, { outline: { evidence: more, keys: [] } });

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
  'evidence of its own': evidence({ exchanges: [], env: { a: 1 }, sites: { 'elsewhere.example': 'elsewhere.example' } }),
};

/** What a child makes of the records that it was sent, which is all that it has of the evidence. */
type Next = Extract<ToChild, { do: 'next' }>;
/** Of the page that the rule looks at. */
const records = (change: (record: Loose) => void) => (message: Next) => {
  for (const one of message.received) if ('record' in one && one.record?.url.endsWith('.example/')) change(one.record as Loose);
};
const IN_ITS_MIND: { [lie: string]: (message: Next) => void } = {
  'another answer': records((record) => Object.assign(record, { answer: { status: 200, headers: {}, body: { text: 'better' } } })),
  'no answer': records((record) => Object.assign(record, { answer: { failure: { code: 'timed-out' } } })),
  'another request in its mind': records((record) =>
    Object.assign(record, { request: { method: 'HEAD', url: 'http://elsewhere.example/', headers: {} } }),
  ),
  'a final URL of its own': records((record) => Object.assign(record, { url: 'http://elsewhere.example/' })),
  'a redirect in its mind': records((record) => Object.assign(record, { redirects: [{ url: 'http://elsewhere.example/', answer: {} }] })),
  'an exchange twice': ({ received }) => void received.push(...received),
};

const RAW: { [lie: string]: () => void } = {
  'no JSON': () => void writeSync(1, Buffer.from([0, 0, 0, 2, 0x7b, 0x7b])),
  'no UTF-8': () => void writeSync(1, Buffer.from([0, 0, 0, 3, 0x22, 0xff, 0x22])),
  'an endless message': () => void writeSync(1, Buffer.from([0xff, 0xff, 0xff, 0xff])),
  'two answers': () => void writeSync(1, Buffer.concat([said({ is: 'started', surfaces: [] }), said({ is: 'started', surfaces: [] })])),
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
    if (message?.do === 'next') IN_ITS_MIND[lie]?.(message);
    if (message?.do === 'placed' && lie === 'a site of its own') message.domain = 'elsewhere.example';
    return message;
  },
  write(message) {
    if (message.is === 'step') IN_STEPS[lie]?.(message.step);
    if (message.is === 'started' && lie === 'surfaces of its own') message.surfaces.push('http://elsewhere.example/x', '/', 'no URL');
    if (message.is === 'result') IN_RESULTS[lie]?.(message);
    if (message.is === 'loaded' && lie === 'another digest') message.digest = `sha256:${'0'.repeat(64)}`;
    pipePort.write(message);
  },
});
