// Which packs may grade: those whose worst case stays within the ceilings of a grade. A pinned run may send more.
import { expect } from 'chai';
import type { AxproofError } from '../src/contract/errors.ts';
import type { Probe } from '../src/contract/generated/types.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { bounds } from '../src/pack/bounds.ts';
import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { loadPackDocument } from '../src/pack/load.ts';
import { gradable } from '../src/run/gradable.ts';
import { pack, rule } from './engine/world.ts';

const draws = (member: string, sample: number, bytes: number): Probe => ({
  select: `$.doc.json.${member}[*]`,
  sample,
  redirects: 0,
  bytes,
  get: '{{ $.item }}',
});

/** A pack that draws so many, each without a redirect and with a body of so many bytes. */
function drawing(most: number, bytes = 1024): LoadedPack {
  const probes = Object.fromEntries(['a', 'b', 'c'].map((name, i) => [name, draws(name, Math.floor((most + i) / 3), bytes)]));
  const rules = [rule('one', { assert: [{ select: "$['a','b','c'][*]", else: 'none' }], reasons: { none: 'nothing' } })];
  const limits = { requests: LIMITS.requests, bytes: LIMITS.runBytes };
  const control = { redirects: 0, eachOf: [{ get: '/{{ $.run.nonce }}' }] };
  return loadPackDocument(pack({ doc: { get: '/doc.json', redirects: 0 }, ...probes }, rules, { limits, control }));
}

/** What is refused of a pack, or 'nothing'. */
function refused(one: LoadedPack): string {
  try {
    expect(gradable(one)).to.equal(one);
    return 'nothing';
  } catch (error) {
    const { code, details } = error as AxproofError;
    if (code === 'bad-pack') throw error;
    return `${code}: ${details.map((detail) => detail.split(':')[0]).join()}`;
  }
}

describe('packs that may grade', () => {
  it('send no more requests than a grade may, to the last one', () => {
    const room = LIMITS.gradeRequests - bounds(drawing(201).document).requests;
    expect(bounds(drawing(201 + room).document).requests).to.equal(LIMITS.gradeRequests);
    expect(refused(drawing(201 + room))).to.equal('nothing');
    expect(refused(drawing(202 + room))).to.equal('beyond-grade: requests');
  });

  it('read no more bytes than a grade may', () => {
    expect(refused(drawing(120, 400 * 1024))).to.equal('nothing');
    expect(refused(drawing(120, 560 * 1024))).to.equal('beyond-grade: bytes');
  });
});
