// A name server that never answers for one family of addresses does not hide those of the other.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { eitherFamily } from '../../src/transport/live/resolve.ts';

const never = new Promise<readonly string[]>(() => {});
const fault = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
const answers = async (ms: number, addresses: readonly string[]): Promise<readonly string[]> => pause(ms, addresses);

const codeOf = (asked: readonly Promise<readonly string[]>[]): Promise<unknown> =>
  eitherFamily(asked).then(
    (addresses) => addresses,
    (error: { code: string }) => error.code,
  );

describe('either family of addresses', () => {
  const rows: [name: string, asked: () => Promise<readonly string[]>[], told: unknown][] = [
    ['both', () => [answers(1, ['192.0.2.1']), answers(5, ['2001:db8::1'])], ['192.0.2.1', '2001:db8::1']],
    ['IPv4 alone, and no answer for the other', () => [answers(1, ['192.0.2.1']), never], ['192.0.2.1']],
    ['IPv6 alone, and no answer for the other', () => [never, answers(1, ['2001:db8::1'])], ['2001:db8::1']],
    ['one that there is not, and one later', () => [fault('ENODATA'), answers(20, ['2001:db8::1'])], ['2001:db8::1']],
    ['one that is empty, and one later', () => [answers(1, []), answers(20, ['2001:db8::1'])], ['2001:db8::1']],
    ['neither', () => [fault('ENOTFOUND'), fault('ENODATA')], 'ENOTFOUND'],
    ['neither, and one could not be looked up', () => [fault('ENODATA'), fault('ESERVFAIL')], 'ESERVFAIL'],
    ['nothing at all', () => [answers(1, []), answers(1, [])], 'ENOTFOUND'],
  ];
  for (const [name, asked, told] of rows) it(name, async () => expect(await codeOf(asked())).to.deep.equal(told));
});
