// docs/rules/coverage.md against the packs: every rule that it names is there, and every check of another grader has an answer.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { packAt } from '../packs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/rules/coverage.md`, 'utf8');

const rules = new Set(
  readdirSync(`${root}rules`)
    .filter((name) => statSync(`${root}rules/${name}`).isDirectory())
    .flatMap((name) => packAt(`${root}rules/${name}`).document.rules.map(({ id }) => `${id} (${name})`)),
);

/** Grader, check and answer of every row. */
const rows = page
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const grader = section.slice(0, section.indexOf('\n'));
    const cells = [...section.matchAll(/^\| (?!check |---)(.+?) \| (.+?) \| (.+?) \|$/gm)];
    return cells.map(([, check = '', , answer = '']) => ({ grader, check: check.replaceAll('`', ''), answer }));
  });

/** Rules that an answer names; a word in code marks without a pack is no rule, and not allowed there. */
const named = (answer: string): string[] => [...answer.matchAll(/`([^`]+)`(?: (\([a-z-]+\)))?/g)].map(([, id, pack]) => `${id} ${pack}`);

describe('docs/rules/coverage.md', () => {
  it('has every check of the four graders once', () => {
    const counts = Object.fromEntries(
      [...new Set(rows.map((row) => row.grader))].map((g) => [g, rows.filter((row) => row.grader === g).length]),
    );
    expect(counts).to.deep.equal({ isitagentready: 20, AFDocs: 23, agentgrade: 15, Lighthouse: 7 });
    expect(new Set(rows.map(({ grader, check }) => `${grader} ${check}`)).size).to.equal(rows.length);
  });

  it('names rules that are there', () => {
    expect(rows.flatMap(({ answer }) => named(answer)).filter((rule) => !rules.has(rule))).to.deep.equal([]);
  });

  it('says why where no rule answers', () => {
    const silent = rows.filter(
      ({ answer }) => named(answer).length === 0 && !/^none(: \S|\. Waits)|^the controls of every pack/.test(answer),
    );
    expect(silent.map(({ check }) => check)).to.deep.equal([]);
  });
});
