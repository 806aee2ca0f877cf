// A kind of assertion that stands in the schema and its types alone does not compile: both halves of the table say what is missing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { ROOT } from '../sources.ts';

const TYPES = join(ROOT, 'src/contract/generated/types.ts');
const HALVES = ['src/pack/assertion-kinds.ts', 'src/engine/assert/evaluate.ts'].map((path) => join(ROOT, path));

const ADDED = `
export interface OutsideAssertion { select: Paths; outside: Path; when?: Assertions; else?: Code; then?: Code; level?: 'should'; optional?: true; none?: Code }
`;

/** Errors of both halves, in code order, with the types as they are or as a new kind would leave them. */
function errors(types: string): { [path: string]: string[] } {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options, true);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version, ...rest) =>
    path === TYPES ? ts.createSourceFile(path, types, version, true) : getSourceFile(path, version, ...rest);
  const program = ts.createProgram(HALVES, options, host);
  return Object.fromEntries(
    HALVES.map((path) => {
      const found = program.getSemanticDiagnostics(program.getSourceFile(path));
      return [path, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))];
    }),
  );
}

describe('a kind of assertion in the schema and the types alone', function () {
  this.timeout(120_000);
  const types = readFileSync(TYPES, 'utf8');
  const more = types.replace('\n  | VerifiesAssertion\n', '\n  | VerifiesAssertion\n  | OutsideAssertion\n') + ADDED;

  it('does not compile, in either half of the table', () => {
    expect(more).to.include('| OutsideAssertion');
    for (const [path, found] of Object.entries(errors(more)))
      expect(found.join('\n'), path).to.match(/'?outside'?.* is missing|missing.*outside/);
  });

  it('while what is there does', () => {
    expect(Object.values(errors(types)).flat()).to.deep.equal([]);
  });
});

describe('a kind of assertion in the schema of rules', () => {
  interface Named {
    required: [string];
  }
  const { $defs } = JSON.parse(readFileSync(join(ROOT, 'schemas/rule.schema.json'), 'utf8'));
  const { Assertion: all } = $defs;
  const defined = Object.keys($defs).filter((name) => /^(?!Exists).+Assertion$/.test(name));
  const kinds = defined.map((name) => name.replace(/Assertion$/, '').toLowerCase()).sort();

  // One that is left out of one of them is a member that nobody knows, and no type says so.
  const places: [place: string, named: string[]][] = [
    ['the description', /kind: (.+), or select alone/.exec(all.description)?.[1]?.split(', ') ?? []],
    [
      'the type',
      all.tsType.split(' | ').flatMap((name: string) => (name === 'ExistsAssertion' ? [] : [name.replace(/Assertion$/, '').toLowerCase()])),
    ],
    ['the condition', all.if.anyOf.map(({ required: [name] }: Named) => name)],
    ['the list of definitions', all.then.allOf.map((one: { if: Named }) => one.if.required[0])],
  ];
  for (const [place, named] of places) it(`stands in ${place}`, () => expect([...named].sort()).to.deep.equal(kinds));

  it('leads to the definition of its own name', () => {
    for (const { if: is, then } of all.then.allOf as { if: Named; then: { $ref: string } }[])
      expect(then.$ref.toLowerCase()).to.equal(`#/$defs/${is.required[0]}assertion`);
  });
});
