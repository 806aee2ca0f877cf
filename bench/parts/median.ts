// The middle of some measurements; the mean of the two middle ones when their number is even.
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
