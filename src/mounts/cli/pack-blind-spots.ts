// axproof pack blind-spots: what no run of a pack sees, as measured for its release. A pack is named as ever, or by its digest, also one that is not at hand.

import { isDigest } from '../../contract/digest.ts';
import { EXIT } from '../../contract/errors.ts';
import { blindSpotsText } from '../../report/blind-spots.ts';
import { spotsOf } from '../../run/blind-spots.ts';
import { bundledWithDigest, openPack } from '../../run/bundled.ts';
import type { Io } from './io.ts';

export async function packBlindSpots(named: string, io: Io): Promise<number> {
  const pack = isDigest(named) ? await bundledWithDigest(named) : await openPack(named);
  const digest = pack?.digest ?? named;
  const called = pack && `${pack.document.name} ${pack.document.version}`;
  io.out(blindSpotsText({ digest, called }, spotsOf(digest)));
  return EXIT.ok;
}
