// Compares whole outputs with files of fixtures/golden; UPDATE_GOLDEN=1 writes them anew, for review as a diff.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

export function golden(name: string, actual: string): void {
  const file = fileURLToPath(new URL(`../../fixtures/golden/${name}`, import.meta.url));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, actual);
  expect(actual).to.equal(readFileSync(file, 'utf8'));
}
