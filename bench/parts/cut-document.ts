// Cuts an OpenAPI document to a size: its first paths, with every component that they reach.
type Value = null | boolean | number | string | Value[] | { [name: string]: Value };
type Members = { [name: string]: Value };

/** Local references in a value, as the kind and name of the component. */
function referencesOf(value: Value): [string, string][] {
  const found = JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^/"]+)"/g);
  return [...found].map(([, kind, name]) => [kind!, decodeURIComponent(name!).replaceAll('~1', '/').replaceAll('~0', '~')]);
}

/** A document of about `characters` characters as compact JSON. */
export function cutDocument(document: Members, characters: number): Members {
  const components = (document.components ?? {}) as { [kind: string]: Members };
  const kept: { [kind: string]: Members } = { securitySchemes: components.securitySchemes ?? {} };
  const paths: Members = {};
  let size = 0;
  const take = (value: Value): void => {
    const waiting: Value[] = [value];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      size += JSON.stringify(next).length;
      for (const [kind, name] of referencesOf(next)) {
        const target = components[kind]?.[name];
        kept[kind] ??= {};
        const group = kept[kind];
        if (target === undefined || Object.hasOwn(group, name)) continue;
        group[name] = target;
        size += name.length + 4;
        waiting.push(target);
      }
    }
  };
  for (const [path, item] of Object.entries(document.paths as Members)) {
    if (size >= characters) break;
    paths[path] = item;
    size += path.length + 4;
    take(item);
  }
  return { ...document, paths, components: kept };
}
