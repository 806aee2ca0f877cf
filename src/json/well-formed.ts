// Whether a text is Unicode text: one with a lone surrogate has no UTF-8, so that two of them could become one.

/** Part of ES2024, which Node 20 has. */
export const wellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed();
