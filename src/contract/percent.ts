// Percent-encoding (RFC 3986, section 2.1) taken out of a text that somebody else wrote.

/** Undefined where what is encoded is not UTF-8. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
