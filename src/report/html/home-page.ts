// The home page: type a domain, what is graded, for whom, and how to check it. All facts are handed in.
import { copyable } from './copyable.ts';
import { absolute, link } from './links.ts';
import { html, type Markup } from './markup.ts';
import type { PageLink, ServiceFacts } from './models.ts';
import { page } from './page.ts';

const FORM = html`<form class="ask" action="/grade" method="get">
<label for="domain">Grade a domain</label>
<div><input id="domain" name="domain" type="text" required autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url" maxlength="253" placeholder="example.com" aria-describedby="domain-help"><button type="submit">Grade</button></div>
<p class="muted" id="domain-help">A public domain name. The grade takes some seconds; the report is public.</p>
</form>`;

const agent = ({ id, fit, flow }: ServiceFacts['agents'][number]): Markup =>
  html`<li><h3>${id}</h3><p>${fit}</p><p class="muted">${flow}</p></li>`;

const surface = ({ href, text, note }: PageLink): Markup =>
  html`<li>${link({ href, text })}${note !== undefined && html` <span class="muted">${note}</span>`}</li>`;

function verifying({ url }: ServiceFacts): Markup {
  const post = `curl ${absolute('/verify', url)} -H 'content-type: application/json' \\\n  -d '{"target": "https://example.com", "expectedDigest": "sha256:…"}'`;
  return html`<section aria-labelledby="verify"><h2 id="verify">Do not believe it: check it</h2>
<p>A verdict follows from pack, evidence and seed alone. A report carries all of its evidence and is signed; with this command anybody judges it again, offline.</p>
${copyable(`axproof replay REPORT --jwks ${absolute('/.well-known/jwks.json', url)}`, 'the command that checks a report')}
<p>An acceptance gate names the digest of its spec. Done means <code>"passed": true</code>, from here, at that digest.</p>
${copyable(post, 'the request of a gate')}
</section>`;
}

export function homePage(facts: ServiceFacts): string {
  return page({
    title: 'How well does your domain work for agents?',
    description: facts.summary,
    alternates: [
      { href: '/', type: 'text/markdown' },
      { href: '/', type: 'application/json' },
    ],
    body: html`<div class="intro"><h1>How well does your domain work for agents?</h1>
<p class="lead">${facts.summary}</p>
${FORM}</div>
<section aria-labelledby="agents"><h2 id="agents">For four kinds of agents</h2>
<ul class="cards">${facts.agents.map(agent)}</ul></section>
${verifying(facts)}
<section aria-labelledby="ladder"><h2 id="ladder">What a report is worth</h2>
<dl class="facts">${facts.ladder.map(({ id, text }) => html`<div><dt>${id}</dt><dd>${text}</dd></div>`)}</dl></section>
${
  facts.packs &&
  facts.packs.length > 0 &&
  html`<section aria-labelledby="packs"><h2 id="packs">Packs</h2>
<dl class="facts">${facts.packs.map(({ name, title }) => html`<div><dt>${name}</dt><dd>${title}</dd></div>`)}</dl></section>`
}
<section aria-labelledby="surfaces"><h2 id="surfaces">Everything that is here</h2>
<ul class="links">${facts.surfaces.map(surface)}</ul></section>
<section aria-labelledby="not"><h2 id="not">What it is not for</h2>
<ul>${facts.notFor.map((text) => html`<li>${text}</li>`)}</ul></section>
<p class="muted">axproof ${facts.version}</p>`,
  });
}
