// An error as a page: what happened, what to do, where to go. The same facts as the problem document.
import { askForm } from './ask-form.ts';
import { link } from './links.ts';
import { html } from './markup.ts';
import type { PageProblem } from './models.ts';
import { page } from './page.ts';

export const errorPage = ({ status, title, detail, code, fix, details = [], links = [], typed }: PageProblem): string =>
  page({
    title,
    body: html`<p class="status">${status}</p>
<h1>${title}</h1>
${detail !== undefined && detail !== title && html`<p class="lead">${detail}</p>`}
${details.length > 0 && html`<ul>${details.map((text) => html`<li>${text}</li>`)}</ul>`}
${fix !== undefined && html`<h2>What to do</h2><p>${fix}</p>`}
${links.length > 0 && html`<ul class="links">${links.map((item) => html`<li>${link(item)}${item.note !== undefined && html` <span class="muted">${item.note}</span>`}</li>`)}</ul>`}
${askForm(typed)}
<p class="muted">Error code ${link({ href: `/errors/${code}`, text: code })}</p>`,
  });
