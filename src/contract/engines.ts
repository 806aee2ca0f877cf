// The engines that there were, and what is said of a pack or a report that needs another one than this. It compares numbers and judges nothing.
import { AxproofError } from './errors.ts';
import { ENGINE } from './limits.ts';

/** Which versions of axproof carry an engine. An engine is never taken out of this table. */
const ENGINES: Readonly<Record<string, string>> = { '1': '0.1.x', '2': '0.2.x' };

/** The form of an engine number; a text of another form is a fault of shape, and no other engine. */
export const isEngine = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value);

/** The engine that a value names where it is not this one. */
export const otherEngine = (value: unknown): string | undefined => (isEngine(value) && value !== ENGINE ? value : undefined);

const isOlder = (engine: string): boolean => Number(engine) < Number(ENGINE);

/** What an axproof has to be that knows the engine. */
function version(engine: string): string {
  const known = Object.hasOwn(ENGINES, engine) ? `axproof ${ENGINES[engine]}` : 'a newer axproof';
  return `${known}, which carries engine ${engine},`;
}

/** One sentence: what to do with a pack of another engine. */
export const packAdvice = (engine: string): string =>
  isOlder(engine) ? 'run axproof pack migrate on it and have the new digest ratified again' : `${version(engine)} judges by it`;

/** about: the pack in a few words of ours. details: what else is known, such as its successor. */
export const packOfOtherEngine = (engine: string, about = 'the pack', details: readonly string[] = []): AxproofError =>
  new AxproofError('engine-mismatch', `${about} needs engine ${engine}; this is engine ${ENGINE}: ${packAdvice(engine)}`, [
    ...details,
    ...(isOlder(engine) ? [`unchanged, ${version(engine)} judges by it`] : []),
  ]);

/** A report of another engine is not judged again by this one: other rules of judging would look like forgery. */
export const reportOfOtherEngine = (engine: string): AxproofError =>
  new AxproofError(
    'engine-mismatch',
    `the report was judged by engine ${engine}; this is engine ${ENGINE}: ${version(engine)} replays it`,
    ['its digests and its signature hold without a replay'],
  );
