// Text that a header of ours may hold: visible ASCII, blanks and tabs, and so never a second line. It knows no names of headers.
export const isHeaderText = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text);
