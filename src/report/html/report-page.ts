// The page of a report: grade or gate first, then what to do, every check, and how to verify it. It adds nothing to the report.
import { countOf } from '../../contract/count-of.ts';
import type { Check, Pack, Report } from '../../contract/generated/types.ts';
import { again, shellWord } from '../again.ts';
import { reportDigest } from '../build.ts';
import { gradeWords } from '../grade-words.ts';
import { type BarrierAdvice, keptOut } from '../let-in.ts';
import { nextNote, points, type Summary, seedFrom, summarise } from '../summary.ts';
import { againForm } from './ask-form.ts';
import { checkRows } from './check-rows.ts';
import { copyable } from './copyable.ts';
import { absolute, anchor, link } from './links.ts';
import { escaped, html, type Markup } from './markup.ts';
import { page } from './page.ts';
import { Receipts } from './receipts.ts';
import type { PageChange, PageSince, ReportPageOptions } from './report-page-options.ts';
import { gradeRing, ring } from './ring.ts';
import { SIGNS } from './words.ts';

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

/** Digests, signature and seed of a report, and the commands by which anybody checks them. */
function proofSection(report: Report, summary: Summary, options: ReportPageOptions): Markup {
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

type Side = Pick<Check, 'verdict' | 'reason'> | undefined;

const word = (side: Side): string => (side ? SIGNS[side.verdict].word : 'no such check');

function change({ id, before, after, causes }: PageChange, titles: ReadonlyMap<string, string>): Markup {
  const title = titles.get(id) ?? id;
  const what = after?.verdict === before?.verdict ? `${word(after)}, for another reason` : `${word(before)} → ${word(after)}`;
  const now = after ?? before;
  return html`<li class="${after?.verdict ?? 'gone'}"><p>${link({ href: `#${anchor(id)}`, text: title })}: <strong>${what}</strong> <span class="muted">(${causes.join(', and ')})</span></p>${now && html`<p>${now.reason.text}</p>`}</li>`;
}

/** What changed since the grade before: each check that came out otherwise, with what made the difference. */
function sinceSection(since: PageSince, now: { grade: string; score: { points: number; outOf: number } }, pack: Pack): Markup {
  const { at, reportUrl, grade, changes } = since;
  const titles = new Map(pack.rules.map(({ id, title }) => [id, title]));
  const earlier = link({ href: reportUrl, text: `the report of ${at.slice(0, 16).replace('T', ' ')} UTC` });
  const grades = `grade ${grade} (${since.points} of ${points(since.outOf)}) → grade ${now.grade} (${now.score.points} of ${points(now.score.outOf)}).`;
  return html`<section class="since" aria-labelledby="since"><h2 id="since">What changed</h2>
<p>Since ${earlier}: ${grades} ${changes.length === 0 ? 'No check came out otherwise.' : `${countOf(changes.length, 'check')} came out otherwise:`}</p>
${changes.length > 0 && html`<ul>${changes.map((one) => change(one, titles))}</ul>`}</section>`;
}

/** What to do, in the order in which it pays: first the shortest way to the next grade, then the other faults. */
const ordered = ({ order, way }: Summary): Check[] =>
  [...way, ...order.filter((check) => check.verdict === 'fail' && !way.includes(check))].filter((check) => !keptOut(check));

function item(check: Check, next: boolean): Markup {
  const gain = check.cap === undefined ? `Worth ${points((check.outOf ?? 0) - (check.points ?? 0))}.` : `Caps the grade at ${check.cap}.`;
  const what = check.verdict === 'fail' ? check.reason.text : `Not seen. ${check.reason.text}`;
  return html`<li class="${next ? 'soon' : 'later'}"><a href="#${anchor(check.id)}">${check.title}</a>${next ? html`<p>${what}</p><p class="muted">${gain}</p>` : html` <span class="muted">${gain}</span>`}</li>`;
}

const wayIn = ({ text, block }: BarrierAdvice): Markup =>
  html`<p class="note">${text}</p>${block !== undefined && copyable(block, 'what lets the verifier in')}`;

/** Nothing where nothing is to be done. */
function punchList(report: Report, summary: Summary, promptUrl: string): Markup | null {
  const { letIn, way } = summary;
  const all = ordered(summary);
  if (all.length === 0 && letIn.length === 0) return null;
  const next = summary.gate ? null : nextNote(report, way, way.length === 1 ? 'the first of these' : `the first ${way.length} of these`);
  const line = (check: Check): Markup => item(check, way.includes(check));
  // What such a site seldom needs comes last, unless it is on the way.
  const rest = all.filter((check) => !way.includes(check) && summary.kinds?.idle.includes(check.id)).length;
  const first = all.length - rest;
  return html`<section aria-labelledby="to-do"><h2 id="to-do">What to do next</h2>
${next !== null && html`<p class="lead">${next}</p>`}
${letIn.map(wayIn)}
${all.length > 0 && html`<ol class="punch">${all.slice(0, first).map(line)}</ol>`}
${rest > 0 && html`<details class="agent"><summary>${rest} more, seldom needed by such a site</summary><ol class="punch" start="${first + 1}">${all.slice(first).map(line)}</ol></details>`}
<p class="agent" data-copy="all fixes for a coding agent">${link({ href: promptUrl, text: 'All fixes as one text for a coding agent' })}</p></section>`;
}

/** An address in parentheses ends at the first one. */
const inParentheses = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

function badgeSection({ verdict }: Report, { url, badgeUrl }: ReportPageOptions): Markup | null {
  if (badgeUrl === undefined) return null;
  const [image, target] = [absolute(badgeUrl, url), absolute(url, url)];
  const alt = 'axproof grade';
  return html`<section aria-labelledby="badge"><h2 id="badge">Badge</h2>
<p><img src="${badgeUrl}" alt="axproof: ${verdict.grade}" height="20"></p>
<p>It shows the latest grade and links to this page.</p>
<h3>Markdown</h3>
${copyable(`[![${alt}](${inParentheses(image)})](${inParentheses(target)})`, 'the badge as Markdown')}
<h3>HTML</h3>
${copyable(`<a href="${escaped(target)}"><img src="${escaped(image)}" alt="${alt}" height="20"></a>`, 'the badge as HTML')}
</section>`;
}

/** The target as people say it: its host; the scheme where it is not https. */
const host = (target: string): string => target.replace(/^https:\/\//, '');

const wordsOf = ({ verdict }: Report, { gate }: Summary): string => gate?.word ?? gradeWords(verdict);

function mark(report: Report, summary: Summary): Markup {
  if (report.kind === 'VerificationReport') return gradeRing(report);
  const { passed, score } = report.verdict;
  const name = `${wordsOf(report, summary)}: ${score.points} of ${score.outOf} points`;
  return ring({ text: passed ? '✓' : '✕', name, score, className: passed ? 'grade-a' : 'grade-f' });
}

/** Whoever wrote the spec named it: only its digest says what it is. */
function because({ gate }: Summary, pinned: Report): Markup | null {
  if (!gate) return null;
  const { digest, name, version } = pinned.verdict.pack;
  return html`<div class="gate"><p>Spec <code class="digest">${digest}</code>, which calls itself ${name} ${version}, ${gate.ratified}.</p>
<h2>Why</h2><ul>${gate.because.map((why) => html`<li>${why}</li>`)}</ul></div>`;
}

/** What kind of site it is by what it publishes, and what that means for the rest of the page. */
const kindNote = ({ kinds }: Summary): Markup | null =>
  kinds === undefined
    ? null
    : html`<p class="kind"><strong>${kinds.title}</strong> ${kinds.applies}${kinds.aside !== undefined && html` <span class="muted">${kinds.aside}</span>`}</p>`;

function hero(report: Report, summary: Summary, options: ReportPageOptions): Markup {
  const { verdict, issued } = report;
  return html`<div class="hero">
${mark(report, summary)}
<div>
<h1>${host(verdict.target)}</h1>
<p class="headline">${wordsOf(report, summary)}</p>
<p class="score"><strong>${verdict.score.points} of ${verdict.score.outOf} points.</strong> ${summary.counts}</p>
<p class="muted">${summary.gate ? '' : `${verdict.pack.name} ${verdict.pack.version} · `}${report.attestation ? 'signed' : 'not signed'} · <time datetime="${issued.at}">${issued.at.slice(0, 16).replace('T', ' ')} UTC</time><span class="ago"></span></p>
${options.again && againForm(options.again, options.reportUrl)}
</div>
</div>
${because(summary, report)}
${summary.notes.map((note) => html`<p class="note">${note}</p>`)}
${kindNote(summary)}
${summary.advisory !== null && html`<p class="note">${summary.advisory}</p>`}`;
}

export function reportPage(report: Report, pack: Pack, options: ReportPageOptions): string {
  const summary = summarise(report, pack);
  const receipts = new Receipts(report, options);
  const { verdict } = report;
  const words = wordsOf(report, summary);
  return page({
    title: `${host(verdict.target)}: ${words}`,
    description: `${words}, ${verdict.score.points} of ${verdict.score.outOf} points. ${summary.counts}`,
    alternates: [{ href: options.reportUrl, type: 'application/json' }],
    url: options.url,
    ...(options.cardUrl === undefined ? {} : { image: absolute(options.cardUrl, options.url) }),
    body: html`${hero(report, summary, options)}
${options.since && sinceSection(options.since, verdict, pack)}
${punchList(report, summary, receipts.promptUrl)}
<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
${checkRows(report, pack, summary, receipts)}</section>
${proofSection(report, summary, options)}
${badgeSection(report, options)}`,
  });
}
