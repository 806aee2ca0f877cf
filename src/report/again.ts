// The command line that repeats the run of a report, with every option that matters. It reads the report and the options of whoever prints it.
import type { Report } from '../contract/generated/types.ts';
import { isPlaceholder } from '../contract/placeholder.ts';
import { AGENT } from '../pack/default-headers.ts';

/** One word of a POSIX shell, in quotes only where a shell could read more into it. */
export const shellWord = (text: string): string => (/^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

export interface ServiceAsked {
  service?: string;
  /** With a service: whose signature counts. */
  jwks?: string;
  trust?: readonly string[];
  maxAge?: number;
  allowUnsigned?: boolean;
  /** Seconds for the whole run. */
  timeout?: number;
}

/** How the run was asked for, where a report does not say: it names an origin and a pack, and neither a file nor a folder. */
export interface AgainOptions extends ServiceAsked {
  /** A fixture's file; the origin of the report otherwise. */
  target?: string;
  /** A pack's folder or file. */
  pack?: string;
  /** The recorded report whose evidence answered. */
  replay?: string;
  /** Of a spec that was named by its digest alone. */
  digestAlone?: boolean;
  /** The suite that made the run. No other command has its rows, and the types of its variables. */
  suite?: SuiteAsked;
}

export interface SuiteAsked {
  file: string;
  env?: string;
  data?: string;
  allowWrites?: boolean;
}

type Words = readonly (string | number)[];

function agent({ evidence }: Report): Words {
  const sent = evidence.exchanges[0]?.request.headers['user-agent'] ?? AGENT;
  return sent === AGENT ? [] : ['--user-agent', sent];
}

/** A secret is asked for by its name. */
function envWords({ evidence }: Report): Words {
  const env = Object.entries(evidence.env ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && isPlaceholder(value) ? ['--secret-env', name] : ['--env', `${name}=${value}`],
  );
  return [...env, ...(evidence.consent?.by === 'operator' ? ['--allow-writes'] : [])];
}

const optionWords = (option: string, value: string | number | undefined): Words => (value === undefined ? [] : [option, value]);

function serviceWords({ service, jwks, trust = [], maxAge, allowUnsigned }: ServiceAsked): Words {
  if (service === undefined) return [];
  return [
    '--service',
    service,
    ...optionWords('--jwks', jwks),
    ...trust.flatMap((kid) => ['--trust', kid]),
    ...optionWords('--max-age', maxAge),
    ...(allowUnsigned ? ['--allow-unsigned'] : []),
  ];
}

const suiteWords = ({ file, env, data, allowWrites }: SuiteAsked, seed: number): Words => [
  'suite',
  file,
  ...optionWords('--env', env),
  ...optionWords('--data', data),
  ...(allowWrites ? ['--allow-writes'] : []),
  '--seed',
  seed,
];

function wordsOf(report: Report, asked: AgainOptions): Words {
  const { target, seed, pack } = report.verdict;
  const timeout = optionWords('--timeout', asked.timeout);
  if (asked.suite !== undefined) return [...suiteWords(asked.suite, seed), ...serviceWords(asked), ...timeout];
  const about = asked.replay === undefined ? [asked.target ?? target] : ['--replay', asked.replay];
  const how = [...(asked.service === undefined ? agent(report) : serviceWords(asked)), ...timeout];
  if (report.kind === 'VerificationReport')
    return [
      'grade',
      ...about,
      '--pack',
      asked.pack ?? pack.name,
      ...(asked.replay === undefined ? envWords(report) : []),
      '--seed',
      seed,
      ...how,
    ];
  // Where the file of a spec lies is not in the report.
  const spec = asked.digestAlone ? [] : ['--spec', asked.pack ?? 'SPEC'];
  // A line to paste ratifies nothing: a digest that nobody expected is not expected the second time either.
  const expected = report.verdict.ratified ? ['--expect-digest', pack.digest] : [];
  return ['verify', ...about, ...spec, ...expected, ...envWords(report), '--seed', seed, ...how];
}

export const again = (report: Report, asked: AgainOptions = {}): string =>
  ['axproof', ...wordsOf(report, asked).map((word) => shellWord(String(word)))].join(' ');
