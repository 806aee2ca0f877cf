// Paths below a JSON value, counted: was the library called for them?
import { evaluatePath as real } from '../../src/engine/select/evaluate-path.ts';
import { calls, counts } from './counts.ts';

export const evaluatePath: typeof real = (root, path, from) => {
  const before = calls.evaluations;
  const hits = real(root, path, from);
  if (typeof root === 'object' && root !== null && from < path.segments.length) {
    counts.paths++;
    counts.nodes += hits.length;
    if (calls.evaluations > before) counts.evaluated++;
  }
  return hits;
};
