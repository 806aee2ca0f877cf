// What the loader says of a pack: the closed table of finding codes, and how a finding is printed. It decides nothing.
import { quote, visible } from '../contract/quote.ts';
import type { PlacePart } from './read/positions.ts';

/** Every code with what it means; docs/packs.md prints this table. */
export const FINDINGS = {
  // The folder and its files.
  unreadable: 'A file or folder cannot be read, or is larger than a pack may be.',
  'unexpected-file': 'The folder holds something else than pack.yaml and one <rule id>.yaml a rule, or a link that leads out of it.',
  'file-name': 'A rule file is not named after its rule id.',
  syntax: 'The file is not readable as YAML 1.2 or JSON.',
  'too-deep': 'Values are nested deeper than 64.',
  'too-large': 'Aliases unfold into too many values.',
  'duplicate-key': 'A member stands twice in one object.',
  'bad-key': 'A member name is not text, or is __proto__ or a merge key (<<).',
  'bad-value': 'A value has no place in JSON: a tag, .inf, .nan, a lone surrogate, or an integer beyond 2^53-1.',
  // The shape: schemas/*.json.
  'unknown-member': 'The member is not part of the language here.',
  'missing-member': 'A member that is needed is not there.',
  'wrong-type': 'The value is of another type than the language has here.',
  'wrong-value': 'The value is none that the language has here.',
  'wrong-kind':
    'Of several members exactly one may stand here: the kind of an assertion, the method of a source, points or cap, take or sample, body or form, under or before.',
  'over-ceiling': 'The value is beyond a hard ceiling, which no pack can raise.',
  'engine-mismatch': 'The pack needs another engine.',
  // Names and the graph.
  'bad-path': 'The path is not of the path language.',
  'bad-template': 'The template cannot be read.',
  'unknown-name': 'The path begins with a name that means nothing where it stands.',
  'unknown-member-of-exchange':
    'An exchange has no such member or view, or the probe is a list where one exchange is named (or the other way round).',
  'foreign-probe': 'The probe belongs to another rule.',
  'probe-twice': 'Two probes have the same name.',
  'reserved-name': 'The name is one that paths already use, or the code of a reason one that the engine gives itself.',
  cycle: 'Probes need one another in a circle.',
  // Probes and requests.
  'bad-control': 'The control must be made of plain GET requests for paths that cannot exist.',
  'bad-challenge': 'The marks of a challenge fit an ordinary answer too, or say too little to tell one.',
  'idle-member': 'The member has no effect where it stands.',
  unbounded: 'Nothing bounds how many requests the selection stands for.',
  'over-limits': "The worst case of all probes is beyond the pack's limits.",
  'forbidden-method': 'A POST without consent goes only to a declared MCP endpoint, with the handshake or a */list method.',
  'needs-consent': 'The pack may do this only with consent: writes.',
  'forbidden-header': 'The header is not for a pack to set.',
  'bad-url': 'A literal URL is a path on the target, beginning with one /; a template is either the whole URL or stands further right.',
  'bad-secret': 'A secret is a place of the answer that can be taken out: $.self.json…, $.self.headers.NAME or $.self.text.text.',
  'late-probe': 'What needs a cleanup probe is one too: those are sent when all else is done.',
  // Schemas.
  'bad-schema': 'The JSON Schema is not valid, or uses what rules may not use.',
  'unknown-schema': 'A $ref leads nowhere.',
  'missing-required': 'properties stands without required, so a value that lacks the member would pass.',
  'bad-pattern': 'The pattern is not one of RE2, too large, or stands in slashes.',
  'needs-points': 'before and after judge by when an answer came: only a scored rule may, and no request may rest on it.',
  // Rules, reasons, grades.
  'rule-twice': 'Two rules have the same id.',
  'unknown-rule': 'drop, replace or coverage names a rule that is not there.',
  'bad-sample': 'extends.samples names a probe that draws no sample, or asks for no more than it draws.',
  'unknown-pack': 'extends leads to no pack, or back to this one.',
  'base-differs': 'extends.digest is not the digest of the pack that stands there.',
  'schema-twice': 'Two shared schemas have the same name.',
  'missing-else': 'An assertion can fail without a reason code.',
  'unknown-reason': 'A code has no sentence in reasons.',
  'unused-reason': 'No assertion gives this reason.',
  'bad-reason': 'A reason quotes something that a finding does not have.',
  'bad-fix':
    'A fix or a mend is for a code that no reason has, a mend serves what its fix does not hold, or a block of JSON cannot be read.',
  'bad-bands': 'Bands go from the best grade to the worst, percentages falling, the last at 0.',
  'bad-cap': 'The cap is no grade of the bands, or no rule is scored.',
  // Said by pack lint alone: such a pack loads.
  'always-true': 'Nothing can make this false, so it decides nothing.',
  'always-false': 'Nothing can make this true, so it fails whatever the target does.',
  'said-twice': 'What stands before it decides already, or two rules share an order or a title.',
  unused: 'Nobody reads this probe, or refers to this schema.',
} as const;

export type FindingCode = keyof typeof FINDINGS;

export interface PackFinding {
  file: string;
  /** From 1; 0 when the pack was not read from text. Columns count UTF-16 code units. */
  line: number;
  column: number;
  code: FindingCode;
  /** What is wrong and what would be right, in one sentence. */
  text: string;
  value?: string;
  pointer?: string;
}

/** `FILE:LINE:COL: CODE text`; a pack that is no text has `FILE#POINTER` instead. */
export function formatFinding(finding: PackFinding): string {
  const { file, line, column, code, text, pointer, value } = finding;
  const at = line === 0 ? `${quote(file)}#${quote(pointer ?? '')}` : `${quote(file)}:${line}:${column}`;
  return visible(`${at}: ${code} ${text}${value === undefined || text.includes(value) ? '' : ` (found ${value})`}`);
}

/** A value as findings show it: short, in one inert line. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return quote(typeof value === 'string' ? JSON.stringify(value) : String(value), 80);
}

/** How checks say what they found: at a JSON pointer of the pack, wherever that came from. */
export type ReportFinding = (pointer: string, code: FindingCode, text: string, more?: { part?: PlacePart; value?: string }) => void;

/** What is wrong is the name of the member. */
export const KEY = { part: 'key' } as const;
