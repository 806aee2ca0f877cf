// A loaded pack whose schema checks are counted: compiled checks cannot count inside, so each is charged beforehand what it can cost at most.
import type { Json } from '../../contract/json.ts';
import { type Budget, STEPS } from '../../engine/budget.ts';
import type { LoadedPack, SchemaCheck } from '../../pack/loaded-pack.ts';
import { Weights } from './weights.ts';

/** Characters of text that cost like a value: patterns read them one by one. */
const CHARACTERS = 8;
/** A schema's values are seldom all asked for each of the document's; where they are, the clock still ends the run. */
const SHARE = 8;

/** Values and text of a document, by identity: documents do not change. */
function sizes(): (value: Json) => number {
  const known = new WeakMap<object, number>();
  const sizeOf = (value: Json): number => {
    if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS);
    if (typeof value !== 'object' || value === null) return 1;
    let size = known.get(value);
    if (size === undefined) {
      size = 1;
      for (const [name, inner] of Object.entries(value))
        size += sizeOf(inner) + (Array.isArray(value) ? 0 : 1 + Math.floor(name.length / CHARACTERS));
      known.set(value, size);
    }
    return size;
  };
  return sizeOf;
}

export function meteredPack(pack: LoadedPack, budget: Budget): LoadedPack {
  const weights = new Weights(pack.document.schemas);
  const sizeOf = sizes();
  const metered = new WeakMap<SchemaCheck, SchemaCheck>();
  return {
    ...pack,
    check(schema) {
      const check = pack.check(schema);
      let counted = metered.get(check);
      if (!counted) {
        const weight = weights.of(schema);
        counted = (value, all) => {
          budget.spend(STEPS.select + Math.ceil((weight * sizeOf(value)) / SHARE));
          return check(value, all);
        };
        metered.set(check, counted);
      }
      return counted;
    },
  };
}
