// Which addresses are of the site that is graded.
import { expect } from 'chai';
import { site } from '../../src/record/site.ts';

const registrable = (host: string): string | null => (/^[\d.]+$|^\[|localhost/.test(host) ? null : host.split('.').slice(-2).join('.'));
const PLACES: readonly [string, string, 'own' | 'further' | 'off'][] = [
  ['https://shop.example', 'https://shop.example/a', 'own'],
  ['https://shop.example', 'https://api.shop.example/', 'further'],
  ['https://shop.example', 'http://shop.example/', 'off'],
  ['https://shop.example', 'https://shop.example:8443/', 'off'],
  ['https://shop.example', 'https://other.example/', 'off'],
  ['https://shop.example', 'https://user@shop.example/', 'off'],
  ['https://shop.example', 'http://localhost/', 'off'],
  ['https://shop.example', 'https://127.0.0.1/', 'off'],
  // Frameworks name their machine as they like.
  ['http://localhost:3000', 'http://localhost:3000/', 'own'],
  ['http://localhost:3000', 'http://127.0.0.1:3000/items', 'further'],
  ['http://127.0.0.1:3000', 'http://localhost:3000/items', 'further'],
  ['http://127.0.0.1:3000', 'http://[::1]:3000/items', 'further'],
  ['http://[::1]:3000', 'http://127.0.0.1:3000/items', 'further'],
  ['http://localhost:3000', 'http://localhost:3001/', 'off'],
  ['http://localhost:3000', 'http://127.0.0.1:3001/', 'off'],
  ['http://localhost:3000', 'https://127.0.0.1:3000/', 'off'],
  ['http://localhost', 'https://127.0.0.1/', 'off'],
  ['http://localhost:3000', 'http://127.0.0.2:3000/', 'off'],
  ['http://127.0.0.2:3000', 'http://127.0.0.1:3000/', 'off'],
  ['http://localhost:3000', 'http://a.localhost:3000/', 'off'],
  ['http://box.test:3000', 'http://127.0.0.1:3000/', 'off'],
];

describe('an address', () => {
  for (const [origin, href, place] of PLACES)
    it(`${href} is ${place} to ${origin}`, () => expect(site(origin, registrable).place(new URL(href))).to.equal(place));
});
