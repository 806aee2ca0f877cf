// Findings of checks as prose, for one reviewed golden file, and what must never stand in one. It runs nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Check, Finding } from '../src/contract/generated/types.ts';
import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { sentence } from '../src/report/finding-text.ts';
import { PROBLEMS } from '../src/views/openapi/problems.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const FINDINGS = join(root, 'fixtures/golden/findings.txt');

const LEVELS = { must: 'fault', should: 'advice', note: 'note' };

const more = ({ more: count }: Finding): string => (count === undefined ? '' : ` (and ${count} more like it)`);

/** A check with its findings, a line each. */
export const told = (name: string, { verdict, reason, findings }: Check): string[] => [
  `${name}: ${verdict}, ${reason.code}: ${reason.text}`,
  ...findings.map((finding) => `  ${LEVELS[finding.level]} ${finding.code}: ${sentence(finding)}${more(finding)}`),
];

/** Codes of what views find wrong: those of OpenAPI documents, and what docs/views.md lists for the others. */
function problemCodes(): string[] {
  const views = readFileSync(join(root, 'docs/views.md'), 'utf8');
  const lists = [...views.matchAll(/^`?problems`?: .*$|^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \|.*$|^`problems`: [^\n]*/gm)].map(
    ([text]) => text.split('|')[1] ?? text,
  );
  const listed = lists.flatMap((text) => [...text.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, code]) => code as string));
  return [...new Set([...Object.keys(PROBLEMS), ...listed])];
}

const CODE = new RegExp(`(?:^|[\\s"(])(${problemCodes().join('|')})(?:$|[\\s",.)])`);

/** What of a finding a stranger could not understand, or would look for in vain; empty where there is nothing. */
export function faultsOf(finding: Finding, pack: LoadedPack): string[] {
  const text = sentence(finding);
  const probe = new RegExp(`(?:^|[\\s(])(${pack.probes.map(({ name }) => name).join('|')})(?:\\[\\d|(?:\\.\\w+)?#/|/again)`).exec(
    text,
  )?.[1];
  // What the target wrote may hold any word.
  const ours = [finding.message].filter((words) => !finding.value || !words.includes(finding.value));
  const codes = ours.flatMap((words) => CODE.exec(words)?.[1] ?? []);
  const { request, claimedBy, place } = finding;
  return [
    ...(probe === undefined ? [] : [`names the probe ${probe}`]),
    ...codes.map((code) => `names the code ${code}`),
    ...(/\bsomething\b|\banother value\b|\(unknown\)|undefined|values it is compared with|#\/problems\/|at least one, found none|fitting items|no value twice/.test(
      text,
    )
      ? ['says nothing']
      : []),
    ...(request && (request.accept !== undefined || request.call !== undefined) ? [] : ['has no request with the header that decided']),
    ...(claimedBy !== undefined && place === undefined ? ['has no place, and some document claims it'] : []),
  ];
}
