// Holds the files of a pack against schemas/*.json and says in our own words what differs. Meaning beyond shape is judged elsewhere.
import type { ErrorObject } from 'ajv/dist/2020.js';
import probeSchema from '../../../schemas/probe.schema.json' with { type: 'json' };
import ruleSchema from '../../../schemas/rule.schema.json' with { type: 'json' };
import { expectedWords, isWithin } from '../../contract/schema-words.ts';
import { below } from '../../json/pointer.ts';
import { NAMED_KINDS } from '../assertion-kinds.ts';
import { type PackShape, shapeValidator } from '../compiled/shape-validator.ts';
import { type FindingCode, type ReportFinding, valueText } from '../finding.ts';
import { suggestion } from '../nearest.ts';

const MOST_ERRORS = 200;

const at = (error: ErrorObject): string => error.instancePath;

/**
 * Of a failed anyOf keeps the errors of the branch that was meant (it got past the type); of oneOf and not only the keyword itself.
 * The error of an if only repeats what its branch says.
 */
function precise(errors: readonly ErrorObject[]): ErrorObject[] {
  const out: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (!['anyOf', 'oneOf', 'not', 'propertyNames'].includes(error.keyword)) {
      out.push(error);
      continue;
    }
    const branches: ErrorObject[] = [];
    while (out.length > 0 && isWithin(at(out.at(-1) as ErrorObject), at(error)) && isBranch(out.at(-1) as ErrorObject, error))
      branches.unshift(out.pop() as ErrorObject);
    const meantBranch = error.keyword === 'anyOf' ? branches.filter((b) => b.keyword !== 'type' || at(b) !== at(error)) : [];
    out.push(...(meantBranch.length > 0 ? meantBranch : [error]));
  }
  return out;
}

/** An error that only explains the composite one after it. In our schemas nothing stands beside an anyOf. */
const isBranch = (error: ErrorObject, outer: ErrorObject): boolean =>
  outer.keyword === 'anyOf' ||
  error.schemaPath.startsWith(`${outer.schemaPath}/`) ||
  (outer.keyword === 'propertyNames' && error.propertyName !== undefined);

interface Said {
  pointer: string;
  code: FindingCode;
  text: string;
  key?: boolean;
}

type Translate = (error: ErrorObject) => Said;

const sayAt = (error: ErrorObject, code: FindingCode, text: string): Said => ({ pointer: at(error), code, text });

const propertiesOf = (error: ErrorObject): string[] =>
  Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});

function unknownMember(error: ErrorObject): Said {
  const name = String(error.params.additionalProperty);
  const known = propertiesOf(error);
  const pointer = below(at(error), name);
  if ((NAMED_KINDS as string[]).includes(name) && known.includes('else'))
    return { pointer, key: true, code: 'wrong-kind', text: `an assertion has one kind; ${name} is a second one` };
  const kinds = known.includes('else') ? (NAMED_KINDS as string[]) : [];
  const kind = kinds.length > 0 && !kinds.some((one) => known.includes(one)) ? `, and one kind of ${kinds.join(', ')}` : '';
  const hint =
    suggestion(name, [...known, ...kinds]) || (known.length > 0 && known.length <= 16 ? `; known here: ${known.join(', ')}${kind}` : '');
  return { pointer, key: true, code: 'unknown-member', text: `unknown member ${valueText(name)}${hint}` };
}

const METHODS = 'get, head, options, post, put, patch or delete';

/** Which members exclude one another, by the title of what has them. */
const ONE_OF: { [title: string]: string } = {
  Rule: 'a rule has either points or cap',
  Probe: `a probe has exactly one of firstOf, eachOf, ${METHODS}`,
  Source: `a source has exactly one of ${METHODS}`,
  SuiteTest: 'a test has either pack or spec',
  Mend: 'a mend has exactly one of serve with its type, merge, prepend or headers',
};

const titleOf = (error: ErrorObject): string => String((error.parentSchema as { title?: string } | undefined)?.title);

function oneOf(error: ErrorObject): Said {
  const several = Array.isArray(error.params.passingSchemas);
  const text = `${ONE_OF[titleOf(error)]}, and this has ${several ? 'more than one' : 'none'}`;
  return sayAt(error, several ? 'wrong-kind' : 'missing-member', text);
}

const ANY_OF: { [title: string]: string } = {
  Paths: 'expected a path or a list of paths',
  HeaderValue: 'expected text, or {value: text, optional: true}',
  Variable: 'expected text, a number, true, false, or {secret: NAME}',
  SuiteTarget: 'expected a domain or an origin, or {url: …}',
  SuiteData: 'expected the path of a file, or a list of rows',
  TargetNames: 'expected the name of a target, or a list of names',
  Conforms: 'expected a path, or the operations that are held against',
  Fix: 'expected a text, or texts by the codes of reasons with a default',
};

const PAIRS = [
  ['take', 'sample'],
  ['body', 'form'],
  ['under', 'before'],
  ['under', 'derive'],
  ['before', 'derive'],
  ['append', 'replace'],
];

function excluded(error: ErrorObject): Said {
  // What is no object has none of the members, and its type is told beside this.
  const pair = PAIRS.find((names) => names.every((name) => Object.hasOwn(Object(error.data), name))) ?? PAIRS.flat();
  return sayAt(error, 'wrong-kind', `only one of ${pair.join(' or ')} may stand here`);
}

function wrongValue(error: ErrorObject): Said {
  const allowed = error.keyword === 'enum' ? (error.params.allowedValues as unknown[]).filter((v) => typeof v === 'string') : [];
  const hint = typeof error.data === 'string' ? suggestion(error.data, allowed as string[]) : '';
  return sayAt(error, 'wrong-value', `${expectedWords(error)}${hint}`);
}

function memberName(error: ErrorObject): Said {
  const name = String(error.params.propertyName);
  const schema = error.schema as { pattern?: string; $ref?: string };
  const pattern = schema.pattern ?? (schema.$ref?.endsWith('/Code') ? ruleSchema.$defs.Code.pattern : probeSchema.$defs.Name.pattern);
  return {
    pointer: below(at(error), name),
    key: true,
    code: 'wrong-value',
    text: `the name ${valueText(name)} is not of the form ${pattern}`,
  };
}

const TRANSLATE: { [keyword: string]: Translate } = {
  additionalProperties: unknownMember,
  oneOf,
  anyOf: (e) => sayAt(e, 'wrong-type', ANY_OF[titleOf(e)] ?? 'expected one of several forms'),
  not: excluded,
  propertyNames: memberName,
  maximum: (e) => sayAt(e, 'over-ceiling', expectedWords(e)),
  required: (e) => sayAt(e, 'missing-member', `the member ${valueText(String(e.params.missingProperty))} is missing here`),
  dependentRequired: (e) => sayAt(e, 'missing-member', `${e.params.property} needs ${e.params.missingProperty} beside it`),
  type: (e) => sayAt(e, 'wrong-type', expectedWords(e)),
};

const VALUED = new Set('type enum const pattern maximum minimum minLength maxLength anyOf maxItems minItems'.split(' '));

/** What is no object at all has none of the members that exclude one another: its type is told. */
function ofObjects(errors: readonly ErrorObject[]): ErrorObject[] {
  const typed = new Set(errors.flatMap((e) => (e.keyword === 'type' && e.params.type === 'object' ? [at(e)] : [])));
  return errors.filter((e) => !((e.keyword === 'not' || e.keyword === 'oneOf') && typed.has(at(e))));
}

/** Reports every way in which a value is not of the shape. */
export function checkShape(value: unknown, shape: PackShape, report: ReportFinding): void {
  const validate = shapeValidator(shape);
  if (validate(value)) return;
  for (const error of precise(ofObjects((validate.errors ?? []).slice(0, MOST_ERRORS)))) {
    const { pointer, code, text, key } = (TRANSLATE[error.keyword] ?? wrongValue)(error);
    report(pointer, code, text, {
      ...(key ? { part: 'key' as const } : {}),
      ...(VALUED.has(error.keyword) ? { value: valueText(error.data) } : {}),
    });
  }
  validate.errors = null;
}
