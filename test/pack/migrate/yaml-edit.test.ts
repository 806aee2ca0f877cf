// Edits of YAML files: the new text says what was wanted, and what was not edited keeps its bytes.
import { expect } from 'chai';
import { AxproofError } from '../../../src/contract/errors.ts';
import { editYaml, type YamlEdit } from '../../../src/pack/migrate/yaml-edit.ts';
import { readDocument } from '../../../src/pack/read/read-document.ts';

const LIST = ['absent', 'refused', 'method-refused'];
const at = (place: string, value: unknown = LIST): YamlEdit => ({ place, value });

type Case = [name: string, text: string, edits: YamlEdit[], after: string];
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

const ADDED: Case[] = [
  ['a member more', 'a: 1 # kept\n', [at('/b', 2)], 'a: 1 # kept\nb: 2\n'],
  ['one below a blank line and a comment', 'a:\n    - "x"   # kept\n\n# end\n', [at('/b', [])], 'a:\n    - "x"   # kept\nb: []\n\n# end\n'],
  ['one in an element of a list', '- a:  1\n  b: {c:   2}\n- z\n', [at('/0/d', 3)], '- a:  1\n  b: {c:   2}\n  d: 3\n- z\n'],
  ['one in a flow map', 'a: {b:   1}\n', [at('/a/c', 2)], 'a: {b:   1, c: 2}\n'],
  ['one in an empty flow map', 'a:   {}\n', [at('/a/c', 2)], 'a:   {c: 2}\n'],
  ['one after lines of text', 'a: |\n    x\n      y\n', [at('/b', 2)], 'a: |\n    x\n      y\nb: 2\n'],
  ['one after a member without a value', 'a:   1\nb:\n', [at('/c', 2)], 'a:   1\nb:\nc: 2\n'],
  ['one in a text of Windows', 'a:   1\r\nb:   2\r\n', [at('/c', 3)], 'a:   1\r\nb:   2\r\nc: 3\r\n'],
  ['one in a text without an end of line', 'a:   1', [at('/c', 3)], 'a:   1\nc: 3'],
];

/** What cannot be cut out of the text is written anew, and says the same. */
const REWRITTEN: Case[] = [
  ['one after text that keeps its blank lines', 'a: |+\n  x\n\n', [at('/b', 2)], 'a: |+\n  x\n\nb: 2\n'],
  ['one less', 'a: 1 # kept\nb: 2\n', [{ place: '/b', value: undefined }], 'a: 1 # kept\n'],
  ['a list in a list', 'a:\n  - - x\n    - y\n  - z\n', [at('/a/0', 1)], 'a:\n  - 1\n  - z\n'],
];

describe('pack/migrate/yaml-edit', () => {
  for (const [name, text, edits, after] of [...CASES, ...ADDED, ...REWRITTEN])
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
