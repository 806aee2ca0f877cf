// Signs a release of a pack: its name, version and digest, in a DSSE envelope. It reads no pack and no clock.
import type { Envelope } from '../contract/generated/types.ts';
import { instantText } from './instant.ts';
import { type PackRelease, packStatement } from './pack-statement.ts';
import { type Signer, signed } from './sign.ts';

/** `now` is in milliseconds since 1970. */
export const signPack = (release: PackRelease, signer: Signer, now: number): Promise<Envelope> =>
  signed(packStatement(release, instantText(now)), signer);
