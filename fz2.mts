import { packAjv } from './src/pack/compiled/ajv-compiler.ts';
const a = packAjv({}, {allErrors:false});
console.log((a as any).RULES.rules.map((g:any)=>[g.type, g.rules.map((r:any)=>r.keyword).join(' ')]));
for (const s of [{prefixItems:[{type:'object'}],minItems:1},{prefixItems:[{type:'object'}],contains:{const:1}},{prefixItems:[{type:'object'}],contains:{}},{contains:{const:1},unevaluatedItems:false}]) console.log(JSON.stringify(s), a.compile(s as never)([]), a.compile(s as never)([1,2]));
