const max = Number.MAX_SAFE_INTEGER;

/** Returns a sum of two whole numbers, bounded to ±(2^53−1), so that statistics never refuse a receipt. */
export const addUpTo = (a: number, b: number): number => Math.max(-max, Math.min(max, a + b));
