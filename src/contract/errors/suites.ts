// Codes of suites and imports. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const SUITES = {
  // Suites and imports.
  'bad-suite': {
    exit: EXIT.usage,
    title: 'The suite does not load',
    fix: 'Each finding says where and what would be right; see docs/suite.md.',
  },
  'bad-data': {
    exit: EXIT.usage,
    title: 'The data rows cannot be read',
    fix: 'Rows are CSV with a header line, or a JSON list of flat objects (docs/suite.md); a census reads a target a line (docs/census.md).',
  },
  'unknown-environment': {
    exit: EXIT.usage,
    title: 'The environment is not one of the suite',
    fix: 'Choose one of the names in environments with --env.',
  },
  'missing-secret': {
    exit: EXIT.usage,
    title: 'A secret is not in the environment of the process',
    fix: 'Set the variable that the message names; secrets are read from nowhere else.',
  },
  'not-started': {
    exit: EXIT.unclear,
    title: 'The test was not started',
    fix: 'An earlier one failed and --bail was given; mend that, or run without --bail.',
  },
  'bad-census': {
    exit: EXIT.usage,
    title: 'The file holds no census of this form, or another one',
    fix: 'Give another file with --out, or what the earlier census was asked with; see docs/census.md.',
  },
  'bad-import': {
    exit: EXIT.usage,
    title: 'The document cannot be imported',
    fix: 'Give a PinnedSpec or Suite document (docs/importers.md), or where a contract is wanted an OpenAPI document (docs/contracts.md).',
  },
} as const satisfies Record<string, ErrorKind>;
