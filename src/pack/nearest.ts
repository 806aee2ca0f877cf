// The known name that a mistyped one probably means. It must stay cheap for long foreign names.
const LONGEST = 60;
/** Few packs have as many names of one kind. Of a longer list the first are looked at. */
const MOST_NAMES = 512;

/** Edits (of one letter, or of two that changed places) between two words, given up above most. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] as number) + 1 : most + 1;
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + change, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}

/** Letters of a word in the order of the alphabet: whoever mixes them up means the word. */
const letters = (word: string): string => [...word].sort().join('');

/** The nearest of the names, or undefined when none is near; case counts little. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  // Every one letter is near every other.
  const most = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length / 3));
  const word = name.toLowerCase();
  const ofWord = letters(word);
  let best: string | undefined;
  let least = most + 1;
  let seen = 0;
  for (const candidate of names) {
    if (++seen > MOST_NAMES) break;
    const other = candidate.toLowerCase();
    const mixed = most > 0 && word.length === other.length && ofWord === letters(other);
    const far = mixed ? Math.min(1, distance(word, other, most)) : distance(word, other, most);
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

/** ` (did you mean x?)`, or nothing. */
export function suggestion(name: string, names: Iterable<string>): string {
  const best = nearest(name, names);
  return best === undefined ? '' : ` (did you mean ${best}?)`;
}
