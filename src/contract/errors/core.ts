// Codes of usage, targets, packs, specs and runs, of suites and imports. A code is never reused.
import { consent, type ErrorKind, forged, interrupted, unclear, usage } from './exit.ts';

export const CORE = {
  'bad-usage': usage('The command was not understood', 'axproof COMMAND --help says what it takes.'),
  'bad-target': usage(
    'The target is not an origin',
    'Give a domain (example.com), an origin (http://127.0.0.1:8080) or a fixture file (.yaml); no path, no user info.',
  ),
  'other-target': usage(
    'The target is not the one that the report is about',
    'Leave the target out: the report names its own. To compare two targets run axproof diff.',
  ),
  'bad-pack': usage(
    'The pack does not load',
    'Name a bundled pack, or give the path of a folder or file of your own; axproof pack lint PATH says every mistake of it, and what would be right.',
    {
      title: 'The pack does not load',
      fix: 'Each detail says where in the pack and what would be right; /schemas/pack/1.json of a service has the whole shape.',
    },
  ),
  'bad-fixture': usage('The fixture does not load', 'Each finding says where and what would be right; see docs/fixtures.md.'),
  'bad-file': usage('A file cannot be read or written', 'Check the path or address, and that it may be read or written there.'),
  'file-busy': unclear('Another process works on the file or folder', 'Try again when it is done; nothing was changed.'),
  'bad-report': forged('The file is not a report of this format', 'Give a report written by axproof grade --json or --record.'),
  'engine-mismatch': forged(
    'The pack or report needs another engine',
    'For an older pack run axproof pack migrate and have its new digest ratified; a report is replayed by the version that the message names.',
  ),
  'unknown-pack': forged(
    'The pack that a report names is not at hand',
    'Give it with --pack (axproof diff also takes --pack-a and --pack-b): a folder, a resolved document, or its URL at the service that issued the report.',
    {
      title: 'There is no such pack here',
      fix: 'Name one of the bundled packs, which /llms.txt links. A pack of your own is sent as a spec, to POST /verify or verify_pinned_spec.',
    },
  ),
  'other-pack': forged(
    'The pack is not the one that the report was made with',
    'Give the pack whose digest the report names; axproof spec-digest prints the digest of a pack.',
  ),
  'verdict-mismatch': forged(
    'The evidence does not give the verdict of the report',
    'Do not believe the report: somebody changed its verdict, its seed or its evidence.',
  ),
  'evidence-mismatch': forged(
    'The evidence is not what such a run records',
    'Do not believe the report: exchanges were dropped, added or put in another order.',
  ),
  'consent-missing': consent(
    'The pack writes, and nobody has consented to that',
    'Hold the target to it with axproof verify, or as a spec of a suite: once the target publishes its digest as one that it takes writes from (docs/gate.md), or on loopback with --allow-writes of those two. No other command runs a pack that writes, nor does a suite that names it under packs.',
    {
      title: 'The pack writes, and nobody has consented to that',
      fix: 'Send it as a pinned spec, to POST /verify or verify_pinned_spec, once the target publishes its digest as one that it takes writes from (docs/gate.md). Nothing else here runs a pack that writes.',
    },
  ),
  'bad-baseline': usage(
    'The file is not a baseline of this format',
    'Give a file that --update-baseline wrote, or write it anew with --baseline FILE --update-baseline.',
  ),
  unreachable: unclear(
    'The target cannot be reached',
    'Check the name and that something listens there; where the message says tls-failed something does, so check its certificate (names, end, chain) and its version of TLS. No verdict was made.',
  ),
  declined: unclear(
    'The target does not want to be verified',
    'Whoever runs it says so in its robots.txt or in /.well-known/axproof.json; nothing else was asked, and no verdict was made.',
  ),
  interrupted: interrupted('The run was interrupted', 'Run it again: what had not ended was not judged. A census goes on from its file.'),
  'not-plain-json': usage(
    'A value has no canonical JSON form',
    'Only null, booleans, finite numbers, well-formed strings, arrays and plain objects up to the depth cap can be canonicalised.',
  ),
  internal: unclear('axproof itself failed', 'Please report this with the command and the message.'),
  // Strangers' packs in containment.
  'no-isolation': usage(
    "This machine cannot contain a stranger's pack",
    'Give the process what docs/adr/0012-containment.md lists, or let the operator accept packs without it.',
  ),
  'spec-too-large': usage(
    'The spec is larger than a spec may be',
    'The message says which limit it passes; split the spec, or shorten it.',
  ),
  'spec-too-costly': usage(
    'The spec costs more to check or to judge than a spec may',
    'Use shorter paths, smaller schemas and fewer alternatives; no verdict was made.',
  ),
  'containment-failed': unclear(
    'The contained judge broke the rules of its containment',
    'No verdict was made. Run it again; if it happens again, please report this with the spec.',
  ),
  // The acceptance gate.
  'beyond-grade': usage(
    'The pack can send more than a grade may',
    'Hold the target to it as a pinned spec, with axproof verify and the digest of the pack; or grade with a pack of smaller samples. Nothing was sent.',
    {
      title: 'The pack can send more than a grade may',
      fix: 'Hold the target to it as a pinned spec: send the digest of the pack as expectedDigest to POST /verify or verify_pinned_spec. Nothing was sent.',
    },
  ),
  'digest-mismatch': forged(
    'The spec does not have the digest that was expected',
    'Give the spec that was ratified, or have this one ratified anew; axproof spec-digest prints the digest. Nothing was sent.',
  ),
  'unknown-digest': forged(
    'No pack here has the digest',
    'Give the spec itself as well: axproof pack build writes it as one document. Nothing was sent.',
  ),
  // Suites and imports.
  'bad-suite': usage('The suite does not load', 'Each finding says where and what would be right; see docs/suite.md.'),
  'bad-data': usage(
    'The data rows cannot be read',
    'Rows are CSV with a header line, or a JSON list of flat objects (docs/suite.md); a census reads a target a line (docs/census.md).',
  ),
  'unknown-environment': usage('The environment is not one of the suite', 'Choose one of the names in environments with --env.'),
  'missing-secret': usage(
    'A secret is not in the environment of the process',
    'Set the variable that the message names; secrets are read from nowhere else.',
  ),
  'not-started': unclear('The test was not started', 'An earlier one failed and --bail was given; mend that, or run without --bail.'),
  'bad-census': usage(
    'The file holds no census of this form, or another one',
    'Give another file with --out, or what the earlier census was asked with; see docs/census.md.',
  ),
  'bad-import': usage(
    'The document cannot be imported',
    'Give a PinnedSpec or Suite document (docs/importers.md), or where a contract is wanted an OpenAPI document (docs/contracts.md).',
  ),
} as const satisfies Record<string, ErrorKind>;
