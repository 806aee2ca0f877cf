// Receipts: what was asked and what came, with the headers that mattered and a part of the body, beside the command that asks again.
// A page shows only so much text of them; the evidence has all.
import { countOf } from '../../contract/count-of.ts';
import type { Check, Exchange, Finding, Report } from '../../contract/generated/types.ts';
import { visible } from '../../contract/quote.ts';
import { curl } from '../curl.ts';
import { type Excerpt, type ExcerptSpot, excerpt } from '../excerpt.ts';
import { TELLING } from '../exchange-changes.ts';
import { copyable } from './copyable.ts';
import { anchor as anchorOf, link, outside } from './links.ts';
import { Block, html, type Markup } from './markup.ts';
import { page } from './page.ts';

/** Characters of commands (of one, of all on a page), of a URL and of a header. Receipts that stand in a check itself. */
const MOST = { one: 16_384, page: 393_216, url: 2_000, header: 300, inCheck: 2 };

const anchor = (at: number): string => `receipt-${at + 1}`;

function outcome({ answer, stopped }: Exchange): string {
  const type = answer.headers?.['content-type']?.split(';')[0]?.trim();
  const parts = [answer.failure ? answer.failure.code : String(answer.status ?? 'no answer')];
  if (type !== undefined && type !== '') parts.push(type.slice(0, 100));
  if (answer.left) parts.push('stream left open');
  else if (answer.truncated) parts.push('cut');
  if (stopped !== undefined) parts.push(`redirect not followed: ${stopped}`);
  return parts.join(' · ');
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

function requestLine({ request, url, redirects }: Exchange): Markup {
  const shown = cut(request.url, MOST.url);
  const first = request.method === 'GET' ? outside(shown) : html`${shown}`;
  const { accept = '*/*' } = request.headers;
  const header = accept === '*/*' ? null : html` <span class="muted">(Accept: ${cut(accept, MOST.header)})</span>`;
  const on = redirects.length === 0 ? null : html` <span class="muted">→ ${cut(url, MOST.url)}</span>`;
  return html`<code class="method">${request.method}</code> ${first}${header}${on}`;
}

/** Places in the body of an exchange that findings name, and headers of it. */
interface Marks {
  spots: ExcerptSpot[];
  headers: string[];
}

function marksOf(exchange: Exchange, findings: readonly Finding[]): Marks {
  const spots = findings.flatMap(({ place, line }): ExcerptSpot[] => {
    const [url, pointer] = place?.split('#', 2) ?? [];
    if (url !== exchange.url && url !== exchange.request.url) return [];
    return [{ ...(line === undefined ? {} : { line }), ...(pointer === undefined ? {} : { pointer }) }];
  });
  const own = findings.filter((finding) => finding.exchange !== undefined && exchange.names.includes(finding.exchange));
  return {
    // The answer's own part, where the place is in another document.
    spots: [...spots, ...own.flatMap(({ part }): ExcerptSpot[] => (part?.startsWith('/') ? [{ pointer: part }] : []))],
    headers: own.flatMap(({ part }) => /^header (.+)$/.exec(part ?? '')?.[1] ?? []),
  };
}

/** Around each place that can be marked, once; where none can, the beginning. */
function excerpts(text: string, spots: readonly ExcerptSpot[]): Excerpt[] {
  const marked = spots.slice(0, 2).map((spot) => excerpt(text, spot));
  const shown = marked.filter((one, i) => one.marked !== '' && (i === 0 || one.before !== marked[0]!.before));
  return shown.length > 0 ? shown : [excerpt(text, {})];
}

function body({ answer }: Exchange, spots: readonly ExcerptSpot[]): Markup[] {
  const text = answer.body?.text;
  if (text === undefined) return [html`${answer.body ? '(bytes that are no text)' : '(no body)'}`];
  return excerpts(text, spots).map(
    ({ before, marked, after }) => html`${new Block(before)}${marked !== '' && html`<mark>${new Block(marked)}</mark>`}${new Block(after)}`,
  );
}

function came(exchange: Exchange, { spots, headers: named }: Marks): Markup {
  const { status, headers = {}, failure } = exchange.answer;
  if (status === undefined) return html`<pre><code>${failure?.code ?? 'no answer'}</code></pre>`;
  const shown = [...new Set(['content-type', ...TELLING, ...named])].filter((name) => Object.hasOwn(headers, name) || named.includes(name));
  const lines = shown.map((name) => {
    const text = `${name}: ${cut(headers[name] ?? '(not sent)', MOST.header)}`;
    return html`${named.includes(name) ? html`<mark>${text}</mark>` : text}${new Block('\n')}`;
  });
  const parts = body(exchange, spots).map((part) => html`${new Block('\n')}${part}`);
  return html`<pre><code>${new Block(`${status}\n`)}${lines}${parts}</code></pre>`;
}

/** A curl command says exactly what was sent: where it cannot be shown exactly, the reader is told. */
function command(text: string, name: string): Markup {
  const note =
    visible(text, '\n\t') === text
      ? null
      : html`<p class="muted">Some characters are invisible and shown as \\u{…}: take the exact ones from the evidence.</p>`;
  return html`${copyable(text, `the curl command of ${name}`)}${note}`;
}

export interface ReceiptOptions {
  evidenceUrl: string;
  /** The page of all receipts stands below it. */
  reportUrl: string;
}

/** The receipts of a report, one after the other, within what a page may hold. */
export class Receipts {
  readonly #at: Map<string, number>;
  readonly #shown = new Map<string, string>();
  #left = MOST.page;

  constructor(
    private readonly report: Report,
    private readonly options: ReceiptOptions,
  ) {
    this.#at = new Map(report.evidence.exchanges.flatMap(({ names }, at) => names.map((name) => [name, at] as const)));
  }

  #one(exchange: Exchange, findings: readonly Finding[], id?: string): Markup {
    const text = curl(exchange);
    const fits = text.length <= MOST.one && text.length <= this.#left;
    if (fits) this.#left -= text.length;
    const again = fits
      ? command(text, `${exchange.request.method} ${cut(exchange.request.url, 120)}`)
      : html`<p class="muted">The command is too long for this page; the ${link({ href: this.options.evidenceUrl, text: 'evidence' })} has the request.</p>`;
    return html`<li${id !== undefined && html` id="${id}"`}><p class="asked">${requestLine(exchange)}</p>
<div class="pair"><div><p class="label">What came</p>${came(exchange, marksOf(exchange, findings))}</div><div><p class="label">Ask it yourself</p>${again}</div></div></li>`;
  }

  /** Positions of the exchanges behind names, each once. */
  #positions(names: readonly (string | undefined)[]): number[] {
    return [...new Set(names.flatMap((name) => (name === undefined ? [] : (this.#at.get(name) ?? []))))];
  }

  /** What the findings of a check rest on; of one that nothing was found of, its first request. */
  deciding({ id, findings, evidence }: Check): Markup | null {
    const { exchanges } = this.report.evidence;
    const documents = findings.flatMap(({ place }) => exchanges.find(({ url }) => url === place?.split('#', 1)[0])?.names[0]);
    const named = this.#positions([...findings.map(({ exchange }) => exchange), ...documents]);
    const shown = (named.length > 0 ? named : this.#positions(evidence).slice(0, 1)).slice(0, MOST.inCheck);
    if (shown.length === 0) return null;
    return html`<h4>Receipts</h4><ol class="receipts">${shown.map((at) => this.#once(exchanges[at]!, findings, id))}</ol>`;
  }

  /** What another check has shown already, with the same place marked, is not shown twice. */
  #once(exchange: Exchange, findings: readonly Finding[], id: string): Markup {
    const key = JSON.stringify([exchange.names[0], marksOf(exchange, findings)]);
    const above = this.#shown.get(key);
    if (above === undefined) this.#shown.set(key, id);
    return above === undefined
      ? this.#one(exchange, findings)
      : html`<li><p class="asked">${requestLine(exchange)} <span class="muted">(shown under ${link({ href: `#${anchorOf(above)}`, text: above })})</span></p></li>`;
  }

  /** All fixes as one text stand below the report, as the receipts do. */
  get promptUrl(): string {
    return `${this.options.reportUrl}/prompt`;
  }

  /** How many requests a check rests on, and where they are. */
  count({ id, evidence }: Check): Markup | null {
    const { length } = this.#positions(evidence);
    if (length === 0) return null;
    const href = `${this.options.reportUrl}/receipts#${anchorOf(id)}`;
    return html`<p class="requests">${link({ href, text: countOf(length, 'request') })}<span class="unseen"> of ${id}</span></p>`;
  }

  /** The requests of each check, every one leading to its receipt. */
  #index(): Markup {
    const { verdict, evidence } = this.report;
    const line = (at: number): Markup => {
      const exchange = evidence.exchanges[at]!;
      const what = `${exchange.request.method} ${cut(exchange.request.url.replace(verdict.target, ''), 120)}`;
      return html`<li>${link({ href: `#${anchor(at)}`, text: what })} <span class="muted">${outcome(exchange)}</span></li>`;
    };
    const rows = verdict.checks.filter((check) => check.evidence.length > 0);
    return html`${rows.map((check) => html`<section class="requests"><h2 id="${anchorOf(check.id)}">${check.title}</h2><ul>${this.#positions(check.evidence).map(line)}</ul></section>`)}`;
  }

  all(): Markup {
    const findings = this.report.verdict.checks.flatMap((check) => check.findings);
    const one = (exchange: Exchange, at: number): Markup => this.#one(exchange, findings, anchor(at));
    return html`<ol class="receipts">${this.report.evidence.exchanges.map(one)}</ol><div id="by-check">${this.#index()}</div>`;
  }
}

/** Every request once, with what came. */
export function receiptsPage(report: Report, options: ReceiptOptions): string {
  const name = report.verdict.target.replace(/^https:\/\//, '');
  return page({
    title: `${name}: receipts`,
    body: html`<h1>Receipts of ${name}</h1>
<p class="lead">Every request of ${link({ href: options.reportUrl, text: 'the report' })}, in the order in which they were sent, with what came: status, the headers that a client acts by, and where the body begins or where a finding is. The ${link({ href: options.evidenceUrl, text: 'evidence' })} has all of it. Which of them each check rests on stands ${link({ href: '#by-check', text: 'at the end' })}.</p>
${new Receipts(report, options).all()}`,
  });
}
