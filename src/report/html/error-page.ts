// The page of a problem (RFC 9457), with the same facts as the problem document, and the page of its code.
import type { ErrorEntry, Problem } from '../../contract/generated/types.ts';
import { askForm } from './ask-form.ts';
import { link } from './links.ts';
import { html } from './markup.ts';
import { page } from './page.ts';

/** typed: what was meant as a domain; it stays in the form. */
export const errorPage = ({ status, title, detail, code, fix, errors = [], lastReport }: Problem, typed?: string): string =>
  page({
    title,
    body: html`<p class="status">${status}</p>
<h1>${title}</h1>
${detail !== undefined && detail !== title && html`<p class="lead">${detail}</p>`}
${errors.length > 0 && html`<ul>${errors.map((text) => html`<li>${text}</li>`)}</ul>`}
${fix !== undefined && html`<h2>What to do</h2><p>${fix}</p>`}
${lastReport !== undefined && html`<ul class="links"><li>${link({ href: lastReport, text: 'The last report of this target' })}</li></ul>`}
${askForm(typed)}
<p class="muted">Error code ${link({ href: `/errors/${code}`, text: code })}</p>`,
  });

export const errorCodePage = ({ code, title, fix, exit, status }: ErrorEntry): string =>
  page({
    title: code,
    description: title,
    body: html`<p class="status">Error code</p>
<h1><code>${code}</code></h1>
<p class="lead">${title}.</p>
<h2>What to do</h2>
<p>${fix}</p>
<h2>Where it appears</h2>
<dl class="facts"><div><dt>Command line</dt><dd>exit status ${exit}</dd></div><div><dt>HTTP</dt><dd>status ${status}, as <code>application/problem+json</code></dd></div></dl>`,
  });
