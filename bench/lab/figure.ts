// One measured value and the bound that it is held to. It measures nothing.
export interface Figure {
  what: string;
  measured: string;
  bound: string;
  ok: boolean;
}

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1));
const unit = (name: string): string => (name === '' ? '' : ` ${name}`);

export const atMost = (what: string, value: number, most: number, of = ''): Figure => ({
  what,
  measured: `${shown(value)}${unit(of)}`,
  bound: `≤ ${shown(most)}${unit(of)}`,
  ok: value <= most,
});

export const atLeast = (what: string, value: number, least: number, of = ''): Figure => ({
  what,
  measured: `${shown(value)}${unit(of)}`,
  bound: `≥ ${shown(least)}${unit(of)}`,
  ok: value >= least,
});

/** What must not be found at all; some of what was found is named. */
export const none = (what: string, found: readonly string[]): Figure => ({
  what,
  measured: found.length === 0 ? '0' : `${found.length}: ${found.slice(0, 3).join('; ').slice(0, 300)}`,
  bound: '0',
  ok: found.length === 0,
});

/** A figure that nothing bounds, told for who reads the table. */
export const told = (what: string, value: number, of = ''): Figure => ({
  what,
  measured: `${shown(value)}${unit(of)}`,
  bound: '',
  ok: true,
});
