// What a target on this machine is: a fixture file (no sockets), or an origin on the network. It sends nothing.
import { existsSync } from 'node:fs';
import { AxproofError } from '../contract/errors.ts';
import { isOwnMachine } from '../contract/plain-address.ts';
import { withoutUser } from '../contract/quote.ts';
import type { Transport } from '../contract/transport.ts';
import type { PinnedAddresses } from '../transport/live/pinned.ts';

export interface OpenTarget {
  origin: string;
  transport: Transport;
  file?: string;
  /** Nothing that is sent leaves this machine: a loopback address, or a fixture without sockets. */
  loopback?: boolean;
}

const isFixture = (text: string): boolean => /\.ya?ml$/i.test(text) && existsSync(text);

/** What is spelled as a path is meant as one: no domain ends so or begins so, and no path begins with a name and a password. */
const isPath = (text: string): boolean =>
  /^(\.{0,2}|~)[\\/]|^\.{1,2}$|\.(ya?ml|json)$/i.test(text) && !/^(https?:|[^\\/@]{2,}:[^@]*@)/i.test(text);

/** What somebody named as a target, as it may be told where it was opened by nobody. */
export const tellTarget = (text: string): string => (isPath(text) ? text : withoutUser(text));

/** Throws bad-file or bad-target for what names a file that no target is. */
export function refuseFile(text: string): void {
  if (!isPath(text)) return;
  if (!existsSync(text)) throw new AxproofError('bad-file', `${text} cannot be read: there is no such file or folder (ENOENT)`);
  throw new AxproofError('bad-target', `${text} is no fixture`, [
    'a fixture is one .yaml file; a report is judged again by axproof replay FILE, or by axproof grade --replay FILE',
  ]);
}

export interface Conduct {
  /** What its axproof.json says of being verified is heeded as well: whoever asks did not choose it by hand. */
  heedFile?: boolean;
  /** Where the name of a public one was found to lead. */
  pinned?: PinnedAddresses;
}

export async function openTarget(text: string, { heedFile = false, pinned }: Conduct = {}): Promise<OpenTarget> {
  if (isFixture(text)) {
    const { loadFixture } = await import('../transport/fixture/load.ts');
    const { fixtureOrigin } = await import('../transport/fixture/routes.ts');
    const { fixture } = await import('../transport/fixture/transport.ts');
    const target = loadFixture(text);
    return { origin: fixtureOrigin(target), transport: fixture(target), file: text, loopback: true };
  }
  refuseFile(text);
  const { parseTarget } = await import('../transport/live/target.ts');
  const { live } = await import('../transport/live/live.ts');
  const { heeding } = await import('./opt-out.ts');
  const { origin, private: isPrivate } = parseTarget(text);
  const { pinnedResolver } = await import('../transport/live/pinned.ts');
  const options = { target: new URL(origin), private: isPrivate, ...(pinned ? { resolve: pinnedResolver(origin, pinned) } : {}) };
  const transport = heeding(live(options), { origin, file: heedFile });
  return { origin, transport, loopback: isOwnMachine(new URL(origin).hostname) };
}
