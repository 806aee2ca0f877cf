// Run it with: TARGET=http://127.0.0.1:8080 npx mocha mocha.test.mjs
import { assertConforms } from 'axproof';

const target = process.env.TARGET ?? 'http://127.0.0.1:8080';

describe('the deployment', function () {
  this.timeout(60_000);

  it('conforms to our spec', () => assertConforms(target, { spec: process.env.SPEC ?? 'auth', expectDigest: process.env.DIGEST }));
});
