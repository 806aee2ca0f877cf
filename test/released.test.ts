// A released pack is frozen: what still ships under its name and version has its digest, and what does not ship is known by it.
import { expect } from 'chai';
import { isDigest } from '../src/contract/digest.ts';
import { isEngine } from '../src/contract/engines.ts';
import { bundledNames, openPack } from '../src/run/bundled.ts';
import { releasedPacks, successorOf } from '../src/run/released.ts';

describe('released packs', () => {
  it('are told apart by name and version, and by digest', () => {
    const all = releasedPacks();
    expect(all.length).to.be.greaterThan(0);
    expect(new Set(all.map(({ name, version }) => `${name}@${version}`)).size).to.equal(all.length);
    expect(new Set(all.map(({ digest }) => digest)).size).to.equal(all.length);
    for (const one of all) expect([isDigest(one.digest), isEngine(one.engine)], one.name).to.deep.equal([true, true]);
  });

  for (const folder of bundledNames()) {
    it(`${folder} has the digest of its release, or a version of its own`, async () => {
      const { document, digest } = await openPack(folder);
      const known = releasedPacks().find(({ name, version }) => name === document.name && version === document.version);
      const { engine } = document;
      if (known) expect({ digest, engine }).to.deep.equal({ digest: known.digest, engine: known.engine });
      expect(releasedPacks().find((one) => one.digest === digest)).to.deep.equal(known);
    });
  }

  for (const known of releasedPacks())
    it(`${known.name} ${known.version} has a successor of its name`, async () =>
      expect((await successorOf(known))?.document.name).to.equal(known.name));
});
