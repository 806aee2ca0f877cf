// The generator of the bench of lies: honest sites are honest, each lie contradicts what it says, and the same seed gives the same site.
// A validator that is not ours tells; the engine's own answer to lies is measured by the bench, not here.
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { parse } from 'yaml';
import { ANSWERS } from '../../bench/lies/classes/answers.ts';
import { BODIES } from '../../bench/lies/classes/bodies.ts';
import { KEYLESS } from '../../bench/lies/classes/keyless.ts';
import { chanceToMeet } from '../../bench/lies/expectation.ts';
import { grade } from '../../bench/lies/grade.ts';
import { liarsOf } from '../../bench/lies/lie.ts';
import { asTaggedYaml } from '../../bench/lies/marks.ts';
import { type Run, runAll } from '../../bench/lies/runs.ts';
import { type Ask, type Reply, replyTo } from '../../bench/lies/site.ts';
import {
  BLIND,
  bears,
  honestSite,
  LIES,
  lyingSite,
  MARKS,
  markedSite,
  type Operation,
  type Site,
  TWISTS,
  twistedSite,
} from '../../bench/lies/sites.ts';
import { holds, page, spots, summary } from '../../bench/lies/table.ts';
import { defaultPack } from '../../bench/parts/setup.ts';
import { WHOLE } from '../whole.ts';

const SEEDS = Array.from({ length: WHOLE ? 6 : 3 }, (_, seed) => seed);

/** What a client gets that calls the operation as the document's own examples say, and names its types. */
function called(site: Site, { key, spec }: Operation, before = 0): Reply {
  const url = new URL(key.replace(/^GET /, ''), site.origin);
  for (const { in: where, required, name, example } of spec.parameters ?? [])
    if (where === 'query' && required) url.searchParams.set(name, String(example));
  const accept = Object.values(spec.responses).flatMap(({ content }) => Object.keys(content ?? {}));
  const ask: Ask = { method: 'GET', url, headers: { accept: accept.join(', ') || '*/*' }, before, total: before };
  return replyTo(site, ask)!;
}

/** A validator that is not ours; documents of the engine's own tests show that the schemas themselves are valid. Many sites declare the same, and compiling it is most of the work. */
const validators = new Map<string, Ajv>();
const compiled = new Map<string, ValidateFunction>();

function validatorOf(line: string, components: string): Ajv {
  const key = line + components;
  const options = { strict: false, validateFormats: false, validateSchema: false, meta: false } as const;
  const known = validators.get(key) ?? (line === '3.1' ? (new Ajv2020(options) as unknown as Ajv) : new Ajv(options));
  if (!validators.has(key)) known.addSchema({ components: JSON.parse(components) }, 'document');
  validators.set(key, known);
  return known;
}

/** Of a schema of a site. Its references are those of the document, since it is read apart from it. */
function checkOf({ contract }: Site, schema: object): ValidateFunction {
  const [line, components] = [contract.openapi.slice(0, 3), JSON.stringify(contract.components ?? {})];
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
  const key = line + components + text;
  const known = compiled.get(key) ?? validatorOf(line, components).compile(JSON.parse(text));
  compiled.set(key, known);
  return known;
}

/** Whether an answer is one that the operation declares. */
function declared(site: Site, { spec }: Operation, reply: Reply): boolean {
  const status = String(reply.status ?? 200);
  const response = spec.responses[status] ?? spec.responses[`${status[0]}XX`] ?? spec.responses.default;
  if (!response) return false;
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const value = reply.headers?.[name.toLowerCase()];
    if (header.required && (value === undefined || (header.schema.type === 'integer' && !/^\d+$/.test(value)))) return false;
  }
  if (!response.content) return true;
  const type = (reply.type ?? (reply.json === undefined ? '' : 'application/json')).split(';')[0]!;
  const media = response.content[type];
  if (!media) return false;
  if (!type.endsWith('json')) return true;
  try {
    const json = reply.json === undefined ? JSON.parse(String(reply.body)) : reply.json;
    return checkOf(site, media.schema ?? {})(json);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const published = (site: Site): string =>
  JSON.stringify([site.contract, site.card, site.llms, site.profile, site.catalog, site.operations.map((one) => called(site, one))]);

/** Opened once: reading it and compiling its checks takes longer than most runs. */
const pack = defaultPack();

describe('the bench of lies', function () {
  this.timeout(60_000);

  it('has as many classes, marks and twists as were asked for, each with its own name', () => {
    for (const [list, least] of [
      [LIES, 40],
      [MARKS, 7],
      [TWISTS, 60],
    ] as const) {
      expect(list.length).to.be.at.least(least);
      expect(new Set(list.map(({ name }) => name)).size).to.equal(list.length);
    }
  });

  it('makes honest sites of every size: each operation answers as it is declared', () => {
    for (const seed of SEEDS)
      for (const size of [6, 12, 40]) {
        const site = honestSite(seed, size);
        expect(site.operations).to.have.length(size);
        const wrong = site.operations.filter((operation) => !declared(site, operation, called(site, operation)));
        expect(wrong.map(({ key }) => `${seed}: ${key}`)).to.deep.equal([]);
      }
    expect(honestSite(1, 200).operations).to.have.length(200);
  });

  it('makes the same site of the same seed, and another of another', () => {
    expect(published(honestSite(3, 12))).to.equal(published(honestSite(3, 12)));
    expect(published(honestSite(3, 12))).to.not.equal(published(honestSite(4, 12)));
    for (const lie of LIES) expect(published(lyingSite(5, 12, lie).site), lie.name).to.equal(published(lyingSite(5, 12, lie).site));
  });

  for (const mark of [undefined, ...MARKS])
    it(`tells every lie of an answer so that it contradicts its document, ${mark ? `marked ${mark.name}` : 'unmarked'}`, () => {
      const silent: string[] = [];
      for (const lie of [...BODIES, ...ANSWERS]) {
        if (mark && !bears(lie, mark)) continue;
        for (const seed of mark ? SEEDS.slice(0, 2) : SEEDS) {
          const { site, liars } = lyingSite(seed, 6, lie, mark);
          expect(liars).to.have.length(1);
          if (liars.some((liar) => declared(site, liar, called(site, liar)))) silent.push(`${lie.name} of seed ${seed}`);
        }
      }
      expect(silent).to.deep.equal([]);
    });

  for (const spot of BLIND)
    it(`tells ${spot.name} only where nothing is asked, and it is a lie there`, async () => {
      for (const seed of SEEDS.slice(0, WHOLE ? 3 : 1)) {
        const { site, liars } = lyingSite(seed, 12, spot);
        expect(liars).to.have.length(1);
        const [liar] = liars as [Operation];
        expect(declared(site, liar, called(site, liar)), `seed ${seed}, as it is asked`).to.equal(true);
        const { path, query, ...ask } = spot.meet(site, liar);
        const url = new URL(path ?? liar.key.replace(/^GET /, ''), site.origin);
        if (query) url.searchParams.set(...query);
        const plain: Ask = { method: 'GET', url, headers: { accept: 'application/json' }, before: 0, total: 0 };
        expect(declared(site, liar, replyTo(site, { ...plain, ...ask })!), `seed ${seed}, where it lies`).to.equal(false);
        expect((await grade(pack, site, seed)).blames, `seed ${seed}`).to.deep.equal([]);
      }
    });

  it('reports blind spots apart: they count neither as lies nor as honest', async () => {
    const plan = { classes: ['later-page'], twists: null, marks: null, sizes: [6], seeds: 2, whole: false };
    const runs = await runAll(pack, plan, () => {});
    expect(runs.map(({ of, caught }) => [of, caught])).to.deep.equal([
      ['blind', false],
      ['blind', false],
    ]);
    const { whole, twists } = summary(runs);
    expect([whole.runs, twists.runs]).to.deep.equal([0, 0]);
    expect(spots(runs)).to.deep.include({
      name: 'later-page',
      claim: BLIND[1]!.claim,
      contradicted: BLIND[1]!.contradicted,
      caught: 0,
      runs: 2,
    });
    const table = page(runs, { name: 'a/pack', version: '1.0.0', digest: 'sha256:00' });
    expect(table).to.include('## Blind spots').and.include('| later-page |').and.include('0 of 2');
  });

  it('leaves the other operations of a liar honest', () => {
    const size = WHOLE ? 40 : 13;
    for (const lie of [...BODIES, ...ANSWERS, ...KEYLESS]) {
      const { site, liars } = lyingSite(7, size, lie);
      if (lie.at === 'operation') expect(liars).to.have.length(liarsOf(size));
      const wrong = site.operations.filter((one) => !liars.includes(one) && !declared(site, one, called(site, one)));
      expect(wrong.map(({ key }) => `${lie.name}: ${key}`)).to.deep.equal([]);
    }
  });

  it('answers a repeated request alike, but where a class or a twist says that it changes', () => {
    const changes = /token|deploy|envelope-with-id|request-ids|mid-run/;
    const sites = [
      ...LIES.map((lie) => ({ name: lie.name, site: lyingSite(2, 12, lie).site })),
      ...TWISTS.map((twist) => ({ name: twist.name, site: twistedSite(2, 12, twist) })),
    ];
    for (const { name, site } of sites) {
      if (changes.test(name)) continue;
      for (const one of site.operations) expect(called(site, one, 40), `${name} ${one.key}`).to.deep.equal(called(site, one));
    }
  });

  it('spells YAML in other ways that mean the same document', () => {
    const spelt = TWISTS.filter(({ name }) => name.startsWith('yaml-'));
    expect(spelt).to.have.length.greaterThan(3);
    for (const twist of spelt) {
      const site = twistedSite(9, 12, twist);
      const text = site.write!(site.contract);
      const { 'x-answer': _, ...read } = parse(text, { merge: true }) as { info: { description?: string } } & Record<string, unknown>;
      delete read.info.description;
      expect(read, twist.name).to.deep.equal(site.contract);
      expect(text, twist.name).to.match(/!!|&\w|\*\w|<<|# /);
    }
    const site = honestSite(9, 12, { yaml: true });
    const tagged = asTaggedYaml(site.contract);
    expect(parse(tagged)).to.deep.equal(site.contract);
    expect(tagged).to.match(/!!str [\s\S]*\*\w/);
  });

  it('gives a plain honest site, and a marked one, its full grade', async () => {
    for (const seed of SEEDS.slice(0, 2)) {
      const outcome = await grade(pack, honestSite(seed, 6), seed);
      expect(outcome.grade, String(seed)).to.be.oneOf(['A', 'A+']);
      expect(outcome.blames).to.deep.equal([]);
    }
    for (const mark of MARKS) expect((await grade(pack, markedSite(1, 6, mark), 1)).blames, mark.name).to.deep.equal([]);
  });

  it('counts what a draw can meet', () => {
    expect(chanceToMeet(4, 1, 2)).to.be.closeTo(1 / 2, 1e-12);
    expect(chanceToMeet(5, 2, 2)).to.be.closeTo(1 - 3 / 10, 1e-12);
    expect(chanceToMeet(12, 1, 12)).to.equal(1);
    expect(chanceToMeet(40, 0, 12)).to.equal(0);
    expect(chanceToMeet(13, 2, 12)).to.equal(1);
  });

  it('runs what was named and sums up what was seen', async () => {
    const plan = { classes: ['missing-member'], twists: ['wall-nginx'], marks: ['paid'], sizes: [6], seeds: 2, whole: false };
    const seen: string[] = [];
    const runs = await runAll(pack, plan, (run) => void seen.push(`${run.of} ${run.name} ${run.mark}`));
    expect(seen).to.deep.equal([
      'lie missing-member plain',
      'lie missing-member plain',
      'lie missing-member paid',
      'twist wall-nginx plain',
      'twist wall-nginx plain',
    ]);
    const all = (change: Partial<Run>): Run[] => runs.map((run) => ({ ...run, ...change }));
    const caught = all({ conclusive: false }).map((run) => ({ ...run, caught: run.of === 'lie' }));
    expect(summary(caught)).to.deep.include({
      whole: { caught: 3, runs: 3 },
      twists: { blamed: 0, runs: 2 },
      hidden: { judged: 0, runs: 2 },
    });
    expect(holds(summary(caught))).to.equal(true);
    expect(holds(summary(caught.map((run) => ({ ...run, caught: true }))))).to.equal(false);
    expect(holds(summary(caught.map((run) => ({ ...run, caught: false }))))).to.equal(false);
    expect(holds(summary(caught.map((run) => ({ ...run, conclusive: true }))))).to.equal(false);
    const table = page(caught, { name: 'a/pack', version: '1.0.0', digest: 'sha256:00' });
    expect(table).to.include('| missing-member |').and.include('sha256:00').and.include('3 of 3');
  });
});
