// From engine 1 to engine 2: a 405 is an outcome of its own, and the bound of a pack counts every hop. It rewrites what keeps its meaning and names the rest.
import type { Pack } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { bounds } from '../bounds.ts';
import { checkShape } from '../read/contract-check.ts';
import { outcomeSchemas } from './outcome-schemas.ts';
import type { MigrationStep, Rewritten } from './step.ts';

const REFUSED = 'method-refused';
/** The outcomes that a 405 had in engine 1. */
const WERE = {
  absent: 'a 405 whose Allow lacks the method, and a 404 to GET where only POST is declared,',
  refused: 'a 405 with no such Allow',
};
const NAMES = Object.keys(WERE) as (keyof typeof WERE)[];

const unlike = (name: keyof typeof WERE): string =>
  `${WERE[name]} was ${name} and is ${REFUSED} now, which does not fit here: decide whether it should`;

/** Both of what a 405 was, none of it, or one: only the last leaves a question. */
function methodRefused(pack: Members): Rewritten {
  const out: Rewritten = { changes: [], left: [] };
  for (const { schema, place } of outcomeSchemas(pack)) {
    const list = Array.isArray(schema.enum) ? schema.enum : [];
    const named = list.includes(REFUSED) ? [] : NAMES.filter((name) => list.includes(name));
    if (named.length === NAMES.length)
      out.changes.push({
        place: below(place, 'enum'),
        value: [...list, REFUSED],
        why: `a 405 was ${NAMES.join(' or ')}: judged as before`,
      });
    else for (const name of named) out.left.push({ place: below(place, 'enum'), why: unlike(name) });
    for (const name of NAMES) if (schema.const === name) out.left.push({ place: below(place, 'const'), why: unlike(name) });
    if (typeof schema.pattern === 'string')
      out.left.push({
        place: below(place, 'pattern'),
        why: `a 405 was ${NAMES.join(' or ')} and is ${REFUSED} now: see what the pattern says of it`,
      });
  }
  return out;
}

/** Of a pack that has not its shape nothing is counted: the loader says why. */
function countedBound(pack: Members): Rewritten {
  const { limits } = pack;
  let shaped = true;
  checkShape(pack, 'pack.schema.json#/$defs/Pack', () => {
    shaped = false;
  });
  if (!shaped || !isObject(limits)) return { changes: [], left: [] };
  const worst = bounds(pack as unknown as Pack);
  const changes = (['requests', 'bytes'] as const)
    .filter((name) => (limits[name] as number) < worst[name])
    .map((name) => ({
      place: `/limits/${name}`,
      value: worst[name],
      why: 'redirect hops and confirmations count, so this is the worst case now',
    }));
  return { changes, left: [] };
}

export const TO_ENGINE_2: MigrationStep = {
  from: 1,
  to: 2,
  judges: [
    `every 405, and a 404 to GET where only POST is declared, has the outcome ${REFUSED} instead of ${NAMES.join(' or ')}`,
    'a contradiction is asked once more at the end of the run; what is not repeated is inconclusive, never a lie',
    'a request follows three redirects where its probe does not say how many (five before), and each hop counts in the bound',
    'the control is asked at the first and the last moment of a run, and what changes in it from answer to answer is left out of the comparison',
  ],
  rewrites: [methodRefused, countedBound],
};
