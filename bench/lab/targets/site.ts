// An honest site in which some documents are hostile: everything else is answered by the written target that does all well.

import { loadFixture } from '../../../src/transport/fixture/load.ts';
import { serveFixture } from '../../../src/transport/fixture/server.ts';
import { type Documents, front } from '../../../test/integration/front.ts';
import { targetFile } from '../../parts/setup.ts';
import type { HostileTarget } from './target.ts';

/** Made when the target opens: some are megabytes long. */
export function siteWith(name: string, does: string, documents: () => Documents): HostileTarget {
  return {
    name,
    does,
    async open() {
      const honest = await serveFixture(loadFixture(targetFile('good')));
      const before = await front(documents(), Number(new URL(honest.origin).port));
      return {
        origin: before.origin,
        async close() {
          await before.close();
          await honest.close();
        },
      };
    },
  };
}
