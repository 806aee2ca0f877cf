// An expect block of the original as assertions about one exchange. What cannot be said is a loss, and holds the rule back.
import type { Assertion } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { jsonSchema } from './json-schema.ts';
import { type BoundNames, hasName, literally, stepsOf, wholeName } from './names.ts';
import type { Losses, Reasoned } from './step.ts';

/** Answers that a verifier cannot tell from its own bad luck: never a pass, never a fail. */
const UNCLEAR = (status: number): boolean => [304, 408, 425, 429].includes(status) || (status >= 500 && status !== 501);
const KNOWN = new Set(['status', 'contentTypeIncludes', 'schema', 'paths']);
const OF_PATHS = new Set(['path', 'equals', 'exists', 'oneOf', 'gte', 'lte', 'gt', 'lt']);
const BOUNDS = { gte: 'minimum', lte: 'maximum', gt: 'exclusiveMinimum', lt: 'exclusiveMaximum' } as const;

class Expectation {
  readonly out: Reasoned = { assertions: [], reasons: {} };
  readonly #probe: string;

  constructor(
    probe: string,
    private readonly bound: BoundNames,
    private readonly losses: Losses,
  ) {
    this.#probe = `$.${probe}`;
  }

  #say(assertion: Members, code: string, reason: string): void {
    this.out.assertions.push({ ...assertion, else: code } as Assertion);
    this.out.reasons[code] = reason;
  }

  all(expect: Members, pointer: string): void {
    for (const key of Object.keys(expect)) if (!KNOWN.has(key)) this.losses.lost(below(pointer, key), `${key} is not known here`);
    this.#status(expect.status, below(pointer, 'status'));
    this.#type(expect.contentTypeIncludes, below(pointer, 'contentTypeIncludes'));
    if (expect.schema !== undefined || expect.paths !== undefined)
      this.#say({ select: `${this.#probe}.json` }, 'no-json', 'the body is not JSON');
    this.#schema(expect.schema, below(pointer, 'schema'));
    if (expect.paths === undefined) return;
    if (!Array.isArray(expect.paths)) this.losses.lost(below(pointer, 'paths'), 'expected a list');
    else for (const [i, path] of expect.paths.entries()) this.#path(path, i, below(below(pointer, 'paths'), i));
  }

  #status(status: unknown, pointer: string): void {
    const list: unknown[] = status === undefined ? [200] : Array.isArray(status) ? status : [status];
    if (list.length === 0 || !list.every((s) => Number.isInteger(s) && Number(s) >= 100 && Number(s) <= 599)) {
      this.losses.lost(pointer, 'expected a status, or a list of them');
      return;
    }
    const numbers = list as number[];
    const unclear = numbers.filter(UNCLEAR);
    if (unclear.length > 0) this.losses.note(pointer, `an answer of ${unclear.join(' or ')} is inconclusive here, and never passes`);
    if (numbers.some((s) => s >= 300 && s < 400 && s !== 304))
      this.losses.note(pointer, 'redirects are followed before a status is judged');
    this.#say(
      { select: `${this.#probe}.status`, schema: { enum: [...new Set(numbers)] } },
      'status',
      `the status is not ${numbers.join(' or ')}`,
    );
  }

  #type(includes: unknown, pointer: string): void {
    if (includes === undefined || includes === '') return;
    if (typeof includes !== 'string' || hasName(includes) || includes.length > 200) {
      this.losses.lost(pointer, 'expected a text without names');
      return;
    }
    // Media types are the same in upper and lower case (RFC 9110, section 8.3.1).
    this.#say(
      { select: `${this.#probe}.headers['content-type']`, schema: { type: 'string', pattern: `(?i)${literally(includes)}` } },
      'content-type',
      'the Content-Type is another one',
    );
  }

  #schema(schema: unknown, pointer: string): void {
    if (schema === undefined) return;
    if (hasName(schema)) {
      this.losses.lost(pointer, 'a schema is fixed; no name stands in it');
      return;
    }
    const converted = jsonSchema(schema, pointer, this.losses);
    if (converted)
      this.#say({ select: `${this.#probe}.json`, schema: converted }, 'schema', 'the body is not of the shape, at {{ $.finding.place }}');
  }

  #path(value: unknown, index: number, pointer: string): void {
    const steps = isObject(value) && typeof value.path === 'string' ? stepsOf(value.path) : undefined;
    if (!isObject(value) || steps === undefined) {
      this.losses.lost(isObject(value) ? below(pointer, 'path') : pointer, 'the path has parts that cannot be written here');
      return;
    }
    for (const key of Object.keys(value)) if (!OF_PATHS.has(key)) this.losses.lost(below(pointer, key), `${key} is not known here`);
    const select = `${this.#probe}.json${steps}`;
    const code = `path-${index + 1}`;
    const reason = `${String(value.path).replace(/[{}]/g, '')} is not as expected`.slice(0, 400);
    if (value.exists !== undefined) this.#exists(value.exists, select, code, reason, below(pointer, 'exists'));
    this.#equals(value.equals, select, code, reason, below(pointer, 'equals'));
    const schema = this.#limits(value, pointer);
    if (Object.keys(schema).length > 0) this.#say({ select, schema }, code, reason);
  }

  #exists(exists: unknown, select: string, code: string, reason: string, pointer: string): void {
    if (typeof exists !== 'boolean') this.losses.lost(pointer, 'expected true or false');
    else this.#say(exists ? { select } : { select, count: { max: 0 } }, code, reason);
  }

  #equals(equals: unknown, select: string, code: string, reason: string, pointer: string): void {
    if (equals === undefined) return;
    const name = wholeName(equals);
    const path = name === undefined ? undefined : this.bound.get(name);
    if (path !== undefined) this.#say({ select, equal: path }, code, reason);
    else if (name !== undefined) this.losses.lost(pointer, `nothing gives {{${name}}} a value`);
    else if (hasName(equals)) this.losses.lost(pointer, 'a value is compared whole; a name within a text or a structure cannot be');
    else this.#say({ select, schema: { const: equals } }, code, reason);
  }

  /** oneOf and the comparisons, as one schema. */
  #limits(value: Members, pointer: string): Members {
    const out: Members = {};
    if (value.oneOf !== undefined) {
      if (Array.isArray(value.oneOf) && value.oneOf.length > 0 && !hasName(value.oneOf)) out.enum = value.oneOf;
      else this.losses.lost(below(pointer, 'oneOf'), 'expected a list of values without names');
    }
    for (const [key, keyword] of Object.entries(BOUNDS)) {
      const bound = value[key];
      if (bound === undefined) continue;
      if (typeof bound !== 'number') this.losses.lost(below(pointer, key), 'a bound is a number');
      else Object.assign(out, { type: 'number', [keyword]: bound });
    }
    return out;
  }
}

/** probe: name of the probe whose exchange is judged. */
export function expectation(expect: unknown, pointer: string, probe: string, bound: BoundNames, losses: Losses): Reasoned {
  const made = new Expectation(probe, bound, losses);
  if (isObject(expect)) made.all(expect, pointer);
  else losses.lost(pointer, 'expected an object');
  return made.out;
}
