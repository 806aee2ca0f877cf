// All mutants of a pack, or a drawn share of them. What is written once, with an anchor, is changed everywhere at once and counts once.
import { createHash } from 'node:crypto';
import { below } from '../../json/pointer.ts';
import { isOfPart, type Part } from '../cases/part.ts';
import { type PackSource, placeText } from '../cases/source.ts';
import type { Mutant, MutantEdit } from './mutant.ts';
import { ofBands, ofProbe, ofRule } from './of-rule.ts';
import { ofSchema } from './of-schema.ts';

export interface MutantChoice {
  /** Ids of the rules that are asked for; all of the pack's own unless given, with what they share. */
  rule?: readonly string[];
  seed: number;
  /** 0 … 1 */
  share: number;
  part?: Part;
}

function editsOf({ pack, own, owns }: PackSource, { rule }: MutantChoice): MutantEdit[] {
  const { rules, probes = {}, schemas = {} } = pack.document;
  const ofRules = rules.flatMap((one, i) =>
    (rule ? rule.includes(one.id) : own.has(one.id)) ? ofRule({ ...one }, below('/rules', i)) : [],
  );
  if (rule) return ofRules;
  return [
    ...ofRules,
    ...Object.entries(probes).flatMap(([name, probe]) => ofProbe({ ...probe }, below('/probes', name))),
    ...Object.entries(schemas).flatMap(([name, schema]) => ofSchema(schema, below('/schemas', name))),
    ...ofBands(pack.document),
  ].filter(({ pointer }) => owns(pointer));
}

/** The rule's id in place of its index, which changes with the order of rules. */
const nameByRule = (pointer: string, ids: readonly string[]): string =>
  pointer.replace(/^\/rules\/(\d+)/, (_, index: string) => ids[Number(index)] ?? index);

/** 0 … 1, by the seed and the mutant alone. */
export const chance = (seed: number, name: string): number =>
  createHash('sha256').update(`${seed}:${name}`).digest().readUInt32BE() / 2 ** 32;

export function mutantsOf(source: PackSource, choice: MutantChoice): Mutant[] {
  const ids = source.pack.document.rules.map(({ id }) => id);
  const groups = new Map<string, MutantEdit[]>();
  for (const edit of editsOf(source, choice)) {
    // What is added has no place of its own: that of what it is added to.
    const place = source.place(edit.pointer);
    const key =
      place.line === 0
        ? edit.pointer
        : `${placeText(place)} ${edit.pointer.slice(edit.pointer.lastIndexOf('/'))} ${edit.operator} ${edit.detail}`;
    groups.set(key, [...(groups.get(key) ?? []), edit]);
  }
  return [...groups.values()]
    .map((edits): Mutant => {
      const [{ pointer, operator, detail }] = edits as [MutantEdit];
      return {
        operator,
        edits,
        name: `${nameByRule(pointer, ids)} ${operator}${detail === '' ? '' : ` ${detail}`}`,
        at: placeText(source.place(pointer)),
      };
    })
    .filter(({ name }) => choice.share >= 1 || chance(choice.seed, name) < choice.share)
    .filter((_, i) => isOfPart(i, choice.part));
}
