// Lines of a client on stdio: batches are taken out and refused once each, and every other byte passes, wherever the pipe cuts.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { WithoutBatches } from '../../src/mounts/mcp/batches.ts';

const CASES: [what: string, lines: string, passes: string, refusals: number][] = [
  ['messages', '{"id":1}\n{"id":2}\n', '{"id":1}\n{"id":2}\n', 0],
  ['a batch between two messages', '{"id":1}\n[{"id":2},{"id":3}]\n{"id":4}\n', '{"id":1}\n{"id":4}\n', 1],
  ['two batches, one of them empty', '[]\n[{"id":1}]\n', '', 2],
  ['a batch behind blanks', ' \t\r\n  [1]\r\n{"id":1}\n', ' \t\r\n  {"id":1}\n', 1],
  ['a list inside of a message', '{"params":[1,\t[2]]}\n', '{"params":[1,\t[2]]}\n', 0],
  ['a batch that never ends', '{"id":1}\n[{"id":2},', '{"id":1}\n', 1],
  ['what is no message', 'no[t]\n', 'no[t]\n', 0],
];

describe('batches on stdio', () => {
  for (const [what, lines, passes, refusals] of CASES)
    it(`knows ${what}`, async () => {
      for (let size = 1; size <= lines.length; size++) {
        const out = new PassThrough();
        const filter = new WithoutBatches(out);
        const passed = text(filter);
        for (let at = 0; at < lines.length; at += size) filter.write(lines.slice(at, at + size));
        filter.end();
        expect(await passed, `in pieces of ${size}`).to.equal(passes);
        out.end();
        const answers = (await text(out)).split('\n').filter((line) => line !== '');
        expect(answers.map((line) => JSON.parse(line).error.code)).to.deep.equal(Array(refusals).fill(-32600));
      }
    });
});
