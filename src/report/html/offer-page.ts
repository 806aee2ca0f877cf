// An offer as a page: what it buys, what is metered, how to settle, what is free instead. It names no amount.
import type { Offer } from '../../contract/generated/types.ts';
import { link } from './links.ts';
import { html } from './markup.ts';
import { page } from './page.ts';

export const offerPage = (offer: Offer): string =>
  page({
    title: offer.title,
    description: offer.description,
    body: html`<p class="status">402 · Offer</p>
<h1>${offer.title}</h1>
<p class="lead">${offer.description}</p>
<section aria-labelledby="buys"><h2 id="buys">What it buys</h2><ul>${offer.buys.map((text) => html`<li>${text}</li>`)}</ul></section>
<section aria-labelledby="terms"><h2 id="terms">Terms</h2>
<dl class="facts"><div><dt>Metered by</dt><dd>The ${offer.metering.unit}.</dd></div><div><dt>Hard ceiling</dt><dd>${offer.metering.note}</dd></div>
<div><dt>Checkout</dt><dd>${link({ href: offer.checkout.url, text: offer.checkout.url })}</dd><dd>${offer.checkout.note}</dd></div><div><dt>Offer</dt><dd><code>${offer.id}</code></dd></div></dl></section>
<section aria-labelledby="free"><h2 id="free">Free instead</h2>
<ul class="links">${offer.alternatives.map(({ id, how, url }) => html`<li>${link({ href: url, text: id })} <span class="muted">${how}</span></li>`)}</ul></section>`,
  });
