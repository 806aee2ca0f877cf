// Codes of the hosted service. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const HOSTED = {
  // The hosted service.
  'bad-domain': {
    exit: EXIT.usage,
    title: 'The target is not a public domain name',
    fix: 'Give a public DNS name such as example.com; for addresses of your own machine or network use the command line.',
  },
  'bad-request': {
    exit: EXIT.usage,
    title: 'The request does not have the shape that is asked for',
    fix: 'Each detail says where and what would be right; /openapi.json has the whole shape.',
  },
  'body-too-large': { exit: EXIT.usage, title: 'The request body is too large', fix: 'Send less; the limit stands in the message.' },
  'unsupported-media-type': {
    exit: EXIT.usage,
    title: 'The request body is of a kind that is not read here',
    fix: 'Send application/json.',
  },
  'method-not-allowed': {
    exit: EXIT.usage,
    title: 'The method does not exist at this address',
    fix: 'The Allow header lists those that do.',
  },
  'not-found': { exit: EXIT.usage, title: 'There is nothing at this address', fix: 'See / for what there is.' },
  gone: { exit: EXIT.usage, title: 'The document was taken down', fix: 'The signed tombstone says when and why.' },
  cooldown: {
    exit: EXIT.unclear,
    title: 'The target was asked too recently',
    fix: 'Read the last report, or wait as Retry-After says: a target is asked once in a while only.',
  },
  'too-many-runs': {
    exit: EXIT.unclear,
    title: 'This caller has started too many runs',
    fix: 'Wait as Retry-After says; reading stored reports is not limited.',
  },
  'too-many-specs': {
    exit: EXIT.unclear,
    title: 'This caller has sent too many new specs',
    fix: 'Wait as Retry-After says. A spec that the service has costs nothing: name it by its digest, or send the same one again.',
  },
  busy: { exit: EXIT.unclear, title: 'The queue is full', fix: 'Try again later, as Retry-After says.' },
  'payment-required': {
    exit: EXIT.usage,
    title: 'This is a paid capability',
    fix: 'The offer says what it buys, and what is free instead.',
  },
  'bad-entitlement': {
    exit: EXIT.usage,
    title: 'The entitlement is not valid',
    fix: 'Send one that the operator of this service issued, whose time is not over, as Authorization: Bearer. What is free needs none.',
  },
  'entitlement-too-narrow': {
    exit: EXIT.usage,
    title: 'The entitlement does not cover this',
    fix: 'Ask the operator for one with this capability and this target.',
  },
  'idempotency-conflict': {
    exit: EXIT.usage,
    title: 'The Idempotency-Key was used for another request',
    fix: 'Use a new key for a new request.',
  },
  'run-interrupted': {
    exit: EXIT.unclear,
    title: 'The run was cut off when the service stopped',
    fix: 'Start it again; nothing was judged. If its spec writes, look whether something was left at the target.',
  },
  'verifier-died': {
    exit: EXIT.unclear,
    title: 'The worker died that had begun the run',
    fix: 'Start it again after the cooldown; nothing was judged, and nothing is said of the target. If its spec writes, look whether something was left there.',
  },
  'engine-away': {
    exit: EXIT.unclear,
    title: 'No node of the engine answers',
    fix: 'Look at Restate and at AXPROOF_RESTATE_INGRESS; runs are taken meanwhile, and wait in the store.',
  },
  'threads-missing': {
    exit: EXIT.unclear,
    title: 'Threads of runs are missing',
    fix: 'Look at the log and at memory; restart the process where it stays so.',
  },
  'service-stopping': { exit: EXIT.unclear, title: 'The process is stopping', fix: 'Ask another one; this one takes nothing any more.' },
  'bad-config': {
    exit: EXIT.usage,
    title: 'The service cannot start with these settings',
    fix: 'See docs/operating.md for every setting.',
  },
} as const satisfies Record<string, ErrorKind>;
