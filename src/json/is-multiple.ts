// multipleOf in decimals, as documents write their numbers: 19.99 is a multiple of 0.01, which binary fractions deny.

/** A number as digits × 10^exponent. */
function decimal(number: number): { digits: bigint; exponent: number } {
  const [, whole = '0', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(number)) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Whether a number is a whole multiple of another that is greater than zero. One that is too large to be held is a multiple of nothing. */
export function isMultiple(number: number, divisor: number): boolean {
  if (!Number.isFinite(number)) return false;
  const left = decimal(number);
  const right = decimal(divisor);
  const lower = Math.min(left.exponent, right.exponent);
  const scale = ({ digits, exponent }: { digits: bigint; exponent: number }) => digits * 10n ** BigInt(exponent - lower);
  return scale(left) % scale(right) === 0n;
}
