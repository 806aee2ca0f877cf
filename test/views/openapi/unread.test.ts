// What of the paths of a document could not be read: each path and operation once, however many problems stand beside it.
import { expect } from 'chai';
import { doc, type Loose, view } from './support.ts';

const GET = { get: { responses: { 200: { description: 'ok' } } } };
const unread = (paths: Loose, members: Loose = {}, line = '3.1'): Loose[] => view(doc(line, { ...members, paths })).unread;
const shown = (found: Loose[]): string[] => found.map(({ id, place, code }) => `${id} ${place} ${code}`);

describe('openapi: what is not read', () => {
  it('is nothing in a sound document', () => expect(unread({ '/a': GET, 'x-b': [] })).to.deep.equal([]));

  for (const [what, paths, expected, members] of [
    ['a path in another document', { '/a': { $ref: 'a.yaml' } }, '/a /paths/~1a remote-ref'],
    ['a path that leads nowhere', { '/a': { $ref: '#/b' } }, '/a /paths/~1a unresolved-ref'],
    ['a path that leads back', { '/a': { $ref: '#/paths/~1a' } }, '/a /paths/~1a ref-cycle'],
    ['a path that is a list', { '/a': [] }, '/a /paths/~1a wrong-type'],
    ['a path that leads to a list', { '/a': { $ref: '#/components/pathItems/A' } }, '/a /components/pathItems/A wrong-type', { A: [] }],
    ['a path whose reference is no text', { '/a': { $ref: 1 } }, '/a /paths/~1a wrong-type'],
    ['an operation in another document', { '/a': { get: { $ref: 'a.yaml' } } }, 'GET /a /paths/~1a/get remote-ref'],
    ['an operation that is a list', { '/a': { get: [] } }, 'GET /a /paths/~1a/get wrong-type'],
    ['an operation of a later line', { '/a': { query: {} } }, 'QUERY /a /paths/~1a/query unknown-member'],
    ['a method in capital letters', { '/a': { GET: {} } }, 'GET /a /paths/~1a/GET unknown-member'],
    [
      'an additional operation of a later line',
      { '/a': { additionalOperations: { COPY: {} } } },
      'COPY /a /paths/~1a/additionalOperations/COPY unknown-member',
    ],
  ] as [string, Loose, string, Loose?][])
    it(`is ${what}`, () => {
      const [found, ...more] = unread(paths, { components: { pathItems: members ?? {} } });
      expect(more).to.deep.equal([]);
      expect(shown([found])).to.deep.equal([expected]);
      expect(found.message).to.be.a('string');
    });

  it('is no member that no line knows, and no additional operation of 3.2', () => {
    expect(unread({ '/a': { ...GET, foo: {}, 'x-get': {}, summary: 's' } })).to.deep.equal([]);
    expect(unread({ '/a': { query: {}, additionalOperations: { COPY: {} } } }, {}, '3.2')).to.deep.equal([]);
    expect(shown(unread({ '/a': { additionalOperations: [] } }, {}, '3.2'))).to.deep.equal([
      '/a /paths/~1a/additionalOperations wrong-type',
    ]);
  });

  it('lets what stands beside the reference of a path item be read', () => {
    const { operations, unread: found } = view(doc('3.1', { paths: { '/a': { ...GET, $ref: 'a.yaml' } } }));
    expect([operations.map(({ id }: Loose) => id), shown(found)]).to.deep.equal([['GET /a'], ['/a /paths/~1a remote-ref']]);
  });

  it('is listed whole, where of problems only the first are', () => {
    const paths = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`/a${i}`, { $ref: `a.yaml#/${i}` }]));
    expect(unread(paths)).to.have.length(300);
  });
});
