// The version of axproof, from package.json, which the build inlines.
import { readFileSync } from 'node:fs';

declare const AXPROOF_VERSION: string | undefined;

export const VERSION: string =
  typeof AXPROOF_VERSION === 'string'
    ? AXPROOF_VERSION
    : (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
