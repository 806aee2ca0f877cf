// The home page: type a domain, what is graded, for whom, and how to check it. All facts are handed in.
import type { AgentClassRecord, LadderRung, Report } from '../../contract/generated/types.ts';
import { gradeWords } from '../grade-words.ts';
import { points } from '../summary.ts';
import { askForm } from './ask-form.ts';
import { HOME_STYLE_PATH } from './assets.ts';
import { copyable } from './copyable.ts';
import { absolute, link } from './links.ts';
import { html, type Markup } from './markup.ts';
import { page } from './page.ts';
import { gradeRing } from './ring.ts';
import { SIGNS } from './words.ts';

export interface ServiceFacts {
  version: string;
  /** PUBLIC_URL. */
  url: string;
  /** One sentence. */
  summary: string;
  agents: readonly AgentClassRecord[];
  ladder: readonly LadderRung[];
  notFor: readonly string[];
  surfaces: readonly { path: string; title: string; note: string }[];
  /** Bundled packs by name; the digest is what a gate expects. */
  packs: readonly { name: string; digest: string; title: string }[];
  /** The report of the service about itself, which stands at /self. */
  self?: Report;
}

/** A real report in small: whoever wants to see one before asking for one. */
function example({ self }: ServiceFacts): Markup | null {
  if (!self) return null;
  const { verdict } = self;
  const rows = verdict.checks.map(({ title, verdict: came }) => {
    const { sign, word } = SIGNS[came];
    return html`<li class="check-line ${came}"><span class="sign" aria-hidden="true">${sign}</span><span class="unseen">${word}: </span>${title}</li>`;
  });
  return html`<section aria-labelledby="example"><h2 id="example">What a report looks like</h2>
<div class="example">${gradeRing(self)}<div><p><strong>${verdict.target.replace(/^https:\/\//, '')}</strong> · ${gradeWords(verdict)}, ${verdict.score.points} of ${points(verdict.score.outOf)}</p>
<ul class="lines">${rows}</ul>
<p>${link({ href: '/self', text: 'Read this report' })}: this service, graded by itself.</p></div></div></section>`;
}

const command = html`<section aria-labelledby="command"><h2 id="command">On your own machine</h2>
<p>The command grades what only your machine can reach, before it is deployed. It needs Node 20.19 or newer; with <code>npm install --global axproof</code> it stays.</p>
${copyable('npx axproof grade http://localhost:3000', 'the command for your own machine')}</section>`;

const agent = ({ id, fit, flow }: AgentClassRecord): Markup => html`<li><h3>${id}</h3><p>${fit}</p><p class="muted">${flow}</p></li>`;

const surface = ({ path, title, note }: ServiceFacts['surfaces'][number]): Markup =>
  html`<li>${link({ href: path, text: title })} <span class="muted">${note}</span></li>`;

function verifying({ url }: ServiceFacts): Markup {
  const post = `curl ${absolute('/verify', url)} -H 'content-type: application/json' \\\n  -d '{"target": "https://example.com", "expectedDigest": "sha256:…"}'`;
  return html`<section aria-labelledby="verify"><h2 id="verify">Do not believe it: check it</h2>
<p>A verdict follows from pack, evidence and seed alone. A report carries all of its evidence and is signed; with this command anybody judges it again, offline.</p>
${copyable(`axproof replay REPORT --jwks ${absolute('/.well-known/jwks.json', url)}`, 'the command that checks a report')}
<p>An acceptance gate names the digest of its spec, such as that of a pack below. Done means <code>"passed": true</code>, from here, at that digest.</p>
${copyable(post, 'the request of a gate')}
</section>`;
}

export function homePage(facts: ServiceFacts): string {
  return page({
    title: 'How well does your domain work for agents?',
    description: facts.summary,
    url: absolute('/', facts.url),
    head: html`<link rel="stylesheet" href="${HOME_STYLE_PATH}">
`,
    alternates: [
      { href: '/', type: 'text/markdown' },
      { href: '/', type: 'application/json' },
    ],
    body: html`<div class="intro"><h1>How well does your domain work for agents?</h1>
<p class="lead">${facts.summary}</p>
${askForm()}</div>
${example(facts)}
${command}
<section aria-labelledby="agents"><h2 id="agents">Who this is for</h2>
<ul class="cards">${facts.agents.map(agent)}</ul></section>
${verifying(facts)}
<section aria-labelledby="ladder"><h2 id="ladder">What a report is worth</h2>
<dl class="facts">${facts.ladder.map(({ rung, durability }) => html`<div><dt>${rung}</dt><dd>${durability}</dd></div>`)}</dl></section>
<section aria-labelledby="packs"><h2 id="packs">Packs</h2>
<dl class="facts">${facts.packs.map(({ name, digest, title }) => html`<div><dt>${link({ href: `/packs/${digest}`, text: name })}</dt><dd>${title}</dd></div>`)}</dl></section>
<section aria-labelledby="surfaces"><h2 id="surfaces">Everything that is here</h2>
<ul class="links">${facts.surfaces.map(surface)}</ul></section>
<section aria-labelledby="not"><h2 id="not">What it is not for</h2>
<ul>${facts.notFor.map((text) => html`<li>${text}</li>`)}</ul></section>
<p class="muted">axproof ${facts.version}</p>`,
  });
}
