// The schemas of files that people write by hand: every member that one may have is explained, with an example that is valid there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';

type Node = { [key: string]: unknown };
interface Placed {
  file: string;
  pointer: string;
}

const folder = join(ROOT, 'schemas');
const FILES = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Node]),
);
const ROOTS = readdirSync(join(folder, 'files')).map((name) => ({
  name,
  schema: JSON.parse(readFileSync(join(folder, 'files', name), 'utf8')) as Node,
}));

const at = ({ file, pointer }: Placed): Node =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Node>((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')] as Node, FILES.get(file) as Node);

function target(ref: string, from: string): Placed {
  const [file = '', pointer = ''] = ref.split('#');
  return { file: file === '' ? from : file.replace('../', ''), pointer };
}

/** A keyword of a node, or of what it refers to where it does not have it. */
function resolved(place: Placed, keyword: string): unknown {
  const node = at(place);
  if (keyword in node || typeof node.$ref !== 'string') return node[keyword];
  return resolved(target(node.$ref, place.file), keyword);
}

/** Every member that can be reached from the roots, each once. */
function members(): Placed[] {
  const seen = new Set<string>();
  const out: Placed[] = [];
  const walk = (value: unknown, { file, pointer }: Placed): void => {
    const key = `${file}#${pointer}`;
    if (typeof value !== 'object' || value === null || seen.has(key)) return;
    seen.add(key);
    const { $ref, properties, examples: _, ...rest } = value as Node;
    if (typeof $ref === 'string') {
      const there = target($ref, file);
      walk(at(there), there);
    }
    for (const [name, one] of Object.entries((properties ?? {}) as Node)) {
      const place = { file, pointer: `${pointer}/properties/${name}` };
      out.push(place);
      walk(one, place);
    }
    for (const [name, one] of Object.entries(rest)) walk(one, { file, pointer: `${pointer}/${name}` });
  };
  for (const { schema } of ROOTS) {
    const there = target(String(schema.$ref), '');
    walk(at(there), there);
  }
  return out;
}

describe('schemas of files that people write', () => {
  const all = members();
  const named = ({ file, pointer }: Placed): string => `${file}#${pointer}`;

  it('are there for each kind of file, with a description of the whole', () => {
    expect(ROOTS.map(({ name }) => name).sort()).to.deep.equal([
      'cases.json',
      'pack.json',
      'rule.json',
      'suite.json',
      'target.json',
      'waivers.json',
    ]);
    for (const { name, schema } of ROOTS) expect(schema.description, name).to.match(/\S/);
    expect(all.length).to.be.above(150);
  });

  it('explain every member', () => {
    expect(all.filter((place) => !/\S{3}/.test(String(resolved(place, 'description') ?? ''))).map(named)).to.deep.equal([]);
  });

  it('show every member by an example that is valid there', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    for (const schema of FILES.values()) ajv.addSchema(schema);
    const wrong = all.flatMap((place) => {
      const examples = resolved(place, 'examples');
      if (!Array.isArray(examples) || examples.length === 0) return [`${named(place)}: none`];
      const validate = ajv.compile({ $ref: named(place) });
      return examples
        .filter((one) => !validate(one))
        .map((one) => `${named(place)}: ${JSON.stringify(one)}: ${ajv.errorsText(validate.errors)}`);
    });
    expect(wrong).to.deep.equal([]);
  });
});
