// A page about a pack, for whoever reads its reports: what each rule asks, why, how to fix it, and every reason that it can give. Its texts cannot act.
import { countOf } from '../contract/count-of.ts';
import type { Rule } from '../contract/generated/types.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { code, reference } from './inert.ts';
import { prose, sentence } from './prose.ts';

export const PACK_PAGE = '<!-- Written by axproof pack docs; do not edit. -->';

/** The fix, and those of single reasons. */
function fixes({ fix }: Rule): string[] {
  if (typeof fix === 'string') return [`**Fix.** ${prose(fix)}`];
  const { default: usual, ...others } = fix;
  const byText = new Map<string, string[]>();
  for (const [code, text] of Object.entries(others)) byText.set(text, [...(byText.get(text) ?? []), code]);
  return [
    `**Fix.** ${prose(usual)}`,
    ...[...byText].map(([text, codes]) => `**Fix of ${codes.map((one) => code(one)).join(', ')}.** ${prose(text)}`),
  ];
}

/** What a report can make out by itself for a reason. */
function mendOf({ mends }: Rule, code: string): string {
  const mend = mends && Object.hasOwn(mends, code) ? mends[code] : undefined;
  if (!mend) return '';
  if (mend.serve !== undefined) return 'a file';
  if (mend.headers) return 'headers';
  return 'a change of the document';
}

function ruleSection(rule: Rule): string {
  const weight = rule.cap === undefined ? countOf(rule.points ?? 0, 'point') : `no points; a fail caps the grade at ${rule.cap}`;
  const reasons = Object.entries(rule.reasons).map(([name, text]) => `| ${code(name)} | ${sentence(text)} | ${mendOf(rule, name)} |`);
  return [
    `## ${rule.id}`,
    `**${sentence(rule.title)}** (${weight})`,
    prose(rule.why),
    ...fixes(rule),
    ['| reason | what it says | replacement |', '|---|---|---|', ...reasons].join('\n'),
    `References: ${rule.refs.map(reference).join(', ')}`,
  ].join('\n\n');
}

/** files: where they stand, for readers who have them. */
export function packPage({ document, digest }: LoadedPack, files?: string): string {
  const bands = document.bands.map(([least, grade]) => `${grade} from ${least} %`).join(', ');
  const where = files === undefined ? '' : ` The files are in ${code(files)}.`;
  return `${[
    PACK_PAGE,
    `# ${prose(document.title)}`,
    `Pack ${code(document.name)} ${code(document.version)}, digest ${code(digest)}. Grades: ${bands}. At most ${document.limits.requests} requests.${where}`,
    ...document.rules.map(ruleSection),
  ].join('\n\n')}\n`;
}
