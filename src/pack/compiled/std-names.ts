// The bundled meta-schemas by the names that rules use after std:, with their identifiers. The schemas themselves are loaded only to compile.
export const STD: { readonly [name: string]: string } = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  'draft-04': 'http://json-schema.org/draft-04/schema#',
};

export const STD_NAMES: readonly string[] = Object.keys(STD);
