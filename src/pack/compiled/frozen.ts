// Freezes plain data to its last member. What is frozen already was frozen whole.

/** The same value. Its depth is bounded by whoever made it: canonical form refuses what is nested too deep. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
