// A value of another answer that an item names, by the address that was asked and the member names that lead to the value. It judges nothing.
import { isObject, type Json } from '../../contract/json.ts';
import { parsePath } from '../../pack/compiled/path.ts';
import type { ItemLookUp } from '../../pack/compiled/source-plan.ts';
import type { Node } from '../../record/observation.ts';
import { accepts } from '../assert/schema.ts';
import type { Filled } from '../probe/fill.ts';
import type { Scope } from './scope.ts';
import { nodeBelow, select, selectAll } from './select.ts';
import type { Selection } from './selection.ts';

/** What an item says of the place. */
interface Place {
  url: string;
  pointer: string[];
}

function placeOf(value: Json | undefined): Place | undefined {
  if (!isObject(value) || typeof value.url !== 'string' || !URL.canParse(value.url) || !Array.isArray(value.pointer)) return undefined;
  return { url: new URL(value.url).href, pointer: value.pointer.map(String) };
}

type Found = [value: Json, path: (string | number)[]];

/** Every list on the way is entered by all its elements. The names are the document's own, so they are no path: none of them means anything but itself. */
function valuesAt(root: Json, pointer: readonly string[]): Found[] {
  const enter = (all: Found[]): Found[] =>
    all.flatMap(([value, path]) =>
      Array.isArray(value) ? enter(value.map((element, i): Found => [element, [...path, i]])) : [[value, path] as Found],
    );
  let found = enter([[root, []]]);
  for (const name of pointer)
    found = enter(
      found.flatMap(([value, path]): Found[] =>
        isObject(value) && Object.hasOwn(value, name) ? [[value[name] as Json, [...path, name]]] : [],
      ),
    );
  return found;
}

const JSON_OF_EACH = parsePath('$.each.json');

function valuesIn(exchange: Node, { pointer }: Place, scope: Scope): Selection {
  const whole = select(JSON_OF_EACH, { ...scope, each: exchange });
  const [root] = whole.nodes;
  if (!root) return whole;
  const found = valuesAt(root.value, pointer);
  scope.budget?.spend(found.length);
  const open = whole.open ?? (exchange.observation?.record.source?.truncated ? 'cut' : undefined);
  return { ...whole, ...(open ? { open } : {}), nodes: found.map(([value, path]) => nodeBelow(root, value, path)) };
}

/** The first value that the source accepts and that is certain. */
export function lookUp({ of, at, where }: ItemLookUp, scope: Scope): { ok: true; value: Node } | Extract<Filled<Node>, { ok: false }> {
  const place = placeOf(select(at, scope).nodes[0]?.value);
  if (!place) return { ok: false, detail: `${at.text} names no place in an answer` };
  const exchanges = selectAll(of, scope);
  const asked = exchanges.nodes.find(({ whole, observation }) => whole && observation?.record.request.url === place.url);
  const found = asked ? valuesIn(asked, place, scope) : exchanges;
  let open = found.open;
  for (const node of asked ? found.nodes : []) {
    const accepted = !node.open && accepts(where, node, scope);
    if (accepted === true) return { ok: true, value: node };
    if (accepted !== false) open ??= accepted;
  }
  const detail = asked
    ? 'no value of the answer that should have it can stand there'
    : 'the answer that should have a value was not asked for';
  return { ok: false, detail, ...(open ? { open } : {}) };
}
