// The rules of the house that no linter holds: lengths, opening comments, names that src/ may not know, hosts that no file may name.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { VIEW_NAMES } from '../src/contract/view.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE_LINES = 300;
const FUNCTION_LINES = 60;
const PURE = ['src/contract/', 'src/json/', 'src/record/', 'src/engine/', 'src/views/', 'src/report/'];

function below(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(join(root, path)).isDirectory() ? below(path) : [path];
  });
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const code = ['src', 'test', 'bench', 'scripts']
  .flatMap(below)
  .filter((path) => /\.(ts|mjs|cjs)$/.test(path) && !path.startsWith('src/contract/generated/'));
const src = code.filter((path) => path.startsWith('src/'));

/** Files as trees, for as long as the tests look at them. */
const trees = new Map<string, ts.SourceFile>();

function parse(path: string): ts.SourceFile {
  const tree = trees.get(path) ?? ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  trees.set(path, tree);
  return tree;
}

/** Every node of a file, without recursion. */
function nodes(file: ts.SourceFile): ts.Node[] {
  const all: ts.Node[] = [file];
  for (let i = 0; i < all.length; i += 1) ts.forEachChild(all[i]!, (child) => void all.push(child));
  return all;
}

const lineOf = (file: ts.SourceFile, at: number): number => file.getLineAndCharacterOfPosition(at).line + 1;

/** `rule.id === 'x'`, and the like: a rule is told from others by its name, whatever that name is. */
function isIdCompared(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || !/^[!=]==?$/.test(node.operatorToken.getText())) return false;
  const sides = [node.left, node.right];
  return sides.some(ts.isStringLiteralLike) && sides.some((side) => ts.isPropertyAccessExpression(side) && side.name.text === 'id');
}

/** Files that git knows or would add. */
function tracked(): string[] {
  try {
    const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  } catch {
    return ['src', 'test', 'bench', 'scripts', 'docs', 'rules', 'schemas', 'fixtures'].flatMap(below);
  }
}

/** What a module keeps beyond one run, and why that is no work of loading done late. A new entry needs a figure, or something that only a run can know. */
const KEPT: { readonly [place: string]: string } = {
  'src/attest/shape.ts ajv': 'most commands verify nothing: the compiler of schemas is made by the first that does',
  'src/contract/exchange-key.ts keys': 'a request is made by a run; its key is asked for five times (0.6 of the 20 ms of a replay)',
  'src/engine/select/exchange-members.ts whole': 'an observation is made by a run; its members are asked for five times (1 of 25 ms)',
  'src/gate/containment/isolation.ts known': 'what the machine allows is found out once a process, by starting another one',
  'src/gate/containment/shapes.ts compiled': 'only a run with a child reads its messages',
  'src/mounts/cli/remote/remote-job.ts CHECKED': 'a spec of a suite is checked by the service once for a digest',
  'src/mounts/mcp/call.ts compiled': 'the shapes of arguments are compiled by the first call, not by every service that has tools',
  'src/pack/compiled/shape-validator.ts ajv': 'a bundled pack has its checks compiled by the build, and needs no compiler',
  'src/record/mcp-endpoints.ts read': 'a document of an answer is read once for all the addresses that it names',
  'src/service/worker.ts logKey': 'the public half of the log key is worked out once for a thread, which may never need it',
  'src/service/worker.ts opened': 'the connection of a thread to its store, which may be away when the thread starts',
  'src/transport/fixture/check.ts compiled': 'only a fixture is held against the schema of fixtures',
  'src/transport/fixture/routes.ts compiled': 'the routes of a target are sorted once for all its requests',
  'src/views/answer-cache.ts kept': 'equal answers of replays share what was read of them (ADR 10)',
  'src/views/openapi/judges.ts judges': 'what was compiled for a document lives as long as the document',
};

/** Each stood for several things in `src/`. */
const PARTICIPLES: ReadonlySet<string> = new Set(
  (
    'told named shown listed asked known given said ' +
    'published pinned failed made claimed counted held declared rewritten changed tried judged found'
  ).split(' '),
);

const COLLECTION = /^(?:(?:Weak)?(?:Map|Set)|LRUCache)$/;

/** Names of the collections that a module makes when it is loaded, static members of classes among them. */
function collections(file: ts.SourceFile): Set<string> {
  const made = ({ initializer }: { initializer?: ts.Expression | undefined }): boolean =>
    initializer !== undefined && ts.isNewExpression(initializer) && COLLECTION.test(initializer.expression.getText());
  const names = file.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.filter(made).map(({ name }) => name.getText());
    if (!ts.isClassDeclaration(statement)) return [];
    return statement.members.flatMap((member) =>
      ts.isPropertyDeclaration(member) && /\bstatic\b/.test(member.getText().split('=')[0]!) && made(member) ? [member.name.getText()] : [],
    );
  });
  return new Set(names);
}

/** Names that a module may give another value after it was loaded. */
const variables = (file: ts.SourceFile): string[] =>
  file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Let) !== 0
      ? statement.declarationList.declarations.map(({ name }) => name.getText())
      : [],
  );

/** What a module keeps: its variables, and those of its collections that a call writes to. */
function written(file: ts.SourceFile): string[] {
  const names = collections(file);
  const found = nodes(file).flatMap((node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const { expression, name } = node.expression;
    const holder = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    return names.has(holder) && /^(?:set|add|delete|clear)$/.test(name.text) ? [holder] : [];
  });
  return [...new Set([...variables(file), ...found])];
}

describe('the house', function () {
  this.timeout(60_000);
  after(() => trees.clear());

  it(`keeps files under ${FILE_LINES} lines`, () => {
    const long = code.filter((path) => read(path).split('\n').length > FILE_LINES);
    expect(long).to.deep.equal([]);
  });

  it('opens every file with a comment that says what it is', () => {
    const silent = code.filter((path) => !/^(#!.*\n)?\/\/ \S|^(#!.*\n)?\/\*/.test(read(path)));
    expect(silent).to.deep.equal([]);
  });

  it('has one type for each name that is exported, so that a name leads to one place', () => {
    const places = new Map<string, string[]>();
    for (const path of [...src, 'src/contract/generated/types.ts'])
      for (const node of parse(path).statements) {
        const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
        if (!isType || !node.name || !ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
        places.set(node.name.text, [...(places.get(node.name.text) ?? []), path]);
      }
    expect(places.size).to.be.greaterThan(500);
    expect([...places].filter(([, paths]) => paths.length > 1)).to.deep.equal([]);
  });

  it('names functions by what they do, and not by a participle that says another thing in each file', () => {
    const names = (node: ts.Statement): (string | undefined)[] => {
      if (ts.isFunctionDeclaration(node)) return [node.name?.text];
      if (!ts.isVariableStatement(node)) return [];
      const made = ({ initializer }: ts.VariableDeclaration) =>
        initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
      return node.declarationList.declarations.filter(made).map(({ name }) => name.getText());
    };
    const all = src.flatMap((path) => parse(path).statements.flatMap((node) => names(node).map((name) => `${path} ${name}`)));
    expect(all.length).to.be.greaterThan(3000);
    const said = all.filter((one) => PARTICIPLES.has(one.split(' ')[1]!));
    expect(said).to.deep.equal([]);
  });

  it('has no file named utils', () => {
    expect(code.filter((path) => /(^|\/)(utils?|helpers?|misc|common)\.\w+$/.test(path))).to.deep.equal([]);
  });

  it(`keeps functions under ${FUNCTION_LINES} lines`, () => {
    const long: string[] = [];
    for (const path of code.filter((name) => !name.startsWith('test/'))) {
      const file = parse(path);
      for (const node of nodes(file)) {
        if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) continue;
        const from = lineOf(file, node.getStart());
        const lines = lineOf(file, node.getEnd()) - from + 1;
        if (lines > FUNCTION_LINES) long.push(`${path}:${from}: ${lines} lines`);
      }
    }
    expect(long).to.deep.equal([]);
  });

  it('names no rule and no pack in src', () => {
    const names = new Set(
      below('rules').flatMap((path) => {
        const [, pack, file] = path.split('/');
        return file?.endsWith('.yaml') ? [pack!, `axproof/${pack}`, file.replace(/\.yaml$/, '')] : [];
      }),
    );
    // A rule may have the name of what it looks at: of a format, a view or a protocol, which src reads without judging. A folder may be named like an English word.
    for (const name of [...VIEW_NAMES, 'mcp', 'pack']) names.delete(name);
    const named: string[] = [];
    for (const path of src) {
      const file = parse(path);
      const tell = (node: ts.Node): void => void named.push(`${path}:${lineOf(file, node.getStart())}: ${node.getText()}`);
      for (const node of nodes(file)) {
        if (ts.isStringLiteralLike(node) && names.has(node.text)) tell(node);
        if (isIdCompared(node)) tell(node);
      }
    }
    expect(names.size).to.be.greaterThan(0);
    expect(named).to.deep.equal([]);
  });

  it('keeps nothing beyond a run without a reason', () => {
    expect(src.flatMap((path) => written(parse(path)).map((name) => `${path} ${name}`)).sort()).to.deep.equal(Object.keys(KEPT));
    const memo =
      'const a = new Map(); const b = new Set([1]); class C { static #c = new WeakMap(); f() { a.set(1, 2); C.#c.set(this, 1); b.has(1); } } let d; const e = 1;';
    expect(written(ts.createSourceFile('memo.ts', memo, ts.ScriptTarget.Latest, true))).to.deep.equal(['d', 'a', '#c']);
  });

  it('uses no chance in the pure rooms', () => {
    const chance: string[] = [];
    for (const path of src.filter((name) => PURE.some((room) => name.startsWith(room)))) {
      const file = parse(path);
      for (const node of nodes(file)) {
        if (ts.isPropertyAccessExpression(node) && /^(Math\.random|globalThis\..*|import\.meta)$/.test(node.getText()))
          chance.push(`${path}:${lineOf(file, node.getStart())}: ${node.getText()}`);
      }
    }
    expect(chance).to.deep.equal([]);
  });

  it('never casts an error away with an empty catch', () => {
    const empty = src.filter((path) => /catch\s*(\([^)]*\))?\s*\{\s*\}/.test(read(path)));
    expect(empty).to.deep.equal([]);
  });

  it('names no registry and no path of one machine in any tracked file', () => {
    const hosts = ['npmjs', 'yarnpkg', 'npmmirror', 'jfrog', 'artifactory', 'verdaccio'].map(
      (name) => new RegExp(`registry\\.${name}|${name}\\.(com|org|io)`, 'i'),
    );
    const found: string[] = [];
    for (const path of tracked()) {
      if (path === 'test/house.test.ts' || path === '.ci/run') continue;
      const text = read(path);
      for (const pattern of [...hosts, /https?:\/\/[^\s"']*registry[^\s"']*\.(org|com|io)/i, /"resolved": "http/]) {
        const match = pattern.exec(text);
        if (match) found.push(`${path}: ${match[0]}`);
      }
    }
    expect(found).to.deep.equal([]);
  });

  it('keeps the second linter to what Biome cannot see', () => {
    const { categories, rules } = JSON.parse(read('.oxlintrc.json')) as Record<string, Record<string, unknown>>;
    expect([categories, Object.keys(rules!).length]).to.deep.equal([{ correctness: 'off' }, 3]);
  });

  it('says where every dependency comes from and why', () => {
    const page = read('docs/adr/0002-libraries.md');
    const named = ['package.json', '.ci/checks/package.json'].flatMap((path) => {
      const { dependencies, devDependencies } = JSON.parse(read(path)) as Record<string, Record<string, string>>;
      return Object.entries({ ...dependencies, ...devDependencies });
    });
    expect(named.filter(([name]) => !page.includes(`\`${name}\``))).to.deep.equal([]);
    for (const [, version] of named) expect(version).to.match(/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+/);
  });
});
