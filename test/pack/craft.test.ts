// What pack lint says of a pack that loads and yet comes to nothing, that the bundled packs are free of it, and that it knows every member of every view.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { VIEW_NAMES, type ViewName, type ViewShape } from '../../src/contract/view.ts';
import { VIEW_MEMBERS } from '../../src/contract/view-members.ts';
import { formatFinding } from '../../src/pack/finding.ts';
import { loadPack } from '../../src/pack/load.ts';
import { bundledNames, bundledPack } from '../../src/run/bundled.ts';
import { exploreTarget } from '../../src/run/run.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixtureOrigin } from '../../src/transport/fixture/routes.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { AnswerReader } from '../../src/views/reader.ts';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';
import { source } from '../views/source.ts';
import { type Files, good, loadFiles, PACK, ruleWith, withFolder } from './folder.ts';

const options = { craft: true };

const sound: Files = {
  'pack.yaml': PACK.replace('doc: {get', 'doc: {redirects: 3, get').replace('schemas:\n  words: {type: string, pattern: "\\\\S"}\n', ''),
  'alpha.yaml': ruleWith('').replace(
    /assert:\n(?: {2}.*\n)*/,
    'assert:\n  - {select: $.doc.json, else: missing}\n  - {select: "$.list[*].outcome", schema: {const: found}, else: dead}\n',
  ),
};

describe('pack lint, beyond what keeps a pack from loading', () => {
  it('says nothing of a sound pack', () => expect(loadFiles(sound, options).findings.map(formatFinding)).to.deep.equal([]));

  it('keeps nobody from running a pack', () => {
    expect(loadFiles(good, options).findings).to.not.deep.equal([]);
    expect(loadFiles(good).findings).to.deep.equal([]);
  });

  it('says nothing of what comes from a pack that is extended', () => {
    const files = { ...Object.fromEntries(Object.entries(good).map(([name, text]) => [`base/${name}`, text])) };
    const own = 'name: test/own\nversion: 1.0.0\ntitle: Own\nengine: "2"\nextends: {pack: ../base}\n';
    withFolder({ ...files, 'own/pack.yaml': own }, (root) => {
      expect(loadPack(join(root, 'own'), options).findings.map(formatFinding)).to.deep.equal([]);
    });
  });

  for (const name of bundledNames())
    it(`says nothing of ${name}`, () => {
      const { findings } = loadPack(join(ROOT, 'rules', name), { ...options, bundled: bundledPack });
      expect(findings.map(({ file, ...rest }) => formatFinding({ file: basename(file), ...rest }))).to.deep.equal([]);
    });
});

/** Members that stand in a value and not in the shape. */
function strangers(value: unknown, shape: ViewShape, at: string): string[] {
  if (shape === null || value === null || typeof value !== 'object') return [];
  if (Array.isArray(value))
    return Array.isArray(shape) ? value.flatMap((one) => strangers(one, shape[0] as ViewShape, `${at}[]`)) : [`${at} is a list`];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = !Array.isArray(shape) && Object.hasOwn(shape, name) ? (shape as { [name: string]: ViewShape })[name] : undefined;
    return known === undefined ? [`${at}.${name}`] : strangers(inner, known, `${at}.${name}`);
  });
}

/** Documents for views, beside what targets answer: of what no bundled pack asks for, and of what no target shows. */
const BODIES: { readonly [view in ViewName]?: string } = {
  robots: 'User-agent: *\nContent-Usage: /docs/ train-ai=y\nDisallow: /private/\nSitemap: /more.xml\n',
};

function holds(view: ViewName, value: unknown): void {
  const unknown = strangers(value, VIEW_MEMBERS[view], view);
  expect(unknown, 'what src/contract/view-members.ts does not have').to.deep.equal([]);
}

describe('members of views', () => {
  it('are those that every view gives of the answers of three targets and of BODIES', async function () {
    this.timeout(60_000);
    const seen = new Set<string>();
    const asked = { good: 'ax', meadow: 'agent-ready', interfaces: 'mcp' };
    for (const [name, rules] of Object.entries(asked)) {
      const target = loadFixture(join(ROOT, 'fixtures/targets', `${name}.yaml`));
      const pack = packAt(join(ROOT, 'rules', rules));
      const { interpreter } = await exploreTarget(pack, { target: fixtureOrigin(target), seed: 1 }, { transport: fixture(target) });
      for (const { record } of interpreter.scope().observed?.().exchanges ?? [])
        for (const view of VIEW_NAMES) {
          const reading = record.read(view);
          if (!reading.ok) continue;
          seen.add(view);
          holds(view, reading.value);
        }
    }
    for (const [view, body] of Object.entries(BODIES) as [ViewName, string][]) {
      const reading = new AnswerReader(source(body)).read(view);
      if (!reading.ok) throw new Error(`BODIES: the view ${view} does not read its document: ${reading.code}`);
      seen.add(view);
      holds(view, reading.value);
    }
    const unseen = [...VIEW_NAMES].filter((view) => !seen.has(view));
    expect(unseen, 'views that no answer shows: put a document for each into BODIES of this file').to.deep.equal([]);
  });

  const page = readFileSync(join(ROOT, 'docs/views.md'), 'utf8');
  const named = (shape: ViewShape): string[] => {
    if (shape === null) return [];
    if (Array.isArray(shape)) return named(shape[0] as ViewShape);
    return Object.entries(shape).flatMap(([name, inner]) => [name, ...named(inner)]);
  };
  for (const [view, shape] of Object.entries(VIEW_MEMBERS))
    it(`of ${view} are all described, in its row or its section of docs/views.md`, () => {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${view}\` |`)) ?? '';
      const section = page.split(/^## /m).find((one) => one.startsWith(`${view}\n`)) ?? '';
      const missing = [...new Set(named(shape))].filter((name) => !new RegExp(`\\b${name}\\b`).test(row + section));
      expect(missing).to.deep.equal([]);
    });
});
