// The bundler's lazy imports: evaluated on first use and once, with the meaning that the same import has in Node.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { build } from 'esbuild';
import { lazyModules } from '../../scripts/build/lazy.ts';

const nodePaths = [fileURLToPath(new URL('../../node_modules', import.meta.url))];

async function bundled(files: Record<string, string>): Promise<unknown[]> {
  const folder = `${mkdtempSync(join(tmpdir(), 'axproof-lazy-'))}/`;
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'main.ts')],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      conditions: ['import'],
      nodePaths,
      plugins: [lazyModules(folder, {})],
      logLevel: 'silent',
    });
    const log: unknown[] = [];
    runInNewContext(outputFiles[0]!.text, { log, require: createRequire(import.meta.url), module: { exports: {} }, process, Buffer, URL });
    await new Promise((resolve) => setImmediate(resolve));
    return log;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DECLARE = 'declare const log: unknown[];\n';

describe('lazy imports of the bundle', () => {
  it('evaluates a module when it is first used, and once', async () => {
    const log = await bundled({
      'main.ts': `${DECLARE}import { part, Thing } from './part.ts';\nimport { never } from './never.ts';\nlog.push('main');\nlog.push(part(), new Thing().name, typeof part);\nexport const later = () => never;`,
      'part.ts': `${DECLARE}log.push('part');\nexport const part = () => 'used';\nexport class Thing { name = 'made'; }`,
      'never.ts': `${DECLARE}log.push('never');\nexport const never = 1;`,
    });
    expect(log).to.deep.equal(['main', 'part', 'used', 'made', 'function']);
  });

  it('gives default exports their meaning in Node, of ES modules and of CommonJS', async () => {
    const log = await bundled({
      'main.ts': `${DECLARE}import canonicalize from 'canonicalize';\nimport picocolors from 'picocolors';\nimport Ajv from 'ajv';\nimport { parse } from 'yaml';\nimport * as own from './own.ts';\nlog.push(canonicalize({ b: 1, a: 2 }), typeof picocolors.createColors, typeof Ajv, parse('a: 1').a, own.default, own.named);`,
      'own.ts': `export default 'default';\nexport const named = 'named';`,
    });
    const { default: ajv } = await import('ajv');
    expect(log).to.deep.equal(['{"a":2,"b":1}', 'function', typeof ajv, 1, 'default', 'named']);
  });

  it('knows an imported name behind the dots of a spread', async () => {
    const log = await bundled({
      'main.ts': `${DECLARE}import { many, members } from './part.ts';\nlog.push([...many], { ...members }.a, Math.max(...many));`,
      'part.ts': `export const many = new Set([1, 2]);\nexport const members = { a: 3 };`,
    });
    expect(JSON.stringify(log)).to.equal('[[1,2],3,2]');
  });

  it('evaluates a dynamic import when it is reached', async () => {
    const log = await bundled({
      'main.ts': `${DECLARE}log.push('main');\nvoid import('./part.ts').then(({ part }) => log.push(part));\nlog.push('after');`,
      'part.ts': `${DECLARE}log.push('part');\nexport const part = 'used';`,
    });
    expect(log).to.deep.equal(['main', 'after', 'part', 'used']);
  });

  it('refuses a source that uses the names of the bundler', async () => {
    let error = '';
    await bundled({ 'main.ts': 'export const import_yaml = 1;' }).catch((failure: Error) => {
      error = failure.message;
    });
    expect(error).to.include('import_');
  });
});
