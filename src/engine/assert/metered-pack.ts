// A loaded pack whose schema checks are counted: compiled checks cannot count inside, so each is charged beforehand what it can cost at most.
import type { Json } from '../../contract/json.ts';
import type { LoadedPack, SchemaCheck } from '../../pack/compiled/loaded-pack.ts';
import { type Budget, STEPS } from '../budget.ts';
import { Weights } from './weights.ts';

/** Characters of text that cost like a value: patterns read them one by one. */
const CHARACTERS = 8;
/** A schema's values are seldom all asked for each of the document's; where they are, the clock still ends the run. */
const SHARE = 8;

/** Values and text of a document. Its depth is bounded by the views. */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS);
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  if (Array.isArray(value)) for (const inner of value) size += sizeOf(inner);
  else for (const name of Object.keys(value)) size += sizeOf(value[name] as Json) + 1 + Math.floor(name.length / CHARACTERS);
  return size;
}

/** Of what is checked more than once, the size is counted once: documents do not change. What lies inside is not remembered, for it is much. */
function sizes(): (value: Json) => number {
  const known = new WeakMap<object, number>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return sizeOf(value);
    let size = known.get(value);
    if (size === undefined) {
      size = sizeOf(value);
      known.set(value, size);
    }
    return size;
  };
}

export function meteredPack(pack: LoadedPack, budget: Budget): LoadedPack {
  const weights = new Weights(pack.document.schemas);
  const sized = sizes();
  const metered = new WeakMap<SchemaCheck, SchemaCheck>();
  return {
    ...pack,
    check(schema) {
      const check = pack.check(schema);
      let counted = metered.get(check);
      if (!counted) {
        const weight = weights.of(schema);
        counted = (value, all) => {
          budget.spend(STEPS.select + Math.ceil((weight * sized(value)) / SHARE));
          return check(value, all);
        };
        metered.set(check, counted);
      }
      return counted;
    },
  };
}
