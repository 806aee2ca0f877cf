// Mistakes as people make them are said at their file and line, by lint alone.
import { basename } from 'node:path';
import { expect } from 'chai';
import { formatFinding } from '../../src/pack/finding.ts';
import { loadFiles } from './folder.ts';
import { PLANTED, PLANTED_LATER, PLANTED_PACK, PLANTED_RULE, PLANTED_SECOND } from './planted.ts';

const sound = { 'pack.yaml': PLANTED_PACK, 'file.yaml': PLANTED_RULE, 'second.yaml': PLANTED_SECOND };
const options = { craft: true };

describe('planted mistakes', () => {
  it('stand in a sound pack', () => expect(loadFiles(sound, options).findings.map(formatFinding)).to.deep.equal([]));

  it('are a hundred and more', () => expect(PLANTED.length).to.be.at.least(100));

  for (const [name, file, from, to, line] of [...PLANTED, ...PLANTED_LATER])
    it(`${name}: ${file}:${line}`, () => {
      expect(sound[file], 'the line to plant it in').to.include(from);
      const { findings } = loadFiles({ ...sound, [file]: sound[file].replace(from, () => to) }, options);
      expect(
        findings.map((f) => `${basename(f.file)}:${f.line}`),
        findings.map(formatFinding).join('\n'),
      ).to.include(`${file}:${line}`);
    });
});
