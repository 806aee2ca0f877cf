// One row a check: verdict, reason, and folded below it findings, fix and requests. It orders and judges nothing.
import type { Check, Finding, Pack, Report, Rule } from '../../contract/generated/types.ts';
import { coverageText } from '../coverage-text.ts';
import { findingText } from '../finding-text.ts';
import { link, outside } from './links.ts';
import { html, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { requestLists } from './requests.ts';
import { SIGNS, verdictMark, worth } from './words.ts';

/** Ids of checks are safe in an address; what is not is no id. */
export const anchor = (id: string): string => (/^[a-z][a-z0-9-]{0,47}$/.test(id) ? `check-${id}` : 'checks');

function part(finding: Finding, label: string, value: string): Markup {
  const { request } = finding;
  const shown = label === 'request' && request?.method === 'GET' ? html`GET ${outside(request.url)}` : html`${value}`;
  return html`<div><dt>${label}</dt><dd>${shown}</dd></div>`;
}

function finding(item: Finding): Markup {
  const { message, level, parts, more } = findingText(item);
  return html`<li><p><span class="level">${level}</span> ${message}${more > 0 && html` <span class="muted">and ${more} more like it</span>`}</p>${
    parts.length > 0 && html`<dl class="parts">${parts.map(({ label, value }) => part(item, label, value))}</dl>`
  }</li>`;
}

const findings = ({ findings: all }: Check): Markup | null =>
  all.length === 0 ? null : html`<h4>Findings</h4><ul class="findings">${all.map(finding)}</ul>`;

function advice(rule: Rule | undefined, check: Check): Markup | null {
  if (!rule) return null;
  const refs = rule.refs.map((href) => html`<li>${link({ href, text: href })}</li>`);
  return html`<h4>How to fix it</h4>
${prose(rule.fix, `the example for ${check.id}`)}
<h4>Why it matters</h4>
${prose(rule.why, `the example for ${check.id}`)}
${refs.length > 0 && html`<h4>References</h4><ul class="refs">${refs}</ul>`}`;
}

function row(check: Check, rule: Rule | undefined, requests: Markup | null): Markup {
  const { sign, word } = SIGNS[check.verdict];
  const wanted = check.verdict === 'fail' || check.verdict === 'inconclusive' || check.findings.length > 0;
  const coverage = coverageText(check, rule);
  const lead = wanted ? 'Findings and fix' : 'About this check';
  return html`<li class="check ${check.verdict}" id="${anchor(check.id)}">
${verdictMark(sign, word)}
<div class="what"><h3>${check.title}</h3><p class="reason">${check.reason.text}</p>${coverage !== undefined && html`<p class="coverage muted">${coverage}</p>`}<p class="codes"><code>${check.id}</code>${check.reason.code !== check.verdict && html` <code>${check.reason.code}</code>`}</p></div>
<p class="worth">${worth(check)}</p>
<div class="more">
<details${check.verdict === 'fail' && html` open`}><summary>${lead}<span class="unseen"> of ${check.id}</span></summary><div class="inside">${findings(check)}${advice(rule, check)}</div></details>
${requests}
</div>
</li>
`;
}

export function checkRows(report: Report, pack: Pack, evidenceUrl: string): Markup {
  const rules = new Map(pack.rules.map((rule) => [rule.id, rule]));
  const requestsOf = requestLists(report, evidenceUrl);
  return html`<ol class="checks">
${report.verdict.checks.map((check) => row(check, rules.get(check.id), requestsOf(check)))}</ol>`;
}
