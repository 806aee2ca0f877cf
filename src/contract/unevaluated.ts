// Why a part of an answer could not be evaluated: closed codes, each with its words. Data only.

export const UNEVALUATED = {
  'remote-ref': 'a reference leaves the document; it was not followed',
  'unresolved-ref': 'a reference leads nowhere in the document',
  identifier: 'an identifier changes what a reference of the schema means, and it leads nowhere for certain',
  'dynamic-ref': 'a dynamic reference of the schema is not followed',
  pattern: 'a pattern of the schema cannot be run, or is read in two ways',
  format: 'a condition of the schema hangs on a format, which some hold against a text and others do not',
  dialect: 'the schema is of a dialect that is not known',
  keyword: 'a keyword of the schema has a value that it may not have',
  schema: 'a part of the schema is no schema',
  unevaluated: 'an unevaluated keyword of the schema cannot be judged',
  'too-large': 'judging this body under its schema takes too many steps, or the schema is too large',
  'too-deep': 'the body or its schema nests too deeply',
  'media-type': 'a declared media type is none',
  'any-type': 'any media type or any bytes are declared: what the schema says of the body beside that cannot be told',
  'duplicate-key': 'the body has a member twice, and readers differ on which counts',
  inexact: 'a number of the body is beyond what can be held exactly',
  charset: 'the body is not in a charset that is read',
} as const;

export type Unevaluated = keyof typeof UNEVALUATED;

/** How often each reason left something of one answer out. */
export type UnevaluatedCounts = { [reason in Unevaluated]?: number };
