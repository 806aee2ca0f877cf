// The advice of errors: it names nothing that whoever is told of it does not have.
import { expect } from 'chai';
import { ERRORS, remoteWords } from '../../src/contract/errors.ts';

describe('contract/errors', () => {
  it('advise who has a pack that writes to what can run it', () => {
    expect(ERRORS['consent-missing'].fix).to.match(/axproof verify.*spec of a suite.*--allow-writes of those two.*No other command/);
    expect(remoteWords('consent-missing').fix).to.include('POST /verify or verify_pinned_spec').and.not.include('--');
  });

  it('do not send whoever has a faulty certificate to look whether anything listens', () => {
    expect(ERRORS.unreachable.fix).to.include('where the message says tls-failed something does, so check its certificate');
  });

  it('name what lets a private address be asked over MCP', () => {
    expect(remoteWords('bad-domain').fix).to.include('axproof mcp --allow-private');
  });
});
