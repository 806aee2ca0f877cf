// jsonpath-plus, counted.
import { JSONPath } from 'jsonpath-plus';
import { calls, counts } from './counts.ts';

interface Evaluator {
  eval: unknown;
  evaluate(...args: unknown[]): unknown;
}
const { prototype } = JSONPath as unknown as { prototype: Evaluator };
const { evaluate } = prototype;
prototype.evaluate = function (...args) {
  calls.evaluations++;
  if (this.eval !== false) counts.evalOn++;
  return evaluate.apply(this, args);
};

export { JSONPath };
