// What the doubles counted in this process. They are modules of their own, so what they share stands here.
export const counts = {
  /** Canonical texts that were asked for, and those that are the very text which canonicalize gave. */
  texts: 0,
  written: 0,
  /** Texts of objects and lists that were digested, and those among them that canonicalize had written. */
  digested: 0,
  canonical: 0,
  /** Paths that were asked below an array or object, and those for which jsonpath-plus was called. */
  paths: 0,
  evaluated: 0,
  /** Nodes selected, and evaluations of the library where eval was not off. */
  nodes: 0,
  evalOn: 0,
};

/** The texts that canonicalize gave, and how often jsonpath-plus was called. */
export const texts = new Set<string>();
export const calls = { last: '', evaluations: 0 };
