// One row a check: verdict, reason, and below it findings, receipts, fix and requests. What fails stands first, and what passes is folded. It judges nothing.
import type { Check, Finding, Pack, Report, Rule } from '../../contract/generated/types.ts';
import { coverageText } from '../coverage-text.ts';
import { eachOnce, findingText } from '../finding-text.ts';
import { type Replacement, saysNow } from '../mend.ts';
import { type Better, countsOf, type Summary, type ToFix } from '../summary.ts';
import { copyable } from './copyable.ts';
import { anchor, link, outside } from './links.ts';
import { html, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import type { Receipts } from './receipts.ts';
import { SIGNS, verdictMark, worth } from './words.ts';

/** What rows need of the report beside their check. */
interface Shown {
  toFix: readonly ToFix[];
  advice: readonly Better[];
  receipts: Receipts;
}

/** A quotation; the address that was asked is one to follow. */
function quoted(text: string, { request }: Finding): Markup {
  return request?.method === 'GET' && text === `GET ${request.url}` ? html`GET ${outside(request.url)}` : html`<code>${text}</code>`;
}

function finding(item: Finding): Markup {
  const { pieces, level, more } = findingText(item);
  return html`<li><p><span class="level ${level}">${level}</span> ${pieces.map((piece) => (typeof piece === 'string' ? piece : quoted(piece.quoted, item)))}${
    more > 0 && html` <span class="muted">and ${more} more like it</span>`
  }</p></li>`;
}

const findings = ({ findings: all }: Check): Markup | null =>
  all.length === 0 ? null : html`<h4>Findings</h4><ul class="findings">${eachOnce(all).map(finding)}</ul>`;

/** The example of a fix stands above already; what of it is true of this site is in the text for an agent. */
function replaced(one: Replacement, fix: string, id: string, promptUrl: string): Markup | null {
  const { url, headers, diff } = one;
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const label = `the replacement for ${id}`;
  if (one.file)
    return saysNow(one, fix)
      ? html`<p>Leave out what this site does not have yet: ${link({ href: promptUrl, text: 'the text for a coding agent' })} has it so.</p>`
      : null;
  return html`${fields.length > 0 && html`<p>Send with ${outside(url)}:</p>${copyable(fields.join('\n'), label)}`}${
    diff !== undefined && html`<p>Change what ${outside(url)} serves:</p>${copyable(diff, label)}`
  }`;
}

/** What fails has a fix, advice may have some; what holds needs none. */
function howTo(check: Check, { toFix, advice, receipts }: Shown): Markup | null {
  const failed = toFix.find((one) => one.check === check);
  const better = advice.find((one) => one.check === check);
  const fixes = failed?.fix === undefined ? (better?.fixes ?? []) : [failed.fix];
  const { replacements = [] } = failed ?? better ?? {};
  if (fixes.length + replacements.length === 0) return null;
  return html`<h4>${failed ? 'How to fix it' : 'How to make it better'}</h4>
${fixes.map((fix) => prose(fix, `the example for ${check.id}`))}${replacements.map((one) => replaced(one, fixes.join('\n'), check.id, receipts.promptUrl))}
`;
}

/** A reference as people call it. */
const referenceText = (href: string): string =>
  href
    .replace(/^https?:\/\/(www\.)?|\/$/g, '')
    .replace(/^rfc-editor\.org\/rfc\/rfc(\d+)(#section-)?/, (_, rfc, section) => `RFC ${rfc}${section ? ', ' : ''}`);

function why(rule: Rule | undefined, check: Check): Markup | null {
  if (!rule) return null;
  const refs = rule.refs.map((href) => html` ${link({ href, text: referenceText(href) })}`);
  return html`<h4>Why it matters</h4>
${prose(rule.why, `the example for ${check.id}`)}
${refs.length > 0 && html`<p class="refs">${refs}</p>`}`;
}

function row(check: Check, rule: Rule | undefined, shown: Shown): Markup {
  const { sign, word } = SIGNS[check.verdict];
  const wanted = check.verdict === 'fail' || check.findings.length > 0;
  const coverage = coverageText(check, rule);
  const lead = wanted ? 'Findings and fix' : 'About this check';
  return html`<li class="check ${check.verdict}" id="${anchor(check.id)}">
${verdictMark(sign, word)}
<div class="what"><h3>${check.title}</h3><p class="reason">${check.reason.text}</p>${coverage !== undefined && html`<p class="coverage muted">${coverage}</p>`}<p class="codes"><code>${check.id}</code>${check.reason.code !== check.verdict && html` <code>${check.reason.code}</code>`}</p></div>
<p class="worth">${worth(check)}</p>
<div class="more">
<details${check.verdict === 'fail' && html` open`}><summary>${lead}<span class="unseen"> of ${check.id}</span></summary><div class="inside">${findings(check)}${howTo(check, shown)}${isOpen(check) && shown.receipts.deciding(check)}${why(rule, check)}</div></details>
${shown.receipts.count(check)}
</div>
</li>
`;
}

/** Something is to be done, or could not be seen. */
const isOpen = ({ verdict }: Check): boolean => verdict === 'fail' || verdict === 'inconclusive';

export function checkRows(report: Report, pack: Pack, { toFix, advice, order }: Summary, receipts: Receipts): Markup {
  const rules = new Map(pack.rules.map((rule) => [rule.id, rule]));
  const { verdict } = report;
  const shown = { toFix, advice, receipts };
  const list = (checks: readonly Check[]): Markup => html`<ol class="checks">
${checks.map((check) => row(check, rules.get(check.id), shown))}</ol>`;
  const open = order.filter(isOpen);
  const rest = verdict.checks.filter((check) => !isOpen(check));
  if (open.length === 0 || rest.length === 0) return list(open.length === 0 ? rest : open);
  return html`${list(open)}
<details class="rest"><summary>${countsOf(rest)}</summary>
${list(rest)}</details>`;
}
