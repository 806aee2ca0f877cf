// The page of all receipts of a report: every request once, with what came. It adds nothing to the evidence.
import type { Report } from '../../contract/generated/types.ts';
import { link } from './links.ts';
import { html } from './markup.ts';
import { page } from './page.ts';
import { type ReceiptOptions, Receipts } from './receipts.ts';

export function receiptsPage(report: Report, options: ReceiptOptions): string {
  const name = report.verdict.target.replace(/^https:\/\//, '');
  return page({
    title: `${name}: receipts`,
    body: html`<h1>Receipts of ${name}</h1>
<p class="lead">Every request of ${link({ href: options.reportUrl, text: 'the report' })}, in the order in which they were sent, with what came: status, the headers that a client acts by, and where the body begins or where a finding is. The ${link({ href: options.evidenceUrl, text: 'evidence' })} has all of it. Which of them each check rests on stands ${link({ href: '#by-check', text: 'at the end' })}.</p>
${new Receipts(report, options).all()}`,
  });
}
