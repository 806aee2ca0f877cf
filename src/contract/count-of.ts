// How many of a thing there are, in words. Of figures that are written otherwise than a number is, `shown` is the text.

export const countOf = (n: number, word: string, shown = String(n)): string => `${shown} ${word}${n === 1 ? '' : 's'}`;
