// Bounds that are known not to hold, and why (docs/adr/0043). The table shows such a row as beyond its bound; it stops no change. A list that may only shrink.

const ENDLESS =
  'a site whose every answer is endless fills the bodies that a grade keeps, and three threads keep what they have done with (docs/adr/0174)';

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^wire-(an-endless-body|endless-chunks|a-declared-length-beyond|a-gzip-bomb|an-endless-gzip)/, ENDLESS],
];

export const knownOf = (name: string): string | undefined => KNOWN.find(([rows]) => rows.test(name))?.[1];
