// Who runs the service, how to opt out, and what is stored: the facts of the about page, and the same as Markdown.
import type { OperatorFacts } from '../../../report/html/models.ts';
import type { Config } from '../../../service/config.ts';

/** Whose reports these are is a question of trust: a service that does not say must be seen not to. */
const who = ({ operator, contact }: Config): string =>
  operator === undefined
    ? `The operator of this instance has not named themselves${contact === undefined ? ' and gives no contact' : ''}. Trust its reports as far as you trust the address and the keys they come from.`
    : `This instance is run by ${operator.replace(/\.$/, '')}.`;

export const operatorFacts = (config: Config): OperatorFacts => ({
  operator: who(config),
  ...(config.contact === undefined ? {} : { contact: config.contact }),
  stored: [
    'Reports with their evidence: requests as they were sent and what came back, with credentials, tokens and personal addresses taken out. They are public and immutable.',
    'Packs and pinned specs that callers send: public, by their digest.',
    'Digests of all reports, in a public log.',
    'Addresses of callers: only as counters of a budget, for an hour.',
    'A report is taken down on request of whoever runs the target; a signed tombstone stays in its place.',
  ],
});

export const aboutMarkdown = ({ operator, contact, stored }: OperatorFacts): string => `# About this service

${operator}${contact === undefined ? '' : `\n\nContact: ${contact}`}

## Opt out

Name \`axproof\` in your robots.txt:

\`\`\`
User-agent: axproof
Disallow: /
\`\`\`

Nothing else of your site is asked then, and no grade is made.

## What is stored

${stored.map((line) => `- ${line}`).join('\n')}

## Checkout

Paid capabilities cannot be bought yet: the checkout links of offers lead here. Grades and pinned verifications are free.
`;
