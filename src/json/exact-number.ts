// Whether a double holds the number that a text writes. It must stay linear in the digits.

const PARTS = /^-?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;
/** So many significant digits survive the way into a double and back, whatever they are, within MODEST. */
const SAFE_DIGITS = 15;
/** Longer integers lie beyond the largest double. */
const MOST_DIGITS = 310;

function withoutZeros(text: string): { digits: string; cut: number } {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === 48) start++;
  while (end > start && text.charCodeAt(end - 1) === 48) end--;
  return { digits: text.slice(start, end), cut: text.length - end };
}

/** A decimal number in one spelling: its significant digits, no zero at either end, and the power of ten of the last one. */
function spellNumber(text: string): string | undefined {
  const parts = PARTS.exec(text);
  if (!parts) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const { digits, cut } = withoutZeros(whole + fraction);
  return digits === '' ? '0' : `${digits}e${Number(exponent) - fraction.length + cut}`;
}

/**
 * True when no digit of a decimal number is lost: it is exactly the double, or a text of it that leads back to it, as
 * ECMAScript writes numbers (0.1 is, although no binary fraction equals it; 0.12345678901234567890 is not).
 */
export function holdsExactly(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(text)) {
    if (text.length <= SAFE_DIGITS || Number.isSafeInteger(value)) return true;
    if (text.length > MOST_DIGITS) return false;
    if (BigInt(text) === BigInt(value)) return true;
  }
  const written = spellNumber(text);
  return written !== undefined && written === spellNumber(String(value));
}
