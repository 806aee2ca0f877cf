// docs/security.md against the repository: every file and every title of a test that it names is there, and the defences that were taken away still stand.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Copy, type Defence, defences } from '../../bench/defences/removal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const page = read('docs/security.md');
const threats = page.slice(page.indexOf('## Threats'), page.indexOf('## What is not promised'));
const rows = [...threats.matchAll(/^\| (?!threat |---)(.*) \| (.*) \| (.*) \|$/gm)].map(([, threat = '', held = '', test = '']) => ({
  threat,
  held,
  test,
}));

/** Every test that a text names, file by file. */
const named = (text: string): [file: string, title: string][] =>
  [...text.matchAll(/`(test\/[^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']): [string, string] => [file, title]),
  );

const missing = (tests: readonly [string, string][]): string[] =>
  tests.filter(([file, title]) => !existsSync(`${root}${file}`) || !read(file).includes(title)).map(([file, title]) => `${file}: ${title}`);

/** The first of these rows is done in every run: it loads next to nothing. */
const QUICK = 'Keys of small order';

describe('docs/security.md', () => {
  it('has rows, each with what holds it and a test', () => {
    expect(rows.length).to.be.at.least(35);
    expect(rows.filter(({ test }) => named(test).length === 0).map(({ threat }) => threat)).to.deep.equal([]);
  });

  it('names files that are there', () => {
    const paths = [...page.matchAll(/`((?:src|test|bench|docs)\/[\w./-]+)`/g)].map(([, path]) => path as string);
    expect(paths.filter((path) => !existsSync(`${root}${path}`))).to.deep.equal([]);
  });

  it('names tests that are there', () => expect(missing(named(threats))).to.deep.equal([]));
});

describe('the defences that are taken away', () => {
  const place = ({ file, was }: Defence): number => read(file).split(was).length - 1;

  it('are twelve and more, each one place of one file', () => {
    expect(defences.length).to.be.at.least(12);
    expect(defences.filter((one) => place(one) !== 1).map(({ file, was }) => `${file}: ${was}`)).to.deep.equal([]);
  });

  it('are held by tests that the page names', () => {
    const tests = new Set(named(threats).map(([file]) => file));
    expect(defences.filter(({ test }) => !tests.has(test)).map(({ test }) => test)).to.deep.equal([]);
  });

  it('are all told on the page, with what came of it', () => {
    expect(defences.filter(({ threat }) => !page.includes(`| ${threat} |`)).map(({ threat }) => threat)).to.deep.equal([]);
  });

  it(`make a test fail where one is gone: ${QUICK}`, function () {
    this.timeout(120_000);
    const copy = new Copy();
    try {
      const found = copy.without(defences.find(({ threat }) => threat === QUICK) as Defence);
      expect(found.failures).to.be.greaterThan(0);
    } finally {
      copy.remove();
    }
  });
});
