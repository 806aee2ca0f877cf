// Codes of the hosted service, of its store, and of asking it from the command line. A code is never reused.
import { type ErrorKind, forged, unclear, usage } from './exit.ts';

export const HOSTED = {
  // The hosted service.
  'bad-domain': usage(
    'The target is not a public domain name',
    'Give a public DNS name such as example.com. For addresses of your own machine or network use the command line, or axproof mcp --allow-private. What the service itself has is listed at its /.',
  ),
  'bad-request': usage(
    'The request does not have the shape that is asked for',
    'Each detail says where and what would be right; the whole shape stands in /openapi.json of a service, and of a tool in its input schema.',
  ),
  'foreign-host': usage(
    'A service of private targets does not answer under this name',
    'Ask it by the address that it prints, or by PUBLIC_URL: any page of the web could have a name of its own lead here.',
  ),
  'body-too-large': usage('The request body is too large', 'Send less; the limit stands in the message.'),
  'unsupported-media-type': usage(
    'The request body is of a kind that is not read here',
    'Send application/json in UTF-8, without a Content-Encoding.',
  ),
  'method-not-allowed': usage('The method does not exist at this address', 'The Allow header lists those that do.'),
  'not-found': usage(
    'There is nothing at this address',
    'What there is, is listed at / of the service. Over MCP, take the digest of a report and the id of a check from an earlier answer.',
  ),
  gone: usage('The document was taken down', 'The signed tombstone says when and why.', {
    title: 'The document was taken down',
    fix: 'Who asks the same address for application/json gets the signed tombstone.',
  }),
  cooldown: unclear(
    'The target was asked too recently',
    'Read the last report, or wait as Retry-After says: a target is asked once in a while only.',
  ),
  'too-many-runs': unclear('This caller has started too many runs', 'Wait as Retry-After says; reading stored reports is not limited.'),
  'too-many-specs': unclear(
    'This caller has sent too many new specs',
    'Wait as Retry-After says. A spec that the service has costs nothing: name it by its digest, or send the same one again.',
  ),
  busy: unclear('The verifier has too much to do', 'Try again later, as Retry-After says.'),
  'payment-required': usage('This is a paid capability', 'The offer says what it buys, and what is free instead.'),
  'bad-entitlement': usage(
    'The entitlement is not valid',
    'Send one that the operator of this service issued, whose time is not over, as Authorization: Bearer. What is free needs none.',
  ),
  'entitlement-too-narrow': usage('The entitlement does not cover this', 'Ask the operator for one with this capability and this target.'),
  'idempotency-conflict': usage('The Idempotency-Key was used for another request', 'Use a new key for a new request.'),
  'run-interrupted': unclear(
    'The run was cut off when the service stopped',
    'Start it again; nothing was judged. If its spec writes, look whether something was left at the target.',
  ),
  'verifier-died': unclear(
    'The worker died that had begun the run',
    'Start it again after the cooldown; nothing was judged, and nothing is said of the target. If its spec writes, look whether something was left there.',
  ),
  'engine-away': unclear(
    'No node of the engine answers',
    'Look at Restate and at AXPROOF_RESTATE_INGRESS; runs are taken meanwhile, and wait in the store.',
  ),
  'threads-missing': unclear('Threads of runs are missing', 'Look at the log and at memory; restart the process where it stays so.'),
  'service-stopping': unclear('The process is stopping', 'Ask another one; this one takes nothing any more.'),
  'bad-config': usage('The service cannot start with these settings', 'See docs/operating.md for every setting.'),
  // The store.
  'store-unavailable': unclear(
    'The store does not answer',
    'Check the database, its disk and DATABASE_URL or AXPROOF_DATA; nothing that was promised is lost. Try again.',
    {
      title: 'The store does not answer',
      fix: 'Try again later. What this service has published is not lost; only whoever runs it can mend this.',
    },
  ),
  'store-damaged': forged(
    'What the store holds is not what was put into it',
    'Restore the store from a backup; somebody or something changed it from outside.',
  ),
  'already-stored': forged(
    'Another document stands under this digest',
    'Documents never change: fetch the one that is stored. Nothing is signed twice under one id.',
  ),
  'taken-down': usage('The document was taken down', 'It stays so; its tombstone says why.'),
  'bad-cursor': usage('The cursor is none of this list', 'Take the cursor of the page before, as it stands.'),
  // Asking a deployed service from the command line.
  'service-failed': unclear(
    'The service gave no answer that can be used',
    'Check the address of --service and its /health/ready; nothing was accepted. Try again later.',
  ),
  'other-answer': forged(
    'The service answered another question than the one that was asked',
    'Do not believe the answer: something on the way, or the service, put another report in its place.',
  ),
} as const satisfies Record<string, ErrorKind>;
