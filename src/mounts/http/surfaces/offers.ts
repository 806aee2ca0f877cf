// Structured offers of the paid capabilities. They name no amount, and their checkout is a placeholder that says so.
import type { Offer } from '../../../contract/generated/types.ts';
import type { Capability } from '../../../service/entitlements.ts';

const CEILING = 'Usage is metered against a ceiling that the buyer sets; nothing is ever charged beyond it.';
const NO_AMOUNTS = `${CEILING} No amounts are published yet.`;
const ENTITLED = 'Whom the operator has issued an entitlement sends it as Authorization: Bearer TOKEN.';
const PLACEHOLDER = `A placeholder: settlement is not live, and nothing can be bought here yet. ${ENTITLED}`;
const NO_PAGE = 'A placeholder: there is no page to buy at.';

/** What the operator sells by x402: nothing, what is offered, or something else alone. */
export type Sale = 'nothing' | 'this' | 'other';
const NOTES: Record<Sale, { ceiling: string; checkout: string }> = {
  nothing: { ceiling: NO_AMOUNTS, checkout: PLACEHOLDER },
  this: {
    ceiling: `${CEILING} What one run costs stands in the header PAYMENT-REQUIRED.`,
    checkout: `${NO_PAGE} One run is paid for with the request itself, by x402 (version 2): PAYMENT-REQUIRED says what is asked for, PAYMENT-SIGNATURE pays. ${ENTITLED}`,
  },
  other: {
    ceiling: `${CEILING} What one run of functional tests costs stands in the header PAYMENT-REQUIRED of its 402.`,
    checkout: `${NO_PAGE} One run of functional tests is paid for with the request itself (POST /functional-tests), by x402 (version 2); everything else is had with an entitlement alone. ${ENTITLED}`,
  },
};

const WORDS = {
  'attested-run': {
    title: 'Attested run',
    description: 'A run against a target with everything that is paid: functional tests, scheduled verification, its history.',
    buys: ['functional tests of a workflow', 'scheduled reverification', 'grade history and regression alerts'],
    unit: 'run',
  },
  'functional-tests': {
    title: 'Functional tests',
    description:
      'Workflows that write (CRUD round trips, several steps with captured values) against a target that consents, with a signed report.',
    buys: ['one pinned spec with writes against one consenting target', 'a signed, replayable report'],
    unit: 'run',
  },
  monitors: {
    title: 'Monitoring',
    description: 'Scheduled reverification of a target against a pack or a pinned spec, with alerts on regressions and a status page.',
    buys: ['scheduled runs', 'regression alerts', 'a status page'],
    unit: 'scheduled run',
  },
  history: {
    title: 'Grade history',
    description: 'Every signed grade of a domain over time, with what changed and why.',
    buys: ['the list of all signed reports of one domain', 'which checks changed, and whether the target or the rules changed them'],
    unit: 'read',
  },
} as const satisfies Record<Capability | 'attested-run', unknown>;

export type OfferId = keyof typeof WORDS;

/** All of it but what any problem says. */
export function offer(id: OfferId, base: string, sale: Sale = 'nothing'): Omit<Offer, 'type' | 'status' | 'code' | 'detail'> {
  const { title, description, buys, unit } = WORDS[id];
  const url = `${base}/about#checkout`;
  return {
    id,
    title,
    description,
    buys: [...buys],
    metering: { unit, hardCeiling: true, note: NOTES[sale].ceiling },
    checkoutUrl: url,
    checkout: { url, placeholder: true, note: NOTES[sale].checkout },
    alternatives: [
      { id: 'grade', how: 'The conformance grade of any public domain is free: GET /{domain}.', url: `${base}/` },
      { id: 'pinned', how: 'Pinned specs that only read are free: POST /verify.', url: `${base}/openapi.json` },
      {
        id: 'command-line',
        how: 'The command line runs every spec, writes included, against targets that consent, free of charge.',
        url: `${base}/#command`,
      },
    ],
  };
}
