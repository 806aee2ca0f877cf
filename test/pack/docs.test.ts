// docs/packs.md: its example loads beside the pack that `pack init` writes, and its table has every finding code.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { FINDINGS, formatFinding } from '../../src/pack/finding.ts';
import { loadFiles } from './folder.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/packs.md');

describe('docs/packs.md', () => {
  it('has an example that loads', () => {
    const [ruleFile] = [...page.matchAll(/```yaml\n(id: [\s\S]*?)```/g)].map((m) => m[1] as string);
    const { pack, findings } = loadFiles({ 'pack.yaml': read('fixtures/first-pack/pack.yaml'), 'status.yaml': ruleFile as string });
    expect(findings.map(formatFinding)).to.deep.equal([]);
    expect(pack?.document.rules[0]?.id).to.equal('status');
  });

  it('explains every finding code and no other', () => {
    const codes = [...page.slice(page.indexOf('<!-- findings')).matchAll(/^\| `([a-z-]+)` \|/gm)].map((m) => m[1]);
    expect(codes).to.deep.equal(Object.keys(FINDINGS));
  });
});
