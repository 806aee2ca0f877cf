// What a YAML scalar says under the core schema (YAML 1.2, 10.3) and its tag. A tag that is not of the core schema changes nothing.
// It must not judge how a number is held.
import { isScalar, Scalar, type ScalarTag, Schema } from 'yaml';
import { Refused } from './refused.ts';

export type ScalarValue = string | number | boolean | null;

/** Tags of the core schema by the names that they are written with (!!str). */
const CORE = 'tag:yaml.org,2002:';

type Test = ScalarTag & { test: RegExp };
const TESTS = new Schema({ schema: 'core', merge: false }).tags.filter(
  (tag): tag is Test => tag.collection === undefined && tag.test !== undefined,
);

/** Integers are floats too, so that !!float 1 is 1. */
const ALLOWED: Readonly<Record<string, ReadonlySet<string>>> = {
  int: new Set(['int']),
  float: new Set(['int', 'float']),
  bool: new Set(['bool']),
  null: new Set(['null']),
};

const short = (tag: string): string => (tag.startsWith(CORE) ? tag.slice(CORE.length) : '');

function plain(text: string): { value: ScalarValue; is: string } {
  const tag = TESTS.find(({ test }) => test.test(text));
  if (!tag) return { value: text, is: 'str' };
  const found = tag.resolve(text, () => undefined, { intAsBigInt: false });
  return { value: (isScalar(found) ? found.value : found) as ScalarValue, is: short(tag.tag) };
}

const wrong = (): never => {
  throw new Refused('syntax', 'a YAML value has not the form that its tag names');
};

/** Throws Refused where text and tag do not agree. */
export function scalarValue(node: Scalar): ScalarValue {
  const text = node.source ?? '';
  if (node.tag === undefined) return node.value as ScalarValue;
  const name = short(node.tag);
  if (node.tag === '!' || name === 'str') return text;
  if (name === 'map' || name === 'seq') return wrong();
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
  if (!allowed) return node.type === Scalar.PLAIN || node.type === undefined ? plain(text).value : text;
  const { value, is } = plain(text);
  return allowed.has(is) ? value : wrong();
}

/** A tag of the core schema for another kind of node than the one that bears it. */
export function checkCollectionTag(tag: string | undefined, kind: 'map' | 'seq'): void {
  const name = short(tag ?? '');
  if (name === 'str' || Object.hasOwn(ALLOWED, name) || ((name === 'map' || name === 'seq') && name !== kind)) wrong();
}
