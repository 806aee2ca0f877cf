// Which members of a description hold data, and which hold maps of free names. Data only.

/** Members whose values are data, not parts of the description. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value', 'dataValue']);
/** Maps whose member names are free, so that a name such as `default` or `example` means nothing there. */
const MAPS = new Set(
  'properties patternProperties $defs definitions dependentSchemas paths webhooks responses callbacks schemas parameters requestBodies headers securitySchemes links pathItems content mediaTypes additionalOperations'.split(
    ' ',
  ),
);

export const isData = (name: string): boolean => DATA.has(name) || name.startsWith('x-');
export const isMap = (name: string): boolean => MAPS.has(name);
