// A PinnedSpec becomes a pack; a Suite becomes a pack and a suite that runs it, with its environments. What could not be carried over is listed.
import { sha256 } from '../../contract/digest.ts';
import type { Environment, Pack, Suite } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { jcs } from '../../json/jcs.ts';
import { below } from '../../json/pointer.ts';
import { type ImportedDocument, readImported } from './document.ts';
import { namesIn } from './names.ts';
import { type Loss, Losses } from './step.ts';
import { slug, toPack } from './to-pack.ts';

export interface Imported {
  pack: Pack;
  /** sha256 over the canonical form of pack. */
  digest: string;
  /** Of a Suite; its spec is PACKFILE. */
  suite?: Suite;
  /** File names without their ending. */
  slug: string;
  losses: Loss[];
}

/** Of variables of an environment, and columns of data rows. */
const VARIABLE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const ENVIRONMENT = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
const BASE = 'baseUrl';

/** The variables of an environment that can be carried over. */
function environment(vars: Record<string, unknown>, pointer: string, losses: Losses): Environment {
  const out: Environment = {};
  for (const [name, value] of Object.entries(vars)) {
    if (!VARIABLE.test(name)) losses.lost(below(pointer, name), 'the name of a variable is letters, digits and _');
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') out[name] = value;
    else losses.lost(below(pointer, name), 'a variable is a text, a number, true or false');
  }
  return out;
}

const ORIGIN = /^(?:https?:\/\/)?[^/?#]*/i;

/** The base of an environment as a target. The original takes the origin of it as well, and asks the paths of requests as they are written. */
function baseOf(base: string, pointer: string, losses: Losses): string {
  const origin = ORIGIN.exec(base)![0];
  if (base === origin || base === `${origin}/`) return base;
  losses.note(
    pointer,
    'a target is an origin, of the original too: what stands behind it is left out, and paths of requests are asked as they are written',
  );
  return origin;
}

function environments(imported: ImportedDocument, losses: Losses): Record<string, Environment> {
  const out: Record<string, Environment> = {};
  for (const [name, vars] of Object.entries(imported.environments)) {
    const pointer = below('/environments', name);
    const base = vars[BASE];
    const whole = isObject(imported.whole.environments) ? imported.whole.environments[name] : undefined;
    if (isObject(whole))
      for (const key of Object.keys(whole))
        if (key !== 'vars') losses.note(below(pointer, key), `${key} has no equivalent and judges nothing`);
    if (!ENVIRONMENT.test(name)) losses.note(pointer, 'the name of an environment is letters, digits and . _ -: left out');
    else if (typeof base !== 'string') losses.note(pointer, `without the text ${BASE} there is no target: left out`);
    else {
      const place = below(pointer, 'vars');
      out[name] = environment({ ...vars, [BASE]: baseOf(base, below(place, BASE), losses) }, place, losses);
    }
  }
  return out;
}

/** Every environment has it, or it cannot be relied on. */
function bindings(imported: ImportedDocument, kept: Record<string, Environment>): { bound: Map<string, string>; row: boolean } {
  const bound = new Map<string, string>();
  if (imported.kind !== 'Suite') return { bound, row: false };
  const sets = Object.values(kept);
  for (const name of Object.keys(sets[0] ?? {})) if (sets.every((s) => Object.hasOwn(s, name))) bound.set(name, `$.env.${name}`);
  // A text that names it means the whole of it.
  if (Object.entries(kept).some(([name, vars]) => vars[BASE] !== imported.environments[name]?.[BASE])) bound.delete(BASE);
  const captured = new Set(imported.requirements.flatMap(({ value }) => Object.keys(isObject(value.capture) ? value.capture : {})));
  let row = false;
  for (const { value } of imported.requirements) {
    for (const name of namesIn([value.path, value.body, value.expect])) {
      const partly = Object.values(imported.environments).some((vars) => Object.hasOwn(vars, name));
      if (bound.has(name) || captured.has(name) || partly || !VARIABLE.test(name)) continue;
      // Only a data row can give it a value; in the original, too.
      bound.set(name, `$.row.${name}`);
      row = true;
    }
  }
  return { bound, row };
}

function suiteOf(imported: ImportedDocument, kept: Record<string, Environment>, digest: string, row: boolean): Suite {
  const test = { name: imported.name.slice(0, 120), target: 'target', spec: 'spec', ...(row ? { rows: true as const } : {}) };
  return {
    format: 1,
    name: imported.name.slice(0, 120),
    environments: kept,
    targets: { target: `{{ $.env.${BASE} }}` },
    specs: { spec: { pack: `./${slug(imported.name, 60)}.pack.json`, digest } },
    tests: [test],
  };
}

/** text: the document as it is; file: its name in messages. Throws AxproofError bad-import for what is none. */
export function importDocument(text: string, file: string): Imported {
  const imported = readImported(text, file);
  const losses = new Losses();
  const kept = environments(imported, losses);
  const { bound, row } = bindings(imported, kept);
  const { document: pack, losses: more } = toPack(imported, text, bound);
  const digest = sha256(jcs(pack));
  const list = [...losses.list, ...more];
  if (row)
    list.push({
      pointer: '/requirements',
      why: 'names that no environment and no answer gives come from data rows: --data FILE',
      harmless: true,
    });
  const made = { pack, digest, slug: slug(imported.name, 60), losses: list };
  return Object.keys(kept).length > 0 ? { ...made, suite: suiteOf(imported, kept, digest, row) } : made;
}
