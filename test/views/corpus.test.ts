// Real documents of real sites: no view may crash or hang on one, and what each view says of the documents that it is made
// for stands in a reviewed golden file (UPDATE_GOLDEN=1 writes it anew).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Reading, ViewSource } from '../../src/contract/view.ts';
import { VIEW_NAMES } from '../../src/contract/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';
import { digest, FITTING } from './corpus-digest.ts';

const corpus = new URL('../../../shared/corpus/', import.meta.url);
const golden = new URL('../../fixtures/golden/corpus.json', import.meta.url);
/** Processor time of one view on one document; a busy machine must not fail the test. */
const MOST_SECONDS = 5;

/** Where our reading of a document differs from the folder that its suite put it in, and why that is right. */
const DIFFERENT: Readonly<Record<string, string>> = {
  '3.0__fail__duplicateRequired.yaml': 'a fault inside a schema, which is judged when an answer is held to it',
  '3.0__fail__invalidPattern.yaml': 'a fault inside a schema, which is judged when an answer is held to it',
  '3.0__pass__fiendish__ref-encoding2.yaml': 'a Swagger 2.0 document that refers to /components, where it has nothing',
  '3.0__pass__fuzz1__23827c62-76c5-4bf0-b756-7a038ddf718a.yaml': 'a version that is no semantic version',
  '3.0__pass__fuzz1__8331d5cd-c1fb-4c8c-b3e4-638c10fa4d80.yaml': 'a version that is no semantic version',
  '3.0__pass__gluecon__example1_from_._Different_requestbody.md.yaml': 'Swagger 2.0 with its version as a number',
};

interface Entry {
  kind: string;
  file: string;
}

function manifest(): Entry[] {
  const [, ...lines] = readFileSync(new URL('MANIFEST.tsv', corpus), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [kind = '', file = ''] = line.split('\t');
    return { kind, file };
  });
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.ya?ml$/, 'application/yaml'],
  [/\.txt$/, 'text/plain; charset=utf-8'],
  [/./, 'application/json'],
];

function source({ file }: Entry): ViewSource {
  const type = TYPES.find(([pattern]) => pattern.test(file))![1];
  const bytes = readFileSync(new URL(file.split('/').map(encodeURIComponent).join('/'), corpus));
  return { url: 'https://t.example/document', status: 200, headers: { 'content-type': type }, bytes, truncated: false };
}

interface Read {
  readings: Map<string, Reading>;
  slow: string[];
}

/** Reads a document with every view; each view alone, so that its time is its own. */
function readAll(from: ViewSource): Read {
  const out: Read = { readings: new Map(), slow: [] };
  for (const view of VIEW_NAMES) {
    const before = process.cpuUsage();
    out.readings.set(view, new AnswerReader({ ...from }).read(view));
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1e6 > MOST_SECONDS) out.slow.push(view);
  }
  return out;
}

describe('the corpus', () => {
  const present = existsSync(new URL('MANIFEST.tsv', corpus));
  const entries = present ? manifest() : [];
  const said: { [file: string]: { [view: string]: string } } = {};

  before(function () {
    if (present) return;
    console.log(`  skipped: ${fileURLToPath(corpus)} is absent`);
    this.skip();
  });

  for (const entry of entries) {
    it(`${entry.file} harms no view`, () => {
      const { readings, slow } = readAll(source(entry));
      expect(slow).to.deep.equal([]);
      for (const reading of readings.values()) JSON.stringify(reading);
      const fitting = FITTING[entry.kind];
      expect(fitting, `a kind that the test knows: ${entry.kind}`).to.be.an('array');
      said[entry.file] = Object.fromEntries(fitting!.map((view) => [view, digest(view, readings.get(view)!)]));
    });
  }

  for (const folder of ['pass', 'fail'] as const) {
    it(`finds what the suite of OpenAPI documents says, where they should ${folder}`, () => {
      const faultless = (text: string): boolean => text.endsWith('problems: none');
      const judged = Object.entries(said).filter(([file]) => file.includes(`__${folder}__`));
      const other = judged.filter(([, views]) => faultless(views.openapi!) !== (folder === 'pass')).map(([file]) => file);
      expect(judged).to.have.length.above(25);
      const known = Object.keys(DIFFERENT).filter((name) => name.includes(`__${folder}__`));
      expect(other.map((file) => known.find((name) => file.endsWith(name)) ?? file).sort()).to.deep.equal(known.sort());
    });
  }

  it('is read as the golden file says', () => {
    const sorted = Object.fromEntries(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, `${JSON.stringify(sorted, null, 2)}\n`);
    expect(sorted).to.deep.equal(JSON.parse(readFileSync(golden, 'utf8')));
  });
});
