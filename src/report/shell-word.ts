// A text as one word of a POSIX shell, in quotes only where a shell could read more into it.
export const shellWord = (text: string): string => (/^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
