// axproof grade --service: the grade that a deployed service gives, as a result.
import { AxproofError } from '../../../contract/errors.ts';
import { quote } from '../../../contract/quote.ts';
import type { Result } from '../../../report/result.ts';
import { bundledPack, openPack } from '../../../run/bundled.ts';
import type { SourceOptions } from '../grade-source.ts';
import type { Io } from '../io.ts';
import { errorOf } from '../reporters.ts';
import { type Question, remoteTarget } from './question.ts';
import { openRemote, withDate } from './remote.ts';
import { type AskedRemote, serviceAsked } from './remote-options.ts';

type RemoteGradeOptions = AskedRemote & Pick<SourceOptions, 'pack' | 'seed' | 'quiet'>;

interface Named {
  grade: NonNullable<Question['grade']>;
  about: Result['pack'];
}

/** A service grades with packs of its own, which are named; those that are bundled here as well are known by what they call themselves. */
export async function namedPack(given: string | undefined): Promise<Named> {
  // What the command of a report says: axproof/FOLDER.
  const name = given?.replace(/^axproof\//, '');
  if (name !== undefined && !/^[a-z0-9][a-z0-9-]{0,60}$/.test(name))
    throw new AxproofError(
      'bad-usage',
      `--pack ${quote(name, 100)}: a service grades with its own packs, by name; a pack of yours goes to verify --spec`,
    );
  if (name !== undefined && bundledPack(name) === undefined) return { grade: { name }, about: { name, version: '' } };
  const { name: calls, version } = (await openPack(name === undefined ? undefined : bundledPack(name))).document;
  return { grade: { name, calls }, about: { name: calls, version } };
}

export interface RemoteGrade {
  result: Result;
  failure?: AxproofError;
  /** Who vouches for it. */
  said: string;
}

/** Rejects before anything was asked, or when it was interrupted; what the service answers is in the result. */
export async function gradeAtService(target: string, options: RemoteGradeOptions, io: Io): Promise<RemoteGrade> {
  const { grade, about } = await namedPack(options.pack);
  const question: Question = { ...remoteTarget(target), grade, seed: options.seed };
  const remote = await openRemote(options, false, io);
  const asked = { ...serviceAsked(options), service: remote.origin, pack: options.pack };
  const known = { target: question.target, service: remote.origin, asked };
  try {
    const answer = await remote.answer(question);
    const { report, document } = answer;
    return { result: { ...known, pack: report.verdict.pack, report, document }, said: withDate(answer) };
  } catch (error) {
    if (io.signal.aborted || !(error instanceof AxproofError)) throw error;
    return { result: { ...known, pack: about, error: errorOf(error) }, failure: error, said: '' };
  }
}
