import fc from 'fast-check';
import { anySchema, anyValue, judge } from './test/random-schemas.ts';
import { packAjv } from './src/pack/compiled/ajv-compiler.ts';
const N = Number(process.argv[2]), seed = Number(process.argv[3] ?? 1);
const seen = new Map<string, [string, number]>();
const put = (k: string, t: string) => { const o = seen.get(k); if (!o || t.length < o[0].length) seen.set(k, [t, (o?.[1] ?? 0) + 1]); else o[1]++; };
const schemas = fc.sample(anySchema.filter(s=>/unevaluated/.test(JSON.stringify(s)) && !/contains/.test(JSON.stringify(s))), { numRuns: N, seed }); const values = fc.sample(anyValue, { numRuns: 40, seed });
let ajvs: any = {};
schemas.forEach((s, i) => {
  if (i % 300 === 0) ajvs = { f: packAjv({}, { allErrors: false }), t: packAjv({}, { allErrors: true }) };
  for (const all of ['f', 't']) {
    let v: any;
    try { v = ajvs[all].compile(s); } catch (e) { put(`${all} compile ${(e as Error).message.slice(0, 24)}`, JSON.stringify(s)); continue; }
    for (const x of values) {
      let got: any;
      try { got = v(x); } catch (e) { put(`${all} run ${(e as Error).message.slice(0, 24)}`, JSON.stringify(s) + ' ' + JSON.stringify(x)); continue; }
      const want = judge(s, x).valid;
      if (got !== want) put(`${all} got ${got} ${/unevaluatedI/.test(JSON.stringify(s))} ${/unevaluatedP/.test(JSON.stringify(s))}`, JSON.stringify(s) + ' ' + JSON.stringify(x));
    }
  }
});
for (const [k, v] of seen) console.log(v[1], k, v[0].slice(0, 600));
