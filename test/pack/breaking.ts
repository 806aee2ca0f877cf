// How the tables of broken packs break the good one.

import type { FindingCode } from '../../src/pack/finding.ts';
import { ALPHA, ENGINE_LINE, type Files, good, PACK, ruleWith } from './folder.ts';

export type Case = [name: string, files: Files, file: string, at: string, code: FindingCode, text?: RegExp];

export const pack = (from: string | RegExp, to: string): Files => ({ ...good, 'pack.yaml': PACK.replace(from, to) });
export const alpha = (from: string | RegExp, to: string): Files => ({ ...good, 'alpha.yaml': ALPHA.replace(from, to) });
export const assertion = (text: string): Files => ({ ...good, 'alpha.yaml': ruleWith(text) });
export const probe = (text: string): Files => pack(/$/, `  extra: ${text}\n`);
/** A pack with one entry of challenges, or of another list of marks, below its eighth line. */
export const marks = (entry: string, list = 'challenges'): Files => pack('schemas:', `${list}:\n - ${entry}\nschemas:`);
/** A pack with consent and more probes. */
export const writing = (probes: string): Files => ({
  ...good,
  'pack.yaml': `${PACK.replace(ENGINE_LINE, `${ENGINE_LINE}\nconsent: writes`)}  ${probes}\n`,
});
export const schema = (text: string): Files => assertion(`  - {select: $.doc, else: dead, schema: ${text}}\n`);
export const post = (text: string): Files => probe(`{select: "$.doc.json.m", take: 1, post: "{{ $.item }}", ${text}}`);
