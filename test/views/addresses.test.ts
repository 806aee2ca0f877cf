// Which addresses a JSON document names, and by which names.
import { expect } from 'chai';
import { addresses } from '../../src/views/addresses.ts';
import { type Made, reading } from './answer.ts';

const readingOf = (json: unknown, more: Made = {}) =>
  reading(addresses, { url: 'https://a.example/dir/card.json', body: { json }, ...more });

const addressesOf = (value: unknown): string[] => {
  const found = readingOf(value);
  if (!found.ok) throw new Error(found.code);
  return (found.value as { href: string; name?: string; names: string[]; place: string }[]).map(
    ({ href, name = '-', names, place }) => `${href} ${name} ${names.join('.') || '-'} ${place || '-'}`,
  );
};

describe('views/addresses', () => {
  for (const [name, document, found] of [
    ['an absolute URL', { docs: 'HTTPS://b.example/x?y#z' }, ['https://b.example/x?y#z docs docs /docs']],
    ['a path', { docs: '/x' }, ['https://a.example/x docs docs /docs']],
    ['a relative path', { docs: './x' }, ['https://a.example/dir/x docs docs /docs']],
    ['a path upwards', { docs: '../x' }, ['https://a.example/x docs docs /docs']],
    ['the name of a file', { docs: 'x.md' }, ['https://a.example/dir/x.md docs docs /docs']],
    ['an object with a url', { docs: { url: '/x' } }, ['https://a.example/x docs docs.url /docs/url']],
    ['a url and nothing else', { url: '/x' }, ['https://a.example/x url url /url']],
    ['links of links', { link: { href: '/x' } }, ['https://a.example/x href link.href /link/href']],
    ['a list', { docs: [{ uri: '/x' }, '/y'] }, ['https://a.example/x docs docs.uri /docs/0/uri', 'https://a.example/y docs docs /docs/1']],
    ['a name that holds a slash', { 'a/b': '/x' }, ['https://a.example/x a/b a/b /a~1b']],
    ['a template', { docs: '/x/{id}' }, ['https://a.example/x/%7Bid%7D docs docs /docs']],
    ['a text alone', '/x', ['https://a.example/x - - -']],
    ['words', { docs: 'see /x', version: '1.0', host: 'a.example', mail: 'me@a.txt', type: 'text/html', did: 'did:web:a.example' }, []],
    ['other schemes', { docs: 'ftp://a.example/x', mail: 'mailto:a@b.example' }, []],
    ['what makes no URL', { docs: 'https://[x' }, []],
    ['other values', { docs: [1, true, null] }, []],
  ] as const)
    it(name, () => expect(addressesOf(document)).to.deep.equal(found));

  for (const [name, document, beside] of [
    ['what it names', { api: { type: 'openapi', url: '/x' } }, [{ type: 'openapi' }]],
    ['its state', { mcp: { status: 'planned', url: '/x', transport: 'http' } }, [{ status: 'planned' }]],
    ['truth values', { a: { enabled: false, is_available: true, url: '/x' } }, [{ enabled: false, is_available: true }]],
    ['nothing', { a: { url: '/x', name: 'status' } }, [undefined]],
    ['no number, list or long text', { a: { status: 200, type: ['x'], state: 's'.repeat(65), url: '/x' } }, [undefined]],
    ['of each in a list', [{ status: 'a', url: '/x' }, { url: '/y' }], [{ status: 'a' }, undefined]],
    ['of all in a list', { status: 'a', urls: ['/x', '/y'] }, [{ status: 'a' }, { status: 'a' }]],
    ['nothing of an object around it', { status: 'a', b: { url: '/x' } }, [undefined]],
  ] as const)
    it(`says what stands beside one: ${name}`, () => {
      const found = readingOf(document);
      expect((found as { value?: { beside?: unknown }[] }).value?.map((one) => one.beside)).to.deep.equal(beside);
    });

  it('says which addresses it is not sure of', () =>
    expect(readingOf({ docs: '/x', terms: '/y' }, { places: [{ path: ['terms'], why: 'redacted' }] })).to.deep.include({
      places: [{ path: [1], why: 'redacted' }],
    }));

  it('fails as the document does', () =>
    expect(readingOf(null, { body: '{"docs":', truncated: true })).to.include({ ok: false, code: 'cut' }));

  it('lists no more than it can', () => expect(readingOf(Array(50_001).fill('/x'))).to.include({ ok: false, code: 'too-large' }));
});
