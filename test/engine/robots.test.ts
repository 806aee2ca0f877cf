// robots.txt as the engine reads it: who governs which request.
import { expect } from 'chai';
import { robots } from '../../src/record/robots.ts';

const AT = 'https://a.example/robots.txt';
const rows: [string, string, string, boolean, boolean][] = [
  ['no group at all', 'Sitemap: https://a.example/s.xml', '/llms.txt', true, true],
  ['* governs what the target names', 'User-agent: *\nDisallow: /api/', '/api/x', false, false],
  ['* does not govern the pack’s own surfaces', 'User-agent: *\nDisallow: /', '/llms.txt', true, true],
  ['* lets other paths be', 'User-agent: *\nDisallow: /api/', '/docs', false, true],
  ['a group for axproof governs every request', 'User-agent: axproof\nDisallow: /', '/llms.txt', true, false],
  ['its token has no case', 'user-agent: AxProof\nDisallow: /', '/llms.txt', true, false],
  ['and replaces *', 'User-agent: *\nDisallow: /\n\nUser-agent: axproof\nDisallow: /private', '/api/x', false, true],
  ['a longer name is not ours', 'User-agent: axproofbot\nDisallow: /', '/llms.txt', true, true],
  ['the longest match wins', 'User-agent: *\nDisallow: /api/\nAllow: /api/open', '/api/open', false, true],
  ['wildcards and $', 'User-agent: *\nDisallow: /*.json$', '/a.json', false, false],
];

describe('engine/robots', () => {
  for (const [name, text, path, literal, allowed] of rows) {
    it(name, () => expect(robots(AT, text).allows(`https://a.example${path}`, literal)).to.equal(allowed));
  }
});
