// A report in the form that a client prefers, with the links that belong to it. Rendered once a form: reports never change.
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AxproofError } from '../../contract/errors.ts';
import type { Pack, StaleNotice } from '../../contract/generated/types.ts';
import { MiB } from '../../contract/units.ts';
import { har } from '../../report/har.ts';
import { reportPage } from '../../report/html/report-page.ts';
import type { PageSince, ReportPageOptions } from '../../report/html/report-page-options.ts';
import { inert } from '../../report/inert.ts';
import { markdown } from '../../report/markdown.ts';
import { prompt } from '../../report/prompt.ts';
import { allBytes, type Content, whole } from '../../report/written.ts';
import type { GradeOutcome, Since, StoredReport } from '../../service/service.ts';
import { staleNotice, staleText } from '../../service/stale.ts';
import { pathOf } from '../../service/target.ts';
import type { HttpContext } from './context.ts';
import type { Form } from './negotiate.ts';
import { schemaPath } from './routes/schemas.ts';
import { jsonText, send } from './send.ts';
import { answerInTurn } from './turns.ts';

/** One member more, after all others: whoever takes it off has the exact bytes of the report. */
export function staleJson({ between, bodies, size }: Content, notice: StaleNotice): Content {
  const end = Buffer.from(`,"stale":${JSON.stringify(notice)}}`, 'utf8');
  const last = Buffer.from(between.at(-1) ?? '');
  return { between: [...between.slice(0, -1), Buffer.concat([last.subarray(0, -1), end])], bodies, size: size - 1 + end.length };
}

const staleMarkdown = (markdown: Content, notice: StaleNotice): Content =>
  whole(Buffer.concat([Buffer.from(`> ${staleText(notice, inert(notice.reason))}\n\n`, 'utf8'), allBytes(markdown)]));

/** Where the whole of it is, for whoever reads nothing but the text. */
const whereabouts = (base: string, digest: string, { evidence, attestation }: StoredReport['report']): string =>
  [
    '\n## Where this is\n',
    `- Report: ${base}/reports/${digest}`,
    `- Evidence: ${base}/evidence/${evidence.digest}`,
    attestation
      ? `- Signature: \`attestation\` of the report as JSON; the keys: ${base}/.well-known/jwks.json; the proof that it is in the log: ${base}/reports/${digest}/proof`
      : '- Signature: none; reports of private targets are not signed',
    '',
  ].join('\n');

const MOST_BYTES = 64 * MiB;
/** Bytes. To make something of a larger document takes the serving thread a tenth of a second and more. */
const LARGE = MiB;

export interface ReportReply {
  form: Form;
  /** What the page of a domain has beside the report itself. */
  about?: Pick<ReportPageOptions, 'url' | 'badgeUrl' | 'cardUrl' | 'again' | 'since'>;
  status?: number;
  cache?: string;
  varies?: boolean;
  /** It stands in place of a new one. */
  notice?: StaleNotice;
}

function sincePage({ previous, changes }: Since): PageSince {
  const { issuedAt, reportDigest, grade, points, outOf } = previous;
  return { at: new Date(issuedAt).toISOString(), reportUrl: `/reports/${reportDigest}`, grade, points, outOf, changes };
}

export class ReportResponder {
  readonly #rendered = new LRUCache<string, Content>({ maxSize: MOST_BYTES, sizeCalculation: ({ size }) => size + 1 });

  constructor(private readonly context: HttpContext) {}

  /** What is made of a document that never changes: once, and of a large one when its turn comes. `size`: its bytes. */
  async once(key: string, size: number, make: () => string): Promise<Content> {
    const made = (): Content => {
      const content = this.#rendered.get(key) ?? whole(Buffer.from(make(), 'utf8'));
      this.#rendered.set(key, content);
      return content;
    };
    if (size <= LARGE || this.#rendered.has(key)) return made();
    return answerInTurn(made);
  }

  async #pack(digest: string): Promise<Pack> {
    const bundled = this.context.packs.withDigest(digest);
    if (bundled) return bundled.document;
    const stored = await this.context.service.document('pack', digest);
    if (stored?.state !== 'here') throw new AxproofError('gone', `the pack ${digest} of this report is not here any more`);
    return JSON.parse(allBytes(stored.content).toString('utf8')) as Pack;
  }

  #render({ report, digest }: StoredReport, pack: Pack, { form, about }: ReportReply): string {
    if (form === 'text') return prompt(report, pack);
    const base = this.context.own();
    if (form === 'md') return `${markdown(report, pack)}${whereabouts(base, digest, report)}`;
    return reportPage(report, pack, {
      url: `${base}/reports/${digest}`,
      reportUrl: `/reports/${digest}`,
      evidenceUrl: `/evidence/${report.evidence.digest}`,
      proofUrl: `/reports/${digest}/proof`,
      packUrl: `/packs/${report.verdict.pack.digest}`,
      ...about,
    });
  }

  /** Rendered once: a page says when its report was made, and its script how long ago that is. */
  async #content(stored: StoredReport, shown: ReportReply): Promise<Content> {
    const { form, about } = shown;
    // The exact bytes are at hand already: kept here as well, they would stay.
    if (form === 'json') return stored.content;
    const key = [stored.digest, form, about?.url, about?.since?.reportUrl].join(' ');
    const { size } = stored.content;
    if (form === 'har') return this.once(key, size, () => jsonText(har(stored.report)));
    // The pack may be a stored one, and is not read for what is made already.
    const known = this.#rendered.get(key);
    if (known) return known;
    const pack = await this.#pack(stored.outline.verdict.pack.digest);
    return this.once(key, size, () => this.#render(stored, pack, shown));
  }

  #links(reply: FastifyReply, { digest, outline: report }: StoredReport): void {
    const base = this.context.own();
    const list = [
      `<${base}/reports/${digest}>; rel="canonical"`,
      `<${base}/evidence/${report.evidence.digest}>; rel="related"; title="evidence"`,
      `<${base}/packs/${report.verdict.pack.digest}>; rel="describedby"; title="pack"`,
      `<${base}${schemaPath('report', report.format)}>; rel="describedby"; type="application/schema+json"`,
      `<${base}/packs/${report.verdict.pack.digest}/blind-spots>; rel="related"; title="blind-spots"`,
      `<${base}/.well-known/jwks.json>; rel="related"; title="keys"`,
      `<${base}/reports/${digest}/proof>; rel="related"; title="proof"`,
      `<${base}/log/key>; rel="related"; title="log-key"`,
      `<${base}/log/checkpoint>; rel="related"; title="log"`,
    ];
    reply.header('link', list.join(', '));
  }

  async send(reply: FastifyReply, stored: StoredReport, shown: ReportReply): Promise<FastifyReply> {
    this.#links(reply, stored);
    const { form, about: _about, notice, ...more } = shown;
    const body = await this.#content(stored, shown);
    if (notice && form === 'json') return send(reply, { form, body: staleJson(body, notice), ...more });
    if (notice && form === 'md') return send(reply, { form, body: staleMarkdown(body, notice), ...more });
    // The exact bytes are named by their digest; what a renderer makes of them may change with the software.
    return send(reply, { form, body, ...more, etag: form === 'json' ? stored.digest.slice(7, 39) : undefined });
  }

  /** A grade as it is now: fresh, or stale with its age. */
  grade(reply: FastifyReply, answer: Extract<GradeOutcome, { state: 'report' }>, shown: ReportReply): Promise<FastifyReply> {
    reply.header('age', String(answer.age));
    const { cooldown } = this.context.config;
    // RFC 9111 4.2: a cache takes Age from the lifetime itself.
    const cache = answer.age < cooldown && !answer.stale ? `public, max-age=${Math.floor(cooldown)}` : 'no-cache';
    const notice = staleNotice(answer, this.context.own());
    if (notice) reply.header('retry-after', String(notice.retryAfter));
    return this.send(reply, answer.stored, { cache, ...shown, notice });
  }

  /** The page of a domain: its newest grade of any age, what changed since the one before, and how to ask again. */
  async page(reply: FastifyReply, stored: StoredReport, pack: string | undefined): Promise<FastifyReply> {
    const { service, config, own } = this.context;
    const { verdict, issued } = stored.outline;
    const { target } = verdict;
    const since = await service.since(stored);
    const from = config.cooldown > 0 ? new Date(Date.parse(issued.at) + config.cooldown * 1000).toISOString() : undefined;
    const about = {
      url: `${own()}${pathOf(target, pack)}`,
      badgeUrl: pathOf(target, pack, '/badge.svg'),
      cardUrl: pathOf(target, pack, '/card.svg'),
      again: { domain: target.replace(/^https:\/\//, ''), pack, from },
      since: since && sincePage(since),
    };
    // Whoever has asked for a new grade must not be shown the old one out of a cache.
    return this.send(reply, stored, { form: 'html', about, varies: true, cache: 'no-cache' });
  }
}
