/** Three times 0.1 is 0.30000000000000004 in most languages: nobody means the difference. */
const roundingErrorMax = 1e-9;

/**
 * Rounds a value to at most this many decimals if that changes it by at most 1e-9; otherwise returns null.
 * Also returns null if the result is 0 and the value is not.
 */
export const toDecimals = (value: number, decimals: number): number | null => {
  if (Number.isInteger(value)) return value;
  const rounded = Number(value.toFixed(decimals));
  if (rounded === value) return value;
  return Math.abs(rounded - value) <= roundingErrorMax && rounded !== 0 ? rounded : null;
};

/**
 * Returns true if the value has at most this many decimals, exactly or within 1e-9. The remainder of a
 * division by 0.001 would be less exact; 1e-7 has seven decimals.
 */
export const hasAtMostDecimals = (value: number, decimals: number): boolean =>
  toDecimals(value, decimals) !== null;

/**
 * The maximum size of a body whose operation sets no bound of its own, and of one receipt from any source
 * (D10).
 */
export const bodyBytesMax = 256 * 1024;
