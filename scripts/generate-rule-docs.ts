// Writes docs/rules/<pack>.md: what each rule of a bundled pack asks, why, how to fix it, and every reason that it can give.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rule } from '../src/contract/generated/types.ts';
import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { code, inert, reference } from '../src/report/inert.ts';
import { prose } from '../src/report/prose.ts';
import { openSource, packNames } from './build/packs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/rules');

const BANNER = '<!-- Written by scripts/generate-rule-docs.ts from rules/; do not edit. -->';

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
  const weight =
    rule.cap === undefined ? `${rule.points} ${rule.points === 1 ? 'point' : 'points'}` : `no points; a fail caps the grade at ${rule.cap}`;
  const reasons = Object.entries(rule.reasons).map(([name, text]) => `| ${code(name)} | ${inert(text)} | ${mendOf(rule, name)} |`);
  return [
    `## ${rule.id}`,
    `**${inert(rule.title)}** (${weight})`,
    prose(rule.why),
    ...fixes(rule),
    ['| reason | what it says | replacement |', '|---|---|---|', ...reasons].join('\n'),
    `References: ${rule.refs.map(reference).join(', ')}`,
  ].join('\n\n');
}

function page(name: string, { document, digest }: LoadedPack): string {
  const bands = document.bands.map(([least, grade]) => `${grade} from ${least} %`).join(', ');
  return `${[
    BANNER,
    `# ${document.title}`,
    `Pack ${code(document.name)} ${code(document.version)}, digest ${code(digest)}. Grades: ${bands}. At most ${document.limits.requests} requests. The files are in \`rules/${name}/\`.`,
    ...document.rules.map(ruleSection),
  ].join('\n\n')}\n`;
}

// Other pages stand here too: what the bench of lies measured.
for (const old of readdirSync(folder)) if (readFileSync(join(folder, old), 'utf8').startsWith(BANNER)) rmSync(join(folder, old));
for (const name of packNames(root)) writeFileSync(join(folder, `${name}.md`), page(name, openSource(root, name)));
