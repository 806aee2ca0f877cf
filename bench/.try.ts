import { conforms } from '../src/views/openapi/conform.ts';
const enc = new TextEncoder();
const mk = (doc: any, body: any, o: any = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const d = { ok: true, value: doc } as any;
  return conforms((n) => (n === 'json' ? d : { ok: false, code: 'syntax' }), '/paths/~1a/get', {
    method: 'GET', source: { url: 'http://x/a', status: 200, headers: { 'content-type': 'application/json' }, bytes: enc.encode(text), truncated: false, ...o },
    read: (n) => { try { return { ok: true, value: JSON.parse(text), places: o.places } as any; } catch { return { ok: false, code: 'syntax' } as any; } } });
};
const doc = (schema: any, version = '3.0.3', components: any = {}) => ({ openapi: version, info: { title: 't', version: '1' }, paths: { '/a': { get: { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } } } }, components: { schemas: components } });
const show = (name: string, r: any) => console.log(name, JSON.stringify(r));
show('ok', mk(doc({ type: 'object', required: ['id'], properties: { id: { type: 'integer' }, s: { type: 'string', nullable: true } } }), { id: 1, s: null }));
show('bad', mk(doc({ type: 'object', required: ['id', 'z'], properties: { id: { type: 'integer' }, s: { type: 'string' } } }), { id: 'x', s: null }));
show('ref', mk(doc({ type: 'array', items: { $ref: '#/components/schemas/P', nullable: true } }, '3.0.3', { P: { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/P' }, e: { enum: ['x', 'y'] } } } }), [{ a: { a: { e: 'q' } } }]));
show('cycle', mk(doc({ $ref: '#/components/schemas/P' }, '3.0.3', { P: { allOf: [{ $ref: '#/components/schemas/P' }] } }), 1));
show('lookaround', mk(doc({ type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^(?=x)' } } }), { a: 'y' }));
show('lookaround+fault', mk(doc({ type: 'object', required: ['a', 'b'], properties: { a: { type: 'string', pattern: '^(?=x)' } } }), { a: 'y' }));
show('neg', mk(doc({ not: { pattern: '^(?=x)' } }), 'y'.replace(/.*/, '"y"')));
show('nullable-bare', mk(doc({ type: 'object', properties: { p: { nullable: true, allOf: [{ $ref: '#/components/schemas/P' }] } } }, '3.0.3', { P: { type: 'object' } }), { p: null }));
show('nullable-bare-bad', mk(doc({ type: 'object', properties: { p: { nullable: true, allOf: [{ $ref: '#/components/schemas/P' }] } } }, '3.0.3', { P: { type: 'object' } }), { p: 3 }));
show('uneval', mk(doc({ allOf: [{ $ref: '#/components/schemas/P' }], unevaluatedProperties: false }, '3.1.0', { P: { type: 'object', properties: { a: { type: 'integer' } } } }), { a: 1 }));
show('uneval-bad', mk(doc({ allOf: [{ $ref: '#/components/schemas/P' }], unevaluatedProperties: false }, '3.1.0', { P: { type: 'object', properties: { a: { type: 'integer' } } } }), { a: 1, b: 2 }));
show('anyOf', mk(doc({ anyOf: [{ type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } }, { type: 'null' }] }, '3.1.0'), { a: { b: 1 } }));
show('ex', mk(doc({ type: 'number', minimum: 3, exclusiveMinimum: true }), '3'));
show('mult', mk(doc({ type: 'number', multipleOf: 0.01 }), '19.99'));
// explosion
const S: any = {}; for (let i = 0; i < 60; i++) S['S' + i] = { anyOf: [{ $ref: '#/components/schemas/S' + (i + 1) }, { $ref: '#/components/schemas/S' + (i + 1) }] }; S.S60 = { type: 'string' };
let t = performance.now(); show('explode', mk(doc({ $ref: '#/components/schemas/S0' }, '3.0.3', S), '1')); console.log(performance.now() - t);
t = performance.now(); show('5000', mk(doc({ anyOf: Array.from({ length: 5000 }, (_, i) => ({ type: 'object', required: ['x' + i] })) }), { x4999: 1 })); console.log(performance.now() - t);
t = performance.now(); show('1400', mk(doc({ anyOf: Array.from({ length: 1400 }, (_, i) => ({ type: 'object', required: ['x' + i] })) }), { x4999: 1 })); console.log(performance.now() - t);
t = performance.now(); show('1400p', mk(doc({ type: 'object', properties: Object.fromEntries(Array.from({ length: 1400 }, (_, i) => ['p' + i, { type: 'object', properties: { a: { type: 'string', minLength: 1 } } }])) }), Object.fromEntries(Array.from({ length: 1400 }, (_, i) => ['p' + i, { a: 'x' }])))); console.log(performance.now() - t);
// deep recursion bodies
let deep: any = { v: 1 }; for (let i = 0; i < 62; i++) deep = { c: deep, v: 1 };
t = performance.now(); show('deep', mk(doc({ $ref: '#/components/schemas/T' }, '3.0.3', { T: { type: 'object', properties: { c: { $ref: '#/components/schemas/T' }, ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => ['q' + i, { type: 'string' }])), v: { type: 'integer' } } } }), deep)); console.log(performance.now() - t);
t = performance.now(); show('bigarray', mk(doc({ type: 'array', items: { $ref: '#/components/schemas/T' } }, '3.0.3', { T: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, n: { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' } } } }), Array.from({ length: 3000 }, (_, i) => ({ id: i, n: '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f' })))); console.log(performance.now() - t);
t = performance.now(); show('unique', mk(doc({ type: 'array', uniqueItems: true }), Array.from({ length: 100000 }, (_, i) => ({ id: i })))); console.log(performance.now() - t);
t = performance.now(); show('allbad', mk(doc({ type: 'array', items: { $ref: '#/components/schemas/T' } }, '3.0.3', { T: { type: 'string' } }), Array.from({ length: 200000 }, (_, i) => i))); console.log(performance.now() - t);
