// What is asked of a service, and whether a report is an answer to it. It judges no signature: a signed report about something else proves something else.
import { existsSync } from 'node:fs';
import { AxproofError } from '../../../contract/errors.ts';
import type { Report } from '../../../contract/generated/types.ts';
import { quote } from '../../../contract/quote.ts';
import { refuseFile } from '../../../run/open-target.ts';
import { parseTarget } from '../../../transport/live/target.ts';

export interface Question {
  /** Origin of the target. */
  target: string;
  /** A loopback or private address: a service that asks such a one signs nothing. */
  private: boolean;
  seed?: number;
  /** Of a grade: the name of a bundled pack, and what such a pack calls itself. */
  grade?: { name?: string; calls?: string };
  pinned?: { spec?: unknown; digest: string; ratified: boolean };
}

/** What a service may be asked about: an origin, spelled as its report will spell it; fixture files stay here. Throws bad-target, or bad-usage for a fixture. */
export function remoteTarget(text: string): Pick<Question, 'target' | 'private'> {
  if (/\.ya?ml$/i.test(text) && existsSync(text))
    throw new AxproofError(
      'bad-usage',
      'a fixture is answered in process, and no service can reach it: leave --service out, or name an origin',
    );
  refuseFile(text);
  const { origin, private: isPrivate } = parseTarget(text);
  return { target: origin, private: isPrivate };
}

type Fault = string | undefined;

const differs = (what: string, asked: string, is: unknown): string => `${what}: ${quote(String(is), 200)} instead of ${quote(asked, 200)}`;

function sampling({ seed }: Question, { verdict, issued }: Report): Fault {
  if (seed === undefined)
    // Whoever may choose the seed can choose what is sampled.
    return issued.seedOrigin === 'fresh' ? undefined : 'its seed was chosen by somebody, and none was given';
  if (verdict.seed !== seed) return differs('its seed', String(seed), verdict.seed);
  return issued.seedOrigin === 'caller' ? undefined : 'its seed is called fresh, and one was given';
}

function faultOfPinned({ digest, ratified }: NonNullable<Question['pinned']>, report: Report): Fault {
  if (report.kind !== 'PinnedVerificationReport') return 'it is a grade, and a pinned verification was asked for';
  const { spec, pack, ratified: found } = report.verdict;
  for (const named of [spec.digest, pack.digest]) if (named !== digest) return differs('its spec', digest, named);
  if (found !== ratified)
    return `its spec is called ${found ? 'ratified' : 'not ratified'}, and it was asked for as ${ratified ? '' : 'not '}ratified`;
  return undefined;
}

function faultOfGrade({ name, calls }: NonNullable<Question['grade']>, report: Report): Fault {
  if (report.kind !== 'VerificationReport') return 'it is a pinned verification, and a grade was asked for';
  const found = report.verdict.pack.name;
  if (calls !== undefined) return found === calls ? undefined : differs('its pack', calls, found);
  return name === undefined || found.endsWith(`/${name}`) ? undefined : differs('its pack', name, found);
}

/** Throws other-answer. */
export function checkAnswer(question: Question, report: Report, origin: string): void {
  const { verdict, evidence } = report;
  const fault =
    (question.pinned ? faultOfPinned(question.pinned, report) : faultOfGrade(question.grade ?? {}, report)) ??
    (verdict.target === question.target ? undefined : differs('its target', question.target, verdict.target)) ??
    sampling(question, report) ??
    // Nothing of the kind can be sent, so nobody who asked this question gave them.
    (evidence.env || evidence.row ? 'it was judged with variables, and none were given' : undefined) ??
    (evidence.consent ? 'it wrote to the target, and that was not asked for' : undefined);
  if (fault !== undefined) throw new AxproofError('other-answer', `the report of ${origin} is no answer to what was asked`, [fault]);
}
