// Who runs the service, how to opt out, what is stored and what can be bought: the facts of the about page, and the same as Markdown.
import type { OperatorFacts } from '../../../report/html/about-page.ts';
import type { Config } from '../../../service/config.ts';

/** Whose reports these are is a question of trust: a service that does not say must be seen not to. */
const who = ({ operator, contact }: Config): string =>
  operator === undefined
    ? `The operator of this instance has not named themselves${contact === undefined ? ' and gives no contact' : ''}. Trust its reports as far as you trust the address and the keys they come from.`
    : `This instance is run by ${operator.replace(/\.$/, '')}.`;

const checkout = ({ x402Facilitator }: Config): string =>
  x402Facilitator === undefined
    ? 'Paid capabilities cannot be bought yet: the checkout links of offers lead here. Grades and pinned verifications are free.'
    : 'There is no page to buy at: the checkout links of offers lead here. One run of functional tests is paid for with the request itself, by x402 (version 2): the answer 402 says what it costs. Grades and pinned verifications are free.';

export const operatorFacts = (config: Config): OperatorFacts => ({
  operator: who(config),
  checkout: checkout(config),
  contact: config.contact,
  abuse: config.abuse ?? config.contact,
  conduct:
    `A grade reads what a site publishes for agents: a few dozen requests over at most six connections${config.cooldown === 0 ? '' : `, and none for ${config.cooldown} s after one`}. ` +
    'What contradicts a claim is asked once more. It sends no credentials, pays for nothing, calls no tool, and writes nothing without the ' +
    "consent of the site. What it posts is the handshake and the lists of MCP, and a ping to an agent's JSON-RPC interface, where the site's own documents " +
    'declare them. A GET that changes something is beyond what a verifier can see: a grade asks no operation and no link whose name says log out, unsubscribe, confirm, ' +
    'delete or buy. Whatever else must not be asked, a group for axproof in robots.txt forbids to every spec.',
  stored: [
    'Reports with their evidence: requests as they were sent and what came back. They are public, signed and kept for ever.',
    'Masked before anything is judged or stored: credentials and cookies, tokens and private keys by their published shapes, and e-mail addresses of persons outside the documents that a site publishes for machines. Names in plain text are not recognised.',
    'Packs and pinned specs that callers send: public, by their digest.',
    'Digests of all reports, in a public log.',
    'Of callers: hashes of their address (of IPv6 its /64 and its /48) beside a budget and an Idempotency-Key, deleted a day after its last use. The log names targets and no callers.',
    'Events of a run: a day. That there was a run, of which target and when, and the trace identifier that its caller sent (W3C Trace Context): for as long as the store.',
    'A report is taken down on request of whoever runs the target, or of a person whose data stands in it: its bytes are deleted, a signed tombstone stays in its place, and its digest in the log.',
  ],
});

export const aboutMarkdown = ({
  operator,
  contact,
  abuse,
  conduct,
  stored,
  checkout: bought,
}: OperatorFacts): string => `# About this service

${operator}${contact === undefined ? '' : `\n\nContact: ${contact}`}${abuse === undefined ? '' : `\n\nComplaints and take-downs: ${abuse}`}

## Opt out

Name \`axproof\` in your robots.txt:

\`\`\`
User-agent: axproof
Disallow: /
\`\`\`

Or publish \`/.well-known/axproof.json\`, which is asked for once robots.txt allows it:

\`\`\`json
{ "verification": false }
\`\`\`

Nothing else of your site is asked then, and no grade is made: the answer is \`declined\`, and for a day nothing is asked at all. A group for \`axproof\` that forbids a part of your site is honoured as it stands.

## What it does to a site

${conduct}

## What is stored

${stored.map((line) => `- ${line}`).join('\n')}

## Checkout

${bought}
`;
