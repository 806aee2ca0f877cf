// Entitlements for tests, issued by the command line of an operator whose service runs already.
import { dirname, join } from 'node:path';
import { cli, held } from '../cli/io.ts';
import type { Whole } from './served.ts';

export interface Wanted {
  capabilities?: string;
  targets?: string;
  ceiling?: number;
}

export async function operator({ keys }: Whole, ...args: string[]): Promise<string> {
  const env = { AXPROOF_DATA: join(dirname(keys), 'data'), AXPROOF_KEYS: keys };
  const { io, ran } = held({ env, now: () => new Date().toISOString() });
  const status = await cli(['entitlements', ...args], io);
  if (status !== 0) throw new Error(ran().err);
  return ran().out;
}

export async function entitled(
  whole: Whole,
  { capabilities = 'functional-tests,monitors,history', targets = '*', ceiling = 100 }: Wanted = {},
): Promise<{ token: string; id: string; authorization: string }> {
  const args = ['issue', '--for', 'a test', '--capabilities', capabilities, '--targets', targets, '--ceiling', String(ceiling)];
  const token = (await operator(whole, ...args)).trim();
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string };
  return { token, id: jti, authorization: `Bearer ${token}` };
}
