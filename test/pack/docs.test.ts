// docs/packs.md: its example loads, and its table has every finding code.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { FINDINGS, formatFinding } from '../../src/pack/finding.ts';
import { loadFiles } from './folder.ts';

const page = readFileSync(new URL('../../docs/packs.md', import.meta.url), 'utf8');

describe('docs/packs.md', () => {
  it('has an example that loads', () => {
    const [packFile, ruleFile] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((m) => m[1] as string);
    const { pack, findings } = loadFiles({ 'pack.yaml': packFile as string, 'status.yaml': ruleFile as string });
    expect(findings.map(formatFinding)).to.deep.equal([]);
    expect(pack?.document.rules[0]?.id).to.equal('status');
  });

  it('explains every finding code and no other', () => {
    const codes = [...page.slice(page.indexOf('<!-- findings')).matchAll(/^\| `([a-z-]+)` \|/gm)].map((m) => m[1]);
    expect(codes).to.deep.equal(Object.keys(FINDINGS));
  });
});
