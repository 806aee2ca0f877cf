// The rules of the pack that takes longest, but for the one that has as many cases as all of these.
import { drawnTenth, ruleOf } from './drawn.ts';

drawnTenth('ax', { 'rules but claims-exist': (mutant, pack) => ![undefined, 'claims-exist'].includes(ruleOf(mutant, pack)) });
