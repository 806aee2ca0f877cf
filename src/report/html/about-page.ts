// The about page: who runs this, how to opt out, what is stored.
import { copyable } from './copyable.ts';
import { link } from './links.ts';
import { html } from './markup.ts';
import { page } from './page.ts';

export interface OperatorFacts {
  /** Who runs this service, in the operator's words. */
  operator: string;
  /** mailto: or https: */
  contact?: string;
  /** Where those who are graded complain; mailto: or https: */
  abuse?: string;
  /** What a grade does to a site. */
  conduct: string;
  /** Retention, in words: what is stored, how long, how to have it taken down. */
  stored: readonly string[];
  /** What can be bought, and how. */
  checkout: string;
}

const ROBOTS = 'User-agent: axproof\nDisallow: /';
const FILE = '{ "verification": false }';
const linkText = (href: string): string => href.replace(/^mailto:/, '');

export const aboutPage = (facts: OperatorFacts): string =>
  page({
    title: 'About',
    at: '/about',
    description: 'Who runs this verifier, how to opt out, and what is stored.',
    body: html`<h1>About this verifier</h1>
<section aria-labelledby="who"><h2 id="who">Who runs this</h2>
<p>${facts.operator}</p>
${facts.contact !== undefined && html`<p>Contact: ${link({ href: facts.contact, text: linkText(facts.contact) })}</p>`}
${facts.abuse !== undefined && html`<p>Complaints and take-downs: ${link({ href: facts.abuse, text: linkText(facts.abuse) })}</p>`}</section>
<section aria-labelledby="conduct"><h2 id="conduct">What it does to a site</h2>
<p>${facts.conduct}</p></section>
<section aria-labelledby="opt-out"><h2 id="opt-out">How to opt out</h2>
<p>Say so in <code>/robots.txt</code> of your site. It is asked for before anything else, and from then on nothing else is asked: no grade is made, the answer is
<code>declined</code>, and for a day nothing is asked at all.</p>
${copyable(ROBOTS, 'the lines for robots.txt')}
<p>Or publish <code>/.well-known/axproof.json</code>, which is asked for once robots.txt allows it.</p>
${copyable(FILE, 'the file axproof.json')}
<p>A group for <code>axproof</code> governs every request. Without one, <code>User-agent: *</code> governs the home page and all addresses that the site itself names.</p></section>
<section aria-labelledby="stored"><h2 id="stored">What is stored</h2>
<ul>${facts.stored.map((text) => html`<li>${text}</li>`)}</ul></section>
<section aria-labelledby="checkout"><h2 id="checkout">Checkout</h2>
<p>${facts.checkout}</p></section>`,
  });
