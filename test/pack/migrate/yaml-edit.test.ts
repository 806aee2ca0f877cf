// Edits of YAML files: the new text says what was wanted, and what was not edited keeps its bytes.
import { expect } from 'chai';
import { AxproofError } from '../../../src/contract/errors.ts';
import { type Edit, editYaml } from '../../../src/pack/migrate/yaml-edit.ts';
import { readDocument } from '../../../src/pack/read/read-document.ts';

const LIST = ['absent', 'refused', 'method-refused'];
const at = (place: string, value: unknown = LIST): Edit => ({ place, value });

type Case = [name: string, text: string, edits: Edit[], after: string];
const CASES: Case[] = [
  ['a scalar', '# head\nname: a\nengine: "1" # why\nend: 1\n', [at('/engine', '2')], '# head\nname: a\nengine: "2" # why\nend: 1\n'],
  ['a plain scalar', 'engine: 1\n', [at('/engine', '2')], 'engine: "2"\n'],
  ['a number in a flow map', 'limits: {requests: 40, bytes: 5}\n', [at('/limits/requests', 160)], 'limits: {requests: 160, bytes: 5}\n'],
  [
    'a flow list',
    'a:\n  - {enum: [absent, refused]} # kept\n',
    [at('/a/0/enum')],
    'a:\n  - {enum: [absent, refused, method-refused]} # kept\n',
  ],
  [
    'a block list',
    'a:\n  enum:\n    - absent\n    - refused\nb: 1\n',
    [at('/a/enum')],
    'a:\n  enum: [absent, refused, method-refused]\nb: 1\n',
  ],
  [
    'a block list as deep as its key',
    'a:\n  enum:\n  - absent\n  - refused\nb: 1\n',
    [at('/a/enum')],
    'a:\n  enum: [absent, refused, method-refused]\nb: 1\n',
  ],
  ['a quoted key', '"a/b": {"~": [x]}\n', [at('/a~1b/~0')], '"a/b": {"~": [absent, refused, method-refused]}\n'],
  [
    'two places of one anchor',
    'a: &x {enum: [absent, refused]}\nb: *x\n',
    [at('/a/enum'), at('/b/enum')],
    'a: &x {enum: [absent, refused, method-refused]}\nb: *x\n',
  ],
  ['an anchored flow list', 'a: &x [absent, refused]\nb: *x\n', [at('/a'), at('/b')], 'a: &x [absent, refused, method-refused]\nb: *x\n'],
  ['an anchored scalar', 'a: &x "1"\nb: *x\n', [at('/a', '2'), at('/b', '2')], 'a: &x "2"\nb: *x\n'],
  ['a word that YAML takes for another', 'a: x\n', [at('/a', ['no', 'a b', ''])], 'a: ["no", "a b", ""]\n'],
  ['several places', 'a: "1"\nb:\n  c: [x]\n', [at('/a', '2'), at('/b/c')], 'a: "2"\nb:\n  c: [absent, refused, method-refused]\n'],
];

/** What cannot be cut out of the text is written anew, and says the same. */
const REWRITTEN: Case[] = [
  ['a member that is not there', 'a: 1 # kept\n', [at('/b', 2)], 'a: 1 # kept\nb: 2\n'],
  ['a list in a list', 'a:\n  - - x\n    - y\n  - z\n', [at('/a/0', 1)], 'a:\n  - 1\n  - z\n'],
];

describe('pack/migrate/yaml-edit', () => {
  for (const [name, text, edits, after] of [...CASES, ...REWRITTEN])
    it(`edits ${name}`, () => expect(editYaml(text, 'x.yaml', edits)).to.equal(after));

  it('says the same as the value with the edits, whatever the style', () => {
    const edited = editYaml('a:\n- &x\n  enum: &y\n  - absent\n  - refused\n- *x\n- enum: *y\n', 'x.yaml', [
      at('/a/0/enum'),
      at('/a/1/enum'),
      at('/a/2/enum'),
    ]);
    expect(readDocument(edited, 'x.yaml').value).to.deep.equal({ a: [{ enum: LIST }, { enum: LIST }, { enum: LIST }] });
  });

  it('refuses what it cannot say', () => {
    // One anchor cannot say two things.
    const edit = (): string => editYaml('a: &x {enum: [absent]}\nb: *x\n', 'x.yaml', [at('/a/enum')]);
    expect(edit).to.throw(AxproofError).with.property('code', 'bad-file');
  });
});
