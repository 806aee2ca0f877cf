// A build into the folder that a service runs from: the old one stands until the new one is whole.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { builtAside } from '../../scripts/build/aside.ts';

describe('scripts/build/aside', () => {
  let root: string;
  const dist = (): string => join(root, 'dist');
  const made = (): string => readFileSync(join(dist(), 'worker.js'), 'utf8');
  const write = (folder: string, text: string): void => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'worker.js'), text);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'axproof-aside-'));
    write(dist(), 'old');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('leaves the old one in its place until the new one is whole', async () => {
    await builtAside(dist(), join(root, '.tmp'), async (folder) => {
      expect(folder).not.to.equal(dist());
      write(folder, 'new');
      await Promise.resolve();
      expect(made()).to.equal('old');
    });
    expect(made()).to.equal('new');
    expect(readdirSync(join(root, '.tmp'))).to.deep.equal([]);
  });

  it('leaves it there when the build fails', async () => {
    const failing = builtAside(dist(), join(root, '.tmp'), async (folder) => {
      write(folder, 'half');
      throw new Error('no space');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('no space');
    expect(made()).to.equal('old');
    expect(readdirSync(join(root, '.tmp'))).to.deep.equal([]);
  });

  it('makes the first one', async () => {
    rmSync(dist(), { recursive: true });
    await builtAside(dist(), join(root, '.tmp'), async (folder) => write(folder, 'new'));
    expect(existsSync(dist()) && made()).to.equal('new');
  });
});
