// Documents out of the store: one read for all who ask at once, however long it takes.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { whole } from '../../src/report/written.ts';
import { StoredDocuments } from '../../src/service/stored-documents.ts';
import type { Stored } from '../../src/store/document.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;

describe('stored documents', () => {
  const rows: [name: string, found: Stored | undefined, told: string | undefined][] = [
    ['a document', { state: 'present', content: whole(Buffer.from('{}')), storedAt: 0 }, 'here'],
    ['one that is not there', undefined, undefined],
  ];
  for (const [name, found, told] of rows)
    it(`${name} is read once for all who ask at once, for longer than it is kept`, async () => {
      let reads = 0;
      const documents = new StoredDocuments(
        {
          document: async () => {
            reads++;
            await pause(200);
            return found;
          },
        },
        20,
      );
      const all = await Promise.all([1, 2, 3].map(() => documents.document('evidence', DIGEST)));
      expect(all.map((one) => one?.state)).to.deep.equal(Array(3).fill(told));
      expect(reads).to.equal(1);
    });
});
