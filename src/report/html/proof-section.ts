// Digests, signature and seed of a report, and the commands by which anybody checks them. It verifies nothing itself.
import { countOf } from '../../contract/count-of.ts';
import type { Report } from '../../contract/generated/types.ts';
import { again, shellWord } from '../again.ts';
import { reportDigest } from '../build.ts';
import { points, type Summary, seedFrom } from '../summary.ts';
import { copyable } from './copyable.ts';
import { absolute, link } from './links.ts';
import { html, type Markup } from './markup.ts';
import type { ReportPageOptions } from './report-page-options.ts';

const fact = (label: string, ...values: (string | Markup | null)[]): Markup =>
  html`<div><dt>${label}</dt>${values.map((value) => value !== null && html`<dd>${value}</dd>`)}</div>`;

const digest = (text: string, href?: string): Markup =>
  html`<code class="digest">${href === undefined ? text : link({ href, text })}</code>`;

function signature({ attestation }: Report): Markup {
  if (!attestation) return fact('Signature', 'none: made by a local run, it proves nothing to others');
  const [first] = attestation.signatures;
  return fact('Signature', 'Ed25519, in a DSSE envelope', html`<code class="digest">${first?.keyid ?? 'no key'}</code>`);
}

function command(report: Report, options: ReportPageOptions): string {
  const at = (href: string): string => shellWord(absolute(href, options.url));
  const parts = [`axproof replay ${at(options.reportUrl)}`, `--pack ${at(options.packUrl)}`];
  if (report.attestation) parts.push(`--jwks ${at('/.well-known/jwks.json')}`);
  return parts.join(' \\\n  ');
}

const HOW = {
  signed: 'This command checks the signature, every digest, and that the verdict follows from the evidence. It asks the target nothing.',
  local: 'This command checks every digest, and that the verdict follows from the evidence. It asks the target nothing.',
};

export function proofSection(report: Report, summary: Summary, options: ReportPageOptions): Markup {
  const { verdict, verdictDigest, evidence, issued } = report;
  const { pack, score } = verdict;
  const count = evidence.exchanges.length;
  return html`<section aria-labelledby="proof"><h2 id="proof">Digests and signature</h2>
<p>The same pack, evidence and seed give the same verdict, byte for byte, on every machine. So nobody has to believe this page.</p>
<dl class="facts">
${fact('Report', digest(reportDigest(report), options.reportUrl))}
${fact('Verdict', digest(verdictDigest), `${score.points} of ${points(score.outOf)}, engine ${verdict.engine}`)}
${fact('Evidence', digest(evidence.digest ?? 'no digest', options.evidenceUrl), countOf(count, 'exchange'))}
${fact(summary.gate ? 'Spec' : 'Pack', digest(pack.digest, options.packUrl), `${pack.name} ${pack.version}`, link({ href: `${options.packUrl}/blind-spots`, text: 'what it cannot see' }))}
${fact('Seed', html`<code>${verdict.seed}</code>`, seedFrom(issued))}
${fact('Issued', html`<time datetime="${issued.at}">${issued.at}</time>`, `by ${issued.by} ${issued.version}, ${issued.mode}`)}
${signature(report)}
${options.proofUrl !== undefined && fact('Log', link({ href: options.proofUrl, text: 'proof that the report is in the log' }))}
</dl>
<h3>Check it yourself</h3>
<p>${report.attestation ? HOW.signed : HOW.local}</p>
${copyable(command(report, options), 'the command that checks the report')}
<h3>Run it again</h3>
<p>With the same seed the same samples are drawn. What the target answers may have changed.</p>
${copyable(again(report), 'the command that runs it again')}
</section>`;
}
