// Codes of usage, targets, packs and runs. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const CORE = {
  'bad-usage': { exit: EXIT.usage, title: 'The command was not understood', fix: 'axproof COMMAND --help says what it takes.' },
  'bad-target': {
    exit: EXIT.usage,
    title: 'The target is not an origin',
    fix: 'Give a domain (example.com), an origin (http://127.0.0.1:8080) or a fixture file (.yaml); no path, no user info.',
  },
  'other-target': {
    exit: EXIT.usage,
    title: 'The target is not the one that the report is about',
    fix: 'Leave the target out: the report names its own. To compare two targets run axproof diff.',
  },
  'bad-pack': {
    exit: EXIT.usage,
    title: 'The pack does not load',
    fix: 'Name a bundled pack, or give the path of a folder or file of your own; axproof pack lint PATH says every mistake of it, and what would be right.',
  },
  'bad-fixture': {
    exit: EXIT.usage,
    title: 'The fixture does not load',
    fix: 'Each finding says where and what would be right; see docs/fixtures.md.',
  },
  'bad-file': {
    exit: EXIT.usage,
    title: 'A file cannot be read or written',
    fix: 'Check the path or address, and that it may be read or written there.',
  },
  'bad-report': {
    exit: EXIT.forged,
    title: 'The file is not a report of this format',
    fix: 'Give a report written by axproof grade --json or --record.',
  },
  'engine-mismatch': {
    exit: EXIT.forged,
    title: 'The pack or report needs another engine',
    fix: 'For an older pack run axproof pack migrate and have its new digest ratified; a report is replayed by the version that the message names.',
  },
  'unknown-pack': {
    exit: EXIT.forged,
    title: 'The pack that a report names is not at hand',
    fix: 'Give it with --pack: a folder, a resolved document, or its URL at the service that issued the report.',
  },
  'other-pack': {
    exit: EXIT.forged,
    title: 'The pack is not the one that the report was made with',
    fix: 'Give the pack whose digest the report names; axproof spec-digest prints the digest of a pack.',
  },
  'verdict-mismatch': {
    exit: EXIT.forged,
    title: 'The evidence does not give the verdict of the report',
    fix: 'Do not believe the report: somebody changed its verdict, its seed or its evidence.',
  },
  'evidence-mismatch': {
    exit: EXIT.forged,
    title: 'The evidence is not what such a run records',
    fix: 'Do not believe the report: exchanges were dropped, added or put in another order.',
  },
  'consent-missing': {
    exit: EXIT.consent,
    title: 'The pack writes, and nobody has consented to that',
    fix: 'The target publishes the digest of the pack as one that it takes writes from (docs/gate.md); on loopback, --allow-writes says so.',
  },
  'bad-baseline': {
    exit: EXIT.usage,
    title: 'The file is not a baseline of this format',
    fix: 'Give a file that --update-baseline wrote, or write it anew with --baseline FILE --update-baseline.',
  },
  unreachable: {
    exit: EXIT.unclear,
    title: 'The target cannot be reached',
    fix: 'Check the name and that something listens there; no verdict was made.',
  },
  declined: {
    exit: EXIT.unclear,
    title: 'The target does not want to be verified',
    fix: 'Whoever runs it says so in its robots.txt or in /.well-known/axproof.json; nothing else was asked, and no verdict was made.',
  },
  interrupted: {
    exit: EXIT.interrupted,
    title: 'The run was interrupted',
    fix: 'Run it again: what had not ended was not judged. A census goes on from its file.',
  },
  'not-plain-json': {
    exit: EXIT.usage,
    title: 'A value has no canonical JSON form',
    fix: 'Only null, booleans, finite numbers, well-formed strings, arrays and plain objects up to the depth cap can be canonicalised.',
  },
  internal: { exit: EXIT.unclear, title: 'axproof itself failed', fix: 'Please report this with the command and the message.' },
} as const satisfies Record<string, ErrorKind>;
