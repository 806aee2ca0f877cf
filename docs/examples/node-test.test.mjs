// Run it with: TARGET=http://127.0.0.1:8080 node --test node-test.test.mjs. With vitest the first line is: import { test } from 'vitest';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { assertConforms, grade } from 'axproof';

const target = process.env.TARGET ?? 'http://127.0.0.1:8080';

test('the deployment conforms to our spec', async () => {
  await assertConforms(target, { spec: process.env.SPEC ?? 'auth', expectDigest: process.env.DIGEST });
});

test('the deployment keeps its grade', async () => {
  const { verdict } = await grade(target, { timeout: 30 });
  assert.ok(['A+', 'A', 'B'].includes(verdict.grade), `grade ${verdict.grade}: ${verdict.next?.fix.join(', ')}`);
});
