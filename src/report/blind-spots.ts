// What no run of a pack sees, as a page of Markdown: beside the report, by the digest of the pack, and never a part of a verdict.
import { code, inert } from './inert.ts';

/** A class of lies that was planted where nothing is asked: how often a run caught it all the same. */
export interface MeasuredSpot {
  name: string;
  claim: string;
  contradicted: string;
  caught: number;
  runs: number;
}

interface About {
  digest: string;
  /** Name and version, where the pack is at hand. */
  called?: string;
}

const NOT_MEASURED =
  'Nothing was measured of this pack. What it cannot see follows from what it asks: read its probes. Whatever they do not ask (another media type, a later page, another value, another server, another client, another day) it does not see.';

const row = ({ name, claim, contradicted, caught, runs }: MeasuredSpot): string =>
  `| ${inert(name)} | ${inert(claim)} | ${inert(contradicted)} | ${caught} of ${runs} |`;

export function blindSpotsText({ digest, called }: About, spots: readonly MeasuredSpot[] | undefined): string {
  const blocks = [
    `# Blind spots of ${called === undefined ? 'a pack' : inert(called)}`,
    `Pack ${code(digest)}. A pass says nothing of what stands here.`,
  ];
  if (!spots || spots.length === 0) return `${[...blocks, NOT_MEASURED].join('\n\n')}\n`;
  const measured = 'Each was planted in generated sites by the bench of lies; the last column says in how many runs it was caught.';
  const table = ['| blind spot | what is claimed | what contradicts it | caught |', '|---|---|---|---|', ...spots.map(row)].join('\n');
  return `${[...blocks, measured, table].join('\n\n')}\n`;
}
