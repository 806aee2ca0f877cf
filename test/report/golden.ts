// Compares whole outputs with files of fixtures/golden; GOLDEN=write writes them anew, for review as a diff.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

export function golden(name: string, actual: string): void {
  const file = fileURLToPath(new URL(`../../fixtures/golden/${name}`, import.meta.url));
  if (process.env.GOLDEN === 'write') writeFileSync(file, actual);
  expect(actual).to.equal(readFileSync(file, 'utf8'));
}
