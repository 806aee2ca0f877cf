// A site without llms.txt until it is mended: for tests that ask it twice.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Mending {
  host: string;
  /** false: it breaks again. */
  mend(fine?: boolean): void;
  close(): void;
}

const PAGES: Record<string, { type: string; body: string; late: boolean }> = {
  '/': { type: 'text/html', body: '<h1>Tea', late: false },
  '/llms.txt': { type: 'text/markdown', body: '# Tea\n\n> A shop.\n\n## Pages\n\n- [Home](/): tea\n', late: true },
};

export async function mending(): Promise<Mending> {
  let mended = false;
  const server = createServer(({ url = '' }, response) => {
    const page = PAGES[url];
    if (!page || (page.late && !mended)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': page.type }).end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    mend(fine = true) {
      mended = fine;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
