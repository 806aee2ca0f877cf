// What the rules of that pack share: probes, schemas and bands.
import { drawnTenth, ruleOf } from './drawn.ts';

drawnTenth('ax', { 'what rules share': (mutant, pack) => ruleOf(mutant, pack) === undefined });
