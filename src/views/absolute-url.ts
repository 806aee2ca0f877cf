// A URL reference as an absolute URL, against the final URL of the answer. It must not fetch, and judges no scheme.

/** undefined for what cannot be resolved. */
export function absoluteUrl(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

export const isWebUrl = (url: string): boolean => /^https?:\/\//.test(url);
