import { Meter } from '../src/views/openapi/meter.ts';
import { conforms } from '../src/views/openapi/conform.ts';
let max = 0; let cur = 0; let calls = 0, maxCalls = 0;
Meter.prototype.enter = function (s: any, size: number) { cur += size + 8; calls++; max = Math.max(max, cur); maxCalls = Math.max(calls, maxCalls); };
Meter.prototype.leave = function (size: number) { cur -= size + 8; calls--; };
const run = (name: string, P: any, body: any) => {
  max = cur = calls = maxCalls = 0;
  const doc = { openapi: '3.0.3', info: {}, paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/P' } } } } } } } }, components: { schemas: { P } } };
  try { conforms((n) => ({ ok: true, value: doc }) as any, '/paths/~1a/get', { method: 'GET', source: { url: 'http://x/a', status: 200, headers: { 'content-type': 'application/json' }, bytes: new Uint8Array(2), truncated: false }, read: () => ({ ok: true, value: body }) as any }); console.log(name, 'no overflow', max, maxCalls); }
  catch (e) { console.log(name, String(e).slice(0, 60), { max, maxCalls }); }
};
const ref = { $ref: '#/components/schemas/P' };
run('small', { allOf: [ref] }, 1);
run('anyOf', { anyOf: [ref] }, 1);
run('100props', { type: 'object', properties: Object.fromEntries(Array.from({ length: 100 }, (_, i) => ['p' + i, { type: 'string', minLength: 3 }])), allOf: [ref] }, {});
run('1400props', { type: 'object', properties: Object.fromEntries(Array.from({ length: 1400 }, (_, i) => ['p' + i, { type: 'string' }])), allOf: [ref] }, {});
run('1400anyOf', { anyOf: [...Array.from({ length: 1400 }, (_, i) => ({ type: 'string', minLength: 1 })), ref] }, 1);
run('nestany', { anyOf: [{ anyOf: [{ anyOf: [{ anyOf: [{ oneOf: [ref] }] }] }] }] }, 1);
run('items', { items: { items: { items: { additionalProperties: { additionalProperties: false } } } }, allOf: [ref] }, 1);
run('required', { required: Array.from({ length: 150 }, (_, i) => 'p' + i), allOf: [ref] }, {});
