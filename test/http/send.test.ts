// A document in pieces is sent as the same one whole is: bytes, fields, HEAD and 304 alike.
import { expect } from 'chai';
import Fastify, { type FastifyInstance } from 'fastify';
import { staleJson } from '../../src/mounts/http/report-responder.ts';
import { send } from '../../src/mounts/http/send.ts';
import { allBytes, type Content, splitBodies, whole } from '../../src/report/written.ts';
import { ask } from './ask.ts';

const bodies = ['x'.repeat(300_000), '"\\\0\u2028é😀'.repeat(100_000)];
const made = splitBodies((leave) => ({ a: leave({ text: bodies[0] as string }), b: [leave({ text: bodies[1] as string })], c: 1 }));
const inPieces: Content = { ...made, size: allBytes(made).length };
const notice = { issuedAt: '2026-01-01T00:00:00.000Z', age: 9, code: 'busy', reason: 'é', retryAfter: 1, report: 'https://v.example/r' };

describe('a document that is sent', () => {
  let app: FastifyInstance;
  let url: string;

  before(async () => {
    app = Fastify();
    const forms: Record<string, Content> = { pieces: inPieces, whole: whole(allBytes(inPieces)) };
    for (const [name, content] of Object.entries(forms)) {
      const stale = staleJson(content, notice);
      for (const [path, body] of Object.entries({ [name]: content, [`${name}-stale`]: stale }))
        app.route({ method: ['GET', 'HEAD', 'POST'], url: `/${path}`, handler: (_request, reply) => send(reply, { form: 'json', body }) });
    }
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => app.close());

  for (const path of ['', '-stale'])
    it(`is the same in pieces as whole${path && ', with a notice'}`, async () => {
      const both = async (method: string, more: Record<string, string> = {}): Promise<[number, Buffer, object][]> =>
        Promise.all(
          ['pieces', 'whole'].map(async (name) => {
            const { status, bytes, headers } = await ask(`${url}/${name}${path}`, { method, headers: more });
            const { date: _, connection: _c, 'keep-alive': _k, ...fields } = headers;
            return [status, bytes, fields];
          }),
        );
      for (const method of ['GET', 'HEAD']) {
        const [pieces, one] = await both(method);
        expect(pieces, method).to.deep.equal(one);
        expect(pieces?.[0]).to.equal(200);
      }
      const [[, bytes, fields]] = (await both('GET')) as [[number, Buffer, { etag: string; 'content-length': string }]];
      expect(bytes.length).to.equal(Number(fields['content-length']));
      const { stale, ...rest } = JSON.parse(bytes.toString('utf8'));
      expect([rest, stale]).to.deep.equal([JSON.parse(allBytes(inPieces).toString('utf8')), path ? notice : undefined]);
      expect((await both('GET', { 'if-none-match': fields.etag })).map(([status, { length }]) => [status, length])).to.deep.equal([
        [304, 0],
        [304, 0],
      ]);
      // What was made for a message is no copy that somebody has.
      for (const known of [fields.etag, '*'])
        expect((await both('POST', { 'if-none-match': known })).map(([status, { length }]) => [status, length])).to.deep.equal([
          [200, bytes.length],
          [200, bytes.length],
        ]);
    });
});
