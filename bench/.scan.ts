import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openapi } from '../src/views/openapi/view.ts';
const files: string[] = [];
const walk = (d: string) => { for (const f of readdirSync(d)) { const p = join(d, f); if (statSync(p).isDirectory()) walk(p); else if (/\.json$/.test(f)) files.push(p); } };
for (const d of process.argv.slice(2)) walk(d);
const codes = new Map<string, [number, string]>(); const fails = new Map<string, number>(); let slow: [number, string][] = []; let ops = 0, call = 0, none = 0;
for (const f of files) {
  const bytes = readFileSync(f);
  let doc: any; try { doc = JSON.parse(bytes.toString()); } catch { continue; }
  const t = performance.now();
  const r = openapi({ url: 'https://api.example/openapi.json', status: 200, headers: {}, bytes, truncated: false }, (n) => n === 'json' ? { ok: true, value: doc } : { ok: false, code: 'syntax' });
  slow.push([performance.now() - t, f + ' ' + bytes.length]);
  if (!r.ok) { fails.set(r.code, (fails.get(r.code) ?? 0) + 1); console.log(f, r); continue; }
  const v = r.value as any; ops += v.operations.length; call += v.operations.filter((o: any) => o.callable).length; if (v.operations.some((o:any)=>o.callable)) none++;
  for (const p of v.problems) { const c = codes.get(p.code) ?? [0, '']; codes.set(p.code, [c[0] + 1, c[1].length > 600 ? c[1] : c[1] + ' ' + f.split('/api/')[1] + '#' + p.place]); }
}
slow.sort((a, b) => b[0] - a[0]);
console.log(files.length, { ops, call, none }, Object.fromEntries(fails), slow.slice(0, 6));
for (const [c, [n, s]] of [...codes].sort((a, b) => b[1][0] - a[1][0])) console.log(c, n, s.slice(0, 500));
