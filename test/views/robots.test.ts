// The robots view: what a robots.txt says, line by line, and that it names groups as the library that decides by them does.
import { expect } from 'chai';
import fc from 'fast-check';
import { robots as decides } from '../../src/record/robots.ts';
import { robots } from '../../src/views/robots.ts';
import { expectLinear } from '../whole.ts';
import { code, reading, value } from './answer.ts';

const url = 'https://t.example/robots.txt';
const TEXT = `# for everybody
User-agent: *
Content-Signal: search=yes, ai-train=no   # contentsignals.org
Content-Usage: /docs/ train-ai=y
Disallow: /private/
Allow: /private/open$

User-Agent: GPTBot/1.2
user-agent: ClaudeBot
Disallow:
Crawl-delay: 5

Sitemap: https://t.example/sitemap.xml
Sitemap: /more.xml
`;

describe('views/robots', () => {
  it('gives groups with rules and signals, and sitemaps', () => {
    expect(value(robots, { url, body: TEXT })).to.deep.equal({
      groups: [
        {
          agents: ['*'],
          rules: [
            { allow: false, path: '/private/', place: 'L5' },
            { allow: true, path: '/private/open$', place: 'L6' },
          ],
          signals: [
            { field: 'content-signal', values: { search: 'yes', 'ai-train': 'no' }, place: 'L3' },
            { field: 'content-usage', path: '/docs/', values: { 'train-ai': 'y' }, place: 'L4' },
          ],
          place: 'L2',
        },
        { agents: ['gptbot', 'claudebot'], rules: [{ allow: false, path: '', place: 'L10' }], signals: [], place: 'L8' },
      ],
      sitemaps: [
        { href: 'https://t.example/sitemap.xml', absolute: true, place: 'L13' },
        { href: 'https://t.example/more.xml', absolute: false, place: 'L14' },
      ],
    });
  });

  it('has no group end at a sitemap, which is of none (RFC 9309, 2.2.4)', () => {
    const body = 'User-agent: a\nSitemap: /s\nUser-agent: axproof\nDisallow: /';
    const { groups } = value(robots, { url, body }) as { groups: unknown[] };
    expect(groups).to.deep.equal([
      { agents: ['a', 'axproof'], rules: [{ allow: false, path: '/', place: 'L4' }], signals: [], place: 'L1' },
    ]);
    expect(decides(url, body)).to.include({ optedOut: true });
  });

  const rows: [string, string, string][] = [
    ['a comment alone', '# nothing here', 'shape'],
    ['prose', 'All robots are welcome.', 'shape'],
    ['a page', '<!doctype html><title>robots</title>', 'syntax'],
    ['JSON', '{"user-agent": "*"}', 'syntax'],
    ['nothing', ' \n', 'empty'],
    ['a sitemap alone', 'Sitemap: /s.xml', 'ok'],
    ['lines that end in other ways', 'User-agent: *\r\nDisallow: /a\rDisallow: /b\n', 'ok'],
    ['more lines than are read', 'Disallow: /a\n'.repeat(20_001), 'too-large'],
  ];
  for (const [name, body, expected] of rows) it(`${name}: ${expected}`, () => expect(code(robots, { url, body })).to.equal(expected));

  it('leaves out the last line of a cut body, and says what may go on', () => {
    const read = reading(robots, { url, body: 'User-agent: *\nDisallow: /a\nDisallow: /b', truncated: true });
    if (!read.ok) throw new Error(read.code);
    expect((read.value as never as { groups: { rules: unknown[] }[] }).groups[0]?.rules).to.have.length(1);
    expect(read.ends).to.deep.include(['groups', 0, 'rules']);
  });

  it('opens what was masked', () => {
    const body = 'User-agent: *\nDisallow: /a@b.example/\n';
    const read = reading(robots, { url, body, redactions: [{ where: 'body', start: 25, end: 35, kind: 'email' }] });
    expect(read.ok && read.places).to.deep.equal([{ path: ['groups', 0, 'rules', 0], why: 'redacted' }]);
  });

  it('lists every rule of its own group by which a request is decided', () => {
    const line = fc.constantFrom(
      'User-agent: *',
      'User-agent: axproof',
      'user-agent:other/2',
      'Disallow: /',
      'Allow: /',
      'Disallow:',
      'Sitemap: /t',
      'x: y',
      '# z',
      '',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const body = `Sitemap: /s\n${lines.join('\n')}`;
        const { groups } = value(robots, { url, body }) as { groups: { agents: string[]; rules: { allow: boolean; path: string }[] }[] };
        const of = (name: string) => groups.filter(({ agents }) => agents.includes(name));
        const own = of('axproof').length > 0 ? of('axproof') : of('*');
        const rules = own.flatMap((group) => group.rules).filter(({ path }) => path !== '');
        const allowed = rules.length === 0 || rules.some(({ allow }) => allow);
        expect(decides(url, body).allows('https://t.example/a', false)).to.equal(allowed);
      }),
    );
  });

  it('reads long lines and many comments in linear time', () => {
    expectLinear(() => reading(robots, { url, body: `User-agent: ${'a'.repeat(500_000)}#${'#'.repeat(500_000)}` }));
    expectLinear(() => reading(robots, { url, body: `Content-Signal: ${'a=b,'.repeat(200_000)}` }));
  });
});
