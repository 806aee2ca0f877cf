// Which methods of HTTP change nothing where they are asked (RFC 9110, 9.2.1). It knows no consent.
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isSafeMethod = (method: string): boolean => SAFE.has(method);
