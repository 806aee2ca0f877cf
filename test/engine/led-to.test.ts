// Sites that send unknown paths on to a page of theirs: that page is there for who asks for it by its own name, and nothing else is.
import { expect } from 'chai';
import { check, rule, text } from './world.ts';

const page = text('<!doctype html><title>Docs</title><p>Welcome.', 'text/html');

describe('engine/led to', () => {
  for (const [asked, to, outcome] of [
    ['/docs/', '/docs/', 'found'],
    ['/docs', '/docs/', 'found'],
    ['/docs/', '/docs', 'found'],
    ['/docs?lang=en', '/docs?lang=en', 'found'],
    ['/other', '/docs/', 'absent'],
    ['/docs/other', '/docs/', 'absent'],
    ['/docs/?lang=en', '/docs/', 'absent'],
  ] as const)
    it(`${asked}, where what is not there is sent on to ${to}: ${outcome}`, async () => {
      const seen = rule('seen', { assert: [{ select: '$.it.outcome', schema: { const: outcome } }] });
      const table = { '*': { status: 302, headers: { location: to } }, [to]: page };
      const { verdict, findings } = await check({ it: { get: asked } }, seen, table);
      expect([verdict, findings]).to.deep.equal(['pass', []]);
    });
});
