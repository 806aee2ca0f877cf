// Carries a resolved pack of an older engine over to a newer one, step by step, by a closed table. It reads and writes no file; whether the result loads is the loader's word.
import { isEngine, packOfOtherEngine } from '../../contract/engines.ts';
import { AxproofError } from '../../contract/errors.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { ENGINE } from '../../contract/limits.ts';
import { at, setAt } from '../../json/pointer.ts';
import { canonical } from '../compiled/open-pack.ts';
import type { MemberChange, MigrationStep, Remaining } from './step.ts';
import { TO_ENGINE_2 } from './to-engine-2.ts';

/** One step from every engine to the next. A step is never taken out: the oldest pack walks them all. */
const STEPS: readonly MigrationStep[] = [TO_ENGINE_2];

export interface Changed extends MemberChange {
  /** undefined: the member was not there. */
  was: unknown;
}

export interface Migrated {
  document: Members;
  from: string;
  to: string;
  changes: Changed[];
  left: Remaining[];
  judges: string[];
}

function way(from: number, to: number): MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (let at = from; at < to; at = (steps.at(-1) as MigrationStep).to) {
    const next = STEPS.find((step) => step.from === at);
    if (!next) throw new AxproofError('internal', `no migration begins at engine ${at}`);
    steps.push(next);
  }
  return steps;
}

/** Later changes of a place take over what it was at first. */
function put(document: Members, change: MemberChange, made: Map<string, Changed>): void {
  const { place } = change;
  const was = made.has(place) ? made.get(place)?.was : at(document, place);
  setAt(document, place, change.value);
  made.set(place, { ...change, was });
}

/** A pack of the engine itself comes back unchanged. Throws bad-pack for what names no engine, and engine-mismatch for a newer one. */
export function migrate(given: unknown, to: string = ENGINE): Migrated {
  const document = canonical(given);
  const from = isObject(document) ? document.engine : undefined;
  if (!isObject(document) || !isEngine(from)) throw new AxproofError('bad-pack', 'the pack names no engine, such as "engine": "1"');
  if (Number(from) > Number(to)) throw packOfOtherEngine(from);
  const steps = way(Number(from), Number(to));
  const made = new Map<string, Changed>();
  const left: Remaining[] = [];
  if (steps.length > 0) put(document, { place: '/engine', value: to, why: 'the pack is judged by this engine' }, made);
  for (const rewrite of steps.flatMap(({ rewrites }) => rewrites)) {
    const found = rewrite(document);
    for (const change of found.changes) put(document, change, made);
    left.push(...found.left);
  }
  return { document, from, to, changes: [...made.values()], left, judges: steps.flatMap(({ judges }) => judges) };
}
