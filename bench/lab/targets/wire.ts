// Targets that misuse TCP and HTTP: every path but robots.txt speaks as one of the servers of the transport's tests does.
import { SERVERS, type Speak } from '../../../test/transport/hostile-servers.ts';
import { rawServer } from '../../../test/transport/support.ts';
import type { HostileTarget } from './target.ts';

/** Nothing is forbidden: what cannot be read there would keep the verifier from asking anything else. */
const NO_ROBOTS = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n';

const slug = (text: string): string => text.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();

function speaking(name: string, speak: Speak): HostileTarget {
  return {
    name: `wire-${slug(name)}`,
    does: name,
    async open() {
      const raw = await rawServer((socket, heard) => {
        if (/^[A-Z]+ \/robots\.txt /.test(heard)) socket.write(NO_ROBOTS);
        else speak(socket);
      });
      return { origin: raw.origin, close: () => raw.close() };
    },
  };
}

/** What differs for a whole run; faults of one exchange that only have another name are left to the tests of the transport. */
const MEANT =
  /^(an endless body|endless chunks|a declared length beyond|a gzip bomb|an endless gzip|silence|a dripping (status|body|gzip)|dripping (headers|chunks|interim)|a body that stops|one huge|an endless header|a flood of (103|100|empty)|endless trailers|a close at once|a length that the body|two different lengths|length and chunks|an endless chunk extension|a reset in the body|brotli|zstd|stacked codings|HTTP\/2|an upgrade)/;

export const WIRE: readonly HostileTarget[] = SERVERS.filter(([name]) => MEANT.test(name)).map(([name, speak]) => speaking(name, speak));
