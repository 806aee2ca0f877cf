// Errors of ajv without those of branches: a failed anyOf stands for what failed inside it, and names the closest miss.
// It must not word anything.
import type { ErrorObject } from 'ajv/dist/2020.js';

/** Keywords that ajv reports after the errors of their branches. */
const BRANCHING = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);
/** Of these, the ones where a miss inside tells more than the keyword itself. */
const ALTERNATIVES = new Set(['anyOf', 'oneOf']);

const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
const within = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}/`);

/** The deepest fault inside the branches of a summed up error. */
export const closestOf = ({ params }: ErrorObject): ErrorObject | undefined => (params as { closest?: ErrorObject }).closest;

/** Linear: every error is taken in once and dropped at most once. */
export function summed(errors: ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (!BRANCHING.has(error.keyword)) {
      kept.push(error);
      continue;
    }
    const telling = ALTERNATIVES.has(error.keyword);
    let closest = closestOf(error);
    for (let last = kept.at(-1); last && within(last.instancePath, error.instancePath); last = kept.at(-1)) {
      const inner = closestOf(last) ?? last;
      if (telling && depthOf(inner) > depthOf(error) && (closest === undefined || depthOf(inner) >= depthOf(closest))) closest = inner;
      kept.pop();
    }
    kept.push(closest === undefined ? error : { ...error, params: { ...error.params, closest } });
  }
  return kept;
}
