const max = Number.MAX_SAFE_INTEGER;

/** A sum of two whole numbers that ends at ±(2^53−1): figures never refuse a receipt. */
export const addUpTo = (a: number, b: number): number => Math.max(-max, Math.min(max, a + b));
