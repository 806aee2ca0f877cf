// The chunks of the command line: each module in one of them, so that it is evaluated once wherever it is asked for.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { build, type Metafile, type Plugin } from 'esbuild';
import { CHUNK_ENTRY, CHUNKS, chunkPlugin, split } from '../../scripts/build/chunks.ts';
import { lazyModules } from '../../scripts/build/lazy.ts';
import { traced } from '../../scripts/build/trace.ts';

const FILES = {
  'main.ts': `import { Fault } from './fault.ts';\nlog.push('main');\nexport const run = async () => { const { far } = await import('./far.ts'); try { far(); } catch (e) { log.push(e instanceof Fault, e.message); } };\nvoid run();`,
  'fault.ts': `log.push('fault');\nexport class Fault extends Error {}`,
  'far.ts': `import { Fault } from './fault.ts';\nimport { deep } from './deep.ts';\nlog.push('far');\nexport const far = () => { throw new Fault(deep); };`,
  'deep.ts': `log.push('deep');\nexport const deep = 'deep';`,
};

describe('chunks of the bundle', () => {
  let folder = '';
  before(() => {
    folder = `${mkdtempSync(join(tmpdir(), 'axproof-chunks-'))}/`;
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  after(() => rmSync(folder, { recursive: true }));

  const bundled = (entry: string, plugins: Plugin[] = []) =>
    build({
      absWorkingDir: folder,
      entryPoints: [entry],
      outfile: join(folder, 'out.cjs'),
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'cjs',
      plugins: [...plugins, lazyModules(folder, {})],
      logLevel: 'silent',
    });
  const input = (name: string): string => `lazy:${folder}${name}`;

  it('hold each module once, and give it to each other', async () => {
    const { metafile } = await bundled(join(folder, 'main.ts'));
    const parts = split(metafile, new Set([input('fault.ts')]), input('main.ts'));
    const texts: Record<string, string> = {};
    for (const chunk of CHUNKS) texts[chunk] = (await bundled(CHUNK_ENTRY, [chunkPlugin(folder, chunk, parts)])).outputFiles[0]!.text;
    const log: unknown[] = [];
    const loaded: Record<string, Record<string, () => unknown>> = {};
    const required = (id: string): unknown => {
      const [, name, number] = id.split(':') as [string, string, string];
      if (!loaded[name]) {
        log.push(`load ${name}`);
        const module = { exports: {} };
        runInNewContext(texts[name]!, { log, require: required, module, Error });
        loaded[name] = module.exports;
      }
      return loaded[name]![number]!();
    };
    required('chunk:cli:0');
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).to.deep.equal(['load cli', 'main', 'load rest', 'far', 'fault', 'deep', true, 'deep']);
  });

  it('are one where nobody knows what a grade evaluates', async () => {
    const { metafile } = await bundled(join(folder, 'main.ts'));
    const { chunkOf, shared } = split(metafile, undefined, input('main.ts'));
    expect(Object.keys(metafile.inputs).map(chunkOf)).to.deep.equal(['cli', 'cli', 'cli', 'cli']);
    expect(shared).to.deep.equal([input('main.ts')]);
  });

  it('keep ES modules of packages together, which are bound by name', () => {
    const esm = (...paths: string[]) => ({
      bytes: 1,
      format: 'esm' as const,
      imports: paths.map((path) => ({ path, kind: 'import-statement' as const })),
    });
    const cjs = (...paths: string[]) => ({
      bytes: 1,
      format: 'cjs' as const,
      imports: paths.map((path) => ({ path, kind: 'require-call' as const })),
    });
    const inputs = {
      'lazy:a': cjs('node_modules/b'),
      'node_modules/b': esm(),
      'node_modules/c': esm('node_modules/b'),
      'node_modules/d': cjs('node_modules/b'),
    };
    const { chunkOf } = split({ inputs, outputs: {} } satisfies Metafile, new Set(['node_modules/b']), 'lazy:a');
    expect(Object.keys(inputs).map(chunkOf)).to.deep.equal(['cli', 'cli', 'cli', 'rest']);
  });

  it('are not guessed when the helpers of esbuild changed', () => {
    expect(() => traced('var __commonJS = 1;')).to.throw('helpers of esbuild');
  });
});
