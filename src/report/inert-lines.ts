// Lines that a CI runner would take for commands of its own, made plain text: `::` where a line begins, `##[` anywhere (GitHub Actions).

const BEGINS = /^([ \t]*):(?=:)/gm;

/** As the quoter writes what must not act. */
export const inertLines = (text: string): string => text.replace(BEGINS, '$1\\u{3a}').replaceAll('##[', '#\\u{23}[');
