// The page of one error code: what it means and how to mend it.
import type { ErrorEntry } from '../../contract/generated/types.ts';
import { html } from './markup.ts';
import { page } from './page.ts';

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
