// The pages of the service with sample facts: what the tests of the pages look at. Nothing here is checked.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Check, Pack, VerificationReport } from '../../../src/contract/generated/types.ts';
import { buildPinnedReport } from '../../../src/report/build.ts';
import { aboutPage } from '../../../src/report/html/about-page.ts';
import { errorCodePage, errorPage } from '../../../src/report/html/error-page.ts';
import { homePage } from '../../../src/report/html/home-page.ts';
import { type LiveRun, livePage } from '../../../src/report/html/live-page.ts';
import { offerPage } from '../../../src/report/html/offer-page.ts';
import { receiptsPage } from '../../../src/report/html/receipts.ts';
import { reportPage } from '../../../src/report/html/report-page.ts';
import type { ReportPageOptions } from '../../../src/report/html/report-page-options.ts';
import { pinnedVerdict } from '../../../src/report/pinned.ts';
import { packAt } from '../../packs.ts';
import * as sample from '../sample.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bundle = JSON.parse(readFileSync(`${root}/rules/bundle.json`, 'utf8')) as { default: string };

export const ORIGIN = 'https://axproof.test';
export const pack: Pack = packAt(`${root}/rules/${bundle.default}`).document;

export const stored = (name: string): VerificationReport =>
  JSON.parse(readFileSync(`${root}/fixtures/golden/reports/${name}.json`, 'utf8')) as VerificationReport;

const digest = (pair: string): string => `sha256:${pair.repeat(32)}`;

export function options(name: string, more: Partial<ReportPageOptions> = {}): ReportPageOptions {
  return {
    url: `${ORIGIN}/${name}`,
    reportUrl: `/reports/${digest('1f')}`,
    evidenceUrl: `/evidence/${digest('2e')}`,
    packUrl: `/packs/${digest('3d')}`,
    badgeUrl: `/${name}/badge.svg`,
    ...more,
  };
}

/** As the service would issue it; the signature is made up, a page judges none. */
export function attested(report: VerificationReport): VerificationReport {
  const signatures = [{ keyid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', sig: `${'A'.repeat(86)}==` }];
  return {
    ...report,
    issued: { ...report.issued, mode: 'attested-remote' },
    attestation: { payloadType: 'application/vnd.in-toto+json', payload: 'e30=', signatures },
  };
}

export const hostilePinned = buildPinnedReport({
  verdict: pinnedVerdict(sample.verdict, false),
  evidence: sample.evidence,
  issued: { ...sample.issued, seedOrigin: 'caller' },
});

export function liveRun(settled: readonly Check[] = [], more: Partial<LiveRun> = {}): LiveRun {
  return { id: '01JD3V7Q8ZC4T5W6X7Y8Z9ABCD', target: 'https://widgets.example', pack, state: 'running', settled, ...more };
}

const home = homePage({
  version: '0.1.0',
  url: ORIGIN,
  summary:
    'axproof reads what a domain publishes for software agents, tries it as an agent would, and says what works: a grade from A+ to F.',
  agents: [
    {
      id: 'builder',
      fit: 'You build a service that agents should use.',
      flow: 'Read the grade at /{domain}, fix what fails, run again. For local addresses there is the command line.',
    },
    {
      id: 'fleet-orchestrator',
      fit: 'You run agents that write software, and need a gate they cannot edit.',
      flow: 'Post a pinned spec with expectedDigest to /verify. Done means passed: true from the deployed verifier.',
    },
    {
      id: 'evaluator',
      fit: 'You decide whether to build on a service.',
      flow: 'Read the score, check the receipts in the evidence, integrate only above your own bar.',
    },
    {
      id: 'procurement',
      fit: 'You buy on behalf of somebody.',
      flow: 'Meet a boundary, receive a structured offer with a checkout link, settle or relay.',
    },
  ],
  ladder: [
    { rung: 'advisory-local', durability: 'Made by a local run, unsigned: it proves nothing to others.' },
    { rung: 'attested-remote', durability: 'Made by this service, signed with Ed25519, replayable by anybody.' },
    { rung: 'grant-bound', durability: 'A declared seam, not built.' },
  ],
  notFor: [
    'load testing or fuzzing a target',
    'penetration testing or getting around a login',
    'verifying targets that the caller intends to game',
  ],
  surfaces: [
    { path: '/openapi.json', title: '/openapi.json', note: 'OpenAPI 3.1' },
    { path: '/llms.txt', title: '/llms.txt', note: 'for language models' },
    { path: '/mcp', title: '/mcp', note: 'MCP over Streamable HTTP' },
    { path: '/self', title: '/self', note: 'the signed report of this service about itself' },
  ],
  packs: [{ name: 'sample/one', digest: `sha256:${'1'.repeat(64)}`, title: 'What agents find at a domain' }],
  self: stored('good'),
});

const about = aboutPage({
  operator: 'This instance is run by nobody in particular; its operator has set no name.',
  contact: 'mailto:operator@axproof.test',
  conduct: 'A grade reads what a site publishes for agents.',
  stored: [
    'Reports with their evidence, public, until somebody asks for a takedown.',
    'Packs that callers send, public.',
    'Addresses of callers, for an hour, to keep the limits.',
  ],
  checkout: 'Nothing can be bought here.',
});

const liar = stored('liar-claims');

/** What the page of a domain has beside its report. */
const ofDomain = (name: string): Partial<ReportPageOptions> => ({
  cardUrl: `/${name}/card.svg`,
  again: { domain: name, from: '2026-01-01T00:01:00.000Z' },
});

const side = ({ verdict }: VerificationReport, id: string) => verdict.checks.find((check) => check.id === id)!;
const changed = ['llms-txt', 'icp-json', 'claims-exist'].map((id) => ({
  id,
  before: side(stored('empty'), id),
  after: side(liar, id),
  causes: ['the target changed'],
}));
const since = { at: '2025-12-31T09:30:00.000Z', reportUrl: `/reports/${digest('4c')}`, grade: 'F', points: 1, outOf: 10, changes: changed };

/** Ten checks fail, at a site whose answers are as long as those of real ones, with all that the page of a domain has. */
const crowded = stored('empty');
for (const { answer } of crowded.evidence.exchanges)
  if (answer.body?.text)
    answer.body = { ...answer.body, text: answer.body.text + '<div class="row"><a href="/x">Teas &amp; pots</a></div>'.repeat(99) };

/** Every page that the service has, by name. */
export const PAGES: Record<string, () => string> = {
  good: () =>
    reportPage(
      attested(stored('good')),
      pack,
      options('widgets.example', { ...ofDomain('widgets.example'), proofUrl: `/reports/${digest('1f')}/proof` }),
    ),
  liar: () => reportPage(liar, pack, options('liar-claims.example')),
  blocked: () => reportPage(attested(stored('blocked')), pack, options('blocked.example')),
  since: () => reportPage(attested(liar), pack, options('liar-claims.example', { ...ofDomain('liar-claims.example'), since })),
  receipts: () => receiptsPage(liar, options('liar-claims.example')),
  empty: () => reportPage(stored('empty'), pack, options('empty.example')),
  failing: () =>
    reportPage(
      attested(crowded),
      pack,
      options('empty.example', { ...ofDomain('empty.example'), proofUrl: `/reports/${digest('1f')}/proof`, since }),
    ),
  pinned: () => reportPage(hostilePinned, sample.pack, options('example.com', { badgeUrl: undefined })),
  live: () =>
    livePage(
      liveRun(liar.verdict.checks.slice(0, 4), {
        asks: ['/openapi.json', '/.well-known/mcp.json'].map((path) => ({ method: 'GET', url: `https://widgets.example${path}` })),
      }),
    ),
  home: () => home,
  about: () => about,
  error: () =>
    errorPage(
      {
        type: `${ORIGIN}/errors/cooldown`,
        status: 429,
        title: 'The target was asked too recently',
        detail: 'widgets.example was asked 12 seconds ago; it may be asked again in 48 seconds.',
        code: 'cooldown',
        fix: 'Read the last report, or wait as Retry-After says.',
        errors: ['target: asked once a minute at most'],
        lastReport: `${ORIGIN}/reports/${digest('1f')}`,
      },
      'https://widgets.example/docs',
    ),
  'error-code': () =>
    errorCodePage({
      code: 'cooldown',
      title: 'The target was asked too recently',
      fix: 'Read the last report, or wait as Retry-After says.',
      exit: 3,
      status: 429,
    }),
  offer: () =>
    offerPage({
      id: 'attested-run',
      title: 'Attested runs on a schedule',
      description: 'A signed report of your target after each deployment, with its history.',
      buys: ['A signed report for each run', 'History and regressions', 'Functional tests with writes, where the target consents'],
      type: `${ORIGIN}/errors/payment-required`,
      status: 402,
      code: 'payment-required',
      metering: { unit: 'run', hardCeiling: true, note: 'the number of runs that you set; it is never passed' },
      checkoutUrl: '/about#checkout',
      checkout: { url: '/about#checkout', placeholder: true, note: 'A placeholder: nothing can be bought yet.' },
      alternatives: [{ id: 'Grade a domain here', how: 'free, without a key', url: '/' }],
    }),
};
