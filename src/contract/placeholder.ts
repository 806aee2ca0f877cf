// What stands for a secret wherever something is judged, hashed or stored. It holds no secret.

/** Beginning of every placeholder; 32 hex digits follow. */
export const PLACEHOLDER_HEAD = 'secret-';
/** Without capture groups and flags, for use in other patterns. */
export const PLACEHOLDER = `${PLACEHOLDER_HEAD}[0-9a-f]{32}`;

const WHOLE = new RegExp(`^${PLACEHOLDER}$`);
const WITHIN = new RegExp(PLACEHOLDER);

export const isPlaceholder = (text: string): boolean => WHOLE.test(text);
export const holdsPlaceholder = (text: string): boolean => WITHIN.test(text);
