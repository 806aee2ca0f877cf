// Stands in for a pack that is not at hand: a report is still shown then, without the rules' own texts.
import type { Pack } from '../contract/generated/types.ts';
import type { Result } from './result.ts';

export function packOf({ document, pack }: Result): Pack {
  if (document) return document;
  const nothing = { control: {}, limits: { requests: 0, bytes: 0 }, bands: [], probes: {}, rules: [] };
  return { format: 1, name: pack.name, version: pack.version, title: pack.name, engine: '', ...nothing } as unknown as Pack;
}
