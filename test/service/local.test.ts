// What axproof mcp on stdio refuses, in words that help whoever started it.
import { expect } from 'chai';
import { LocalService } from '../../src/service/local.ts';

describe('service/local', () => {
  it('says of a private address what lets it be named here', async () => {
    const service = new LocalService({ allowPrivate: false });
    const asked = service.grade({ target: 'http://127.0.0.1:9' } as never, {} as never, {} as never);
    const error: Error & { code?: string } = await asked.then(
      () => expect.fail('nothing was refused'),
      (e: Error) => e,
    );
    expect([error.code, error.message]).to.deep.equal([
      'bad-domain',
      'http://127.0.0.1:9: it is a private target; axproof mcp asks one only where it was started with --allow-private',
    ]);
  });
});
