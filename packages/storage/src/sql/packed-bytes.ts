/** Byte strings laid end to end, with the start (from 1, as SQL counts) and length of each. */
export interface PackedBytes {
  readonly bytes: Buffer;
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

/**
 * Packs byte strings into one parameter, to be split with `substring(bytes FROM start FOR length)`. An array of bytea as text
 * would be twice as long, and encoded character by character on both sides.
 */
export const packBytes = (parts: readonly Buffer[]): PackedBytes => {
  const lengths = parts.map(({ length }) => length);
  let next = 1;
  const starts = lengths.map((length) => {
    next += length;
    return next - length;
  });
  return { bytes: Buffer.concat(parts), starts, lengths };
};
