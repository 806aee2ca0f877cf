// Run as a process of its own: opens one hostile target after another, as it is told. Its work is not the work that is measured.
import type { Hostile } from '../lab.ts';
import { TARGETS } from './all.ts';

let open: Hostile | undefined;

async function heard(wish: { open?: string; close?: true }): Promise<{ origin?: string; error?: string }> {
  if (wish.open === undefined) {
    await open?.close();
    open = undefined;
    return {};
  }
  const target = TARGETS.find(({ name }) => name === wish.open);
  if (!target) return { error: `there is no target ${wish.open}` };
  open = await target.open();
  return { origin: open.origin };
}

process.on('message', (wish) => {
  heard(wish as { open?: string }).then(
    (said) => process.send?.(said),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
// What a victim breaks off in the middle is its own affair.
process.on('uncaughtException', (error) => {
  if (!/ECONNRESET|EPIPE|ERR_STREAM/.test(String((error as { code?: string }).code))) throw error;
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
