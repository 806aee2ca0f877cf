// The probe graph: what needs what, heights, order, cycles.
import { expect } from 'chai';
import type { Pack, Rule, Source } from '../../src/contract/generated/types.ts';
import { namesOfPart, probeGraph, probeNames } from '../../src/pack/compiled/graph.ts';
import { parsePath } from '../../src/pack/compiled/path.ts';
import { ParsedTexts } from '../../src/pack/compiled/template.ts';

const NAMES: [string, string[]][] = [
  ['$.a.json', ['a']],
  ["$['a','b'].json", ['a', 'b']],
  ['$.tried.a[*]', ['a']],
  ["$.tried['a','b'][*]", ['a', 'b']],
  ["$['tried','c'].a", ['c', 'a']],
  ['$.run.nonce', []],
  ['$.item.href', []],
  ['$.self.json', []],
  ['$.each.item', []],
  ['$.env.x', []],
  ['$.row.x', []],
  ['$', []],
];

const SOURCES: [string, Source, string[]][] = [
  ['url', { get: '/{{ $.a.url }}' }, ['a']],
  ['select', { select: ['$.a.json', '$.b.json'], get: '{{ $.item }}' }, ['a', 'b']],
  ['when', { when: [{ not: { any: [{ select: '$.a' }, { all: [{ select: '$.tried.b[*]' }] }] } }], get: '/' }, ['a', 'b']],
  ['headers', { get: '/', headers: { x: '{{ $.a.url }}', y: { value: '{{ $.b.url }}', optional: true } } }, ['a', 'b']],
  ['accept', { get: '/', accept: '{{ $.a.type }}' }, ['a']],
  ['body', { post: '/', body: { x: [{ y: '{{ $.a.url }}' }] } }, ['a']],
  ['form', { post: '/', form: { x: '{{ $.a.url }}' } }, ['a']],
  [
    'repeat',
    {
      post: '/',
      repeat: {
        most: 2,
        merge: { url: '{{ $.a.url }}', headers: { x: '{{ $.b.url }}' }, body: { c: '{{ $.self.json.c }}{{ $.d.url }}' } },
      },
    },
    ['a', 'b', 'd'],
  ],
  [
    'equal and in',
    {
      when: [
        { select: '$.a', equal: '$.b' },
        { select: '$.a', in: { of: ['$.c'] } },
      ],
      get: '/',
    },
    ['a', 'b', 'c'],
  ],
];

type Probed = Pick<Pack, 'control' | 'probes'> & { rules: Pick<Rule, 'id' | 'probes'>[] };
const pack = (probes: Pack['probes'], rules: Probed['rules'] = []): Probed => ({ control: { get: '/{{ $.run.nonce }}' }, probes, rules });
const shape = (p: Probed): string[] => probeGraph(p).nodes.map((n) => `${n.name}@${n.height}<${n.uses.join()}`);

describe('probe graph', () => {
  for (const [path, names] of NAMES)
    it(`${path} goes through ${names.join() || 'no probe'}`, () => expect(probeNames(parsePath(path))).to.deep.equal(names));
  for (const [name, source, names] of SOURCES)
    it(`a source uses what its ${name} names`, () => expect(namesOfPart(source, new ParsedTexts())).to.have.members(names));

  it('has the longest way as height, and heights before positions', () => {
    const p = pack({
      z: { get: '/' },
      a: { get: '/{{ $.b.url }}' },
      b: { get: '/{{ $.z.url }}' },
      c: { eachOf: [{ get: '/{{ $.z.url }}' }, { get: '/{{ $.a.url }}' }] },
    });
    expect(shape(p)).to.deep.equal(['control@0<', 'z@0<', 'b@1<z', 'a@2<b', 'c@3<a,z']);
  });

  it('puts shared probes before those of rules, names in code-unit order, whatever the order of members', () => {
    const rules: Parameters<typeof pack>[1] = [
      { id: 'r1', probes: { x: { get: '/' }, B: { get: '/' } } },
      { id: 'r2', probes: { a: { get: '/' } } },
    ];
    expect(shape(pack({ m: { get: '/' }, k: { get: '/' } }, rules))).to.deep.equal(['control@0<', 'k@0<', 'm@0<', 'B@0<', 'x@0<', 'a@0<']);
    const { nodes } = probeGraph(pack({ m: { get: '/' } }, rules));
    expect(nodes.map((n) => n.owner)).to.deep.equal([null, null, 'r1', 'r1', 'r2']);
    expect(nodes.map((n) => n.position)).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('uses names of until and of probe-wide headers', () => {
    const p = pack({
      a: { get: '/' },
      b: { get: '/' },
      c: { firstOf: [{ get: '/' }], until: [{ select: '$.self.url', equal: '$.a.url' }], headers: { x: '{{ $.b.url }}' } },
    });
    expect(probeGraph(p).nodes.find((n) => n.name === 'c')?.uses).to.deep.equal(['a', 'b']);
  });

  it('gives each cycle once, and leaves out what stands on or above one', () => {
    const to = (name: string): { get: string } => ({ get: `/{{ $.${name}.url }}` });
    const graph = probeGraph(pack({ a: to('b'), b: to('c'), c: to('a'), d: to('a'), e: to('e'), f: { get: '/' } }));
    expect(graph.cycles).to.deep.equal([
      ['a', 'b', 'c', 'a'],
      ['e', 'e'],
    ]);
    expect(graph.nodes.map((n) => n.name)).to.deep.equal(['control', 'f']);
  });

  it('stays quick on long chains', () => {
    const probes = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, { get: i === 0 ? '/' : `/{{ $.p${i - 1}.url }}` }]));
    const { nodes } = probeGraph(pack(probes));
    expect(nodes.at(-1)).to.include({ name: 'p4999', height: 4999 });
  });
});
