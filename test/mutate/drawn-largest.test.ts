// The rule that has as many cases as all others of its pack.
import { isOfProbes } from '../../src/run/mutate/mutant.ts';
import { drawnTenth, ruleOf } from './drawn.ts';

drawnTenth('ax', {
  'what claims-exist asserts': (mutant, pack) => ruleOf(mutant, pack) === 'claims-exist' && !isOfProbes(mutant),
  'what claims-exist asks': (mutant, pack) => ruleOf(mutant, pack) === 'claims-exist' && isOfProbes(mutant),
});
