// Slips of ajv that show in verdicts, mended where it writes its code: a value that it throws about, or takes for valid or not against the
// letter of JSON Schema 2020-12. It must not change what any keyword means. test/pack/random-schemas.test.ts holds it against a second judge.
import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv/dist/2020.js';
import { alwaysValidSchema, mergeEvaluated, Type } from 'ajv/dist/compile/util.js';

type Write = CodeKeywordDefinition['code'];

/** Every instance of ajv has definitions of its own, and a keyword keeps its place among the others. */
export function rewrite(ajv: Ajv2020, keyword: string, wrap: (write: Write) => Write): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  definition.code = wrap(definition.code);
}

/**
 * A branch (anyOf, if, dependentSchemas …) leaves in a variable which members it evaluated: none at all where the branch was not taken, and true for
 * all of them. patternProperties writes into that variable, which throws. It gets one of its own, and both are merged.
 */
const ownMembers =
  (write: Write): Write =>
  (context, rule) => {
    const { it, gen } = context;
    const before = it.props;
    if (!(before instanceof Name)) return write(context, rule);
    it.props = undefined;
    write(context, rule);
    it.props = it.props === undefined ? before : mergeEvaluated.props(gen, it.props, before, Name);
  };

/** The same of elements, which are counted. */
const countedElements =
  (write: Write): Write =>
  (context: KeywordCxt, rule) => {
    const { it, gen, data } = context;
    const { items } = it;
    if (items instanceof Name) it.items = gen.const('items', _`${items} === true ? ${data}.length : ${items} || 0`);
    write(context, rule);
  };

/** What was evaluated is looked up by name, and toString is the name of something in every object but one without a prototype. */
const noInheritedMembers =
  (write: Write): Write =>
  (context, rule) => {
    const { it, gen } = context;
    const { props } = it;
    if (props instanceof Name)
      it.props = gen.const('props', _`${props} && ${props} !== true ? Object.assign(Object.create(null), ${props}) : ${props}`);
    write(context, rule);
  };

/** Whether an element was found is kept in a variable that an empty list never sets, so that in a loop the list before it answers. */
const emptyContainsNothing =
  (write: Write): Write =>
  (context: KeywordCxt, rule) => {
    const { gen, data, it, schema, parentSchema } = context;
    const { minContains = 1, maxContains } = parentSchema;
    if (minContains !== 1 || maxContains !== undefined || alwaysValidSchema(it, schema)) return write(context, rule);
    const length = gen.const('len', _`${data}.length`);
    context.setParams({ min: 1, max: undefined });
    it.items = true;
    const found = gen.let('valid', false);
    const fits = gen.name('_valid');
    gen.forRange('i', 0, length, (i) => {
      context.subschema({ keyword: 'contains', dataProp: i, dataPropType: Type.Num, compositeRule: true }, fits);
      gen.if(fits, () => gen.assign(found, true).break());
    });
    context.result(found, () => context.reset());
  };

/** After prefixItems the rest is passed over where the list is empty, and an empty list contains nothing. */
function containsFirst(ajv: Ajv2020): void {
  const rules = ajv.RULES.rules.find(({ type }) => type === 'array')?.rules ?? [];
  const contains = rules.findIndex(({ keyword }) => keyword === 'contains');
  const prefix = rules.findIndex(({ keyword }) => keyword === 'prefixItems');
  if (prefix < contains) rules.splice(prefix, 0, ...rules.splice(contains, 1));
}

export function mended(ajv: Ajv2020): Ajv2020 {
  rewrite(ajv, 'patternProperties', ownMembers);
  rewrite(ajv, 'unevaluatedItems', countedElements);
  rewrite(ajv, 'unevaluatedProperties', noInheritedMembers);
  rewrite(ajv, 'contains', emptyContainsNothing);
  containsFirst(ajv);
  return ajv;
}
