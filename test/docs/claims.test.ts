// docs/claims.md against the rules: every reason of an honesty rule is told under its rule and no other, and every word by which a claim is left out.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Rule } from '../../src/contract/generated/types.ts';
import { packAt } from '../packs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/claims.md`, 'utf8');
const packs = readdirSync(`${root}rules`)
  .filter((name) => statSync(`${root}rules/${name}`).isDirectory())
  .map((name) => packAt(`${root}rules/${name}`));

/** Rules that cap, each once: a pack that extends another one has the same. */
const honesty = new Map(
  packs.flatMap(({ document }) => document.rules.filter((rule) => rule.cap !== undefined).map((rule) => [rule.id, rule])),
);
const rules = new Map(packs.flatMap(({ document }) => document.rules.map((rule) => [rule.id, rule])));

const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);
const sectionOf = (title: string): string => sections.get(title) ?? '';
const firstColumn = (text: string): Set<string> => new Set([...text.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((m) => m[1] as string));
const quoted = (text: string): Set<string> => new Set([...text.matchAll(/`([A-Za-z0-9_:/.#-]+)`/g)].map((m) => m[1] as string));

/** Codes by which an assertion can fail, those of findings without a verdict apart. */
function failing(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(failing);
  if (typeof value !== 'object' || value === null || (value as { level?: string }).level === 'should') return [];
  const { else: code, all, any, not } = value as { else?: string; all?: unknown; any?: unknown; not?: unknown };
  return [...(code === undefined ? [] : [code]), ...failing(all), ...failing(any), ...failing(not)];
}

/** Every `because` of a rule's coverage. */
const because = ({ coverage = [] }: Rule): string[] =>
  coverage.flatMap(({ notAskable = [], untold = [] }) => [...notAskable, ...untold].map((one) => one.because));

/** Relations that a source leaves out, by the shape in which rules say so. */
function excluded(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { rel } = value as { rel?: { not?: { enum?: string[] } } };
  return [...(rel?.not?.enum ?? []), ...Object.values(value).flatMap(excluded)];
}

describe('docs/claims.md', () => {
  it('knows the honesty rules', () => {
    expect(honesty.size).to.be.at.least(4);
    expect([...honesty.keys()].filter((id) => !sections.has(id))).to.deep.equal([]);
  });

  for (const [id, rule] of honesty) {
    describe(id, () => {
      it('has a row for every reason that it can fail with, and for no other', () => {
        expect([...firstColumn(sectionOf(id))].sort()).to.deep.equal([...new Set(failing(rule.assert))].sort());
      });

      it('names every other reason', () => {
        const told = quoted(sectionOf(id));
        const words = new Set(because(rule));
        expect(Object.keys(rule.reasons).filter((code) => !told.has(code) && !words.has(code))).to.deep.equal([]);
      });

      it('says at which grade it caps', () => expect(sectionOf(id)).to.contain(`Caps at ${rule.cap} `));
    });
  }

  it('explains every word by which a claim is left out, and no other', () => {
    const words = new Set([...honesty.values()].flatMap(because));
    expect([...firstColumn(sectionOf('What cannot be told'))].sort()).to.deep.equal([...words].sort());
  });

  it('names every relation that is no claim', () => {
    const relations = new Set(
      packs.flatMap(({ document }) => excluded({ rel: { not: document.schemas?.['not-to-read'] }, probes: document.probes })),
    );
    expect(relations.size).to.be.greaterThan(0);
    const told = quoted(sectionOf('claims-exist'));
    expect([...relations].filter((rel) => !told.has(rel))).to.deep.equal([]);
  });

  it('names reasons of scored checks that exist', () => {
    const text = sectionOf('Contradictions that cost a point');
    const groups = [...text.matchAll(/((?:`[a-z-]+`(?:, | and )?)+)\s+\(([a-z0-9-]+)\)/g)];
    expect(groups.length).to.be.greaterThan(0);
    for (const [, codes = '', id = ''] of groups)
      for (const code of quoted(codes)) expect(Object.keys(rules.get(id)?.reasons ?? {}), `${id}: ${code}`).to.include(code);
  });
});
