/** Byte strings laid end to end, and where each begins (from 1, as SQL counts) and how long it is. */
export interface PackedBytes {
  readonly bytes: Buffer;
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

/**
 * Packs byte strings into one parameter, to be cut apart with `substring(bytes FROM start FOR length)`. An array of
 * bytea would travel as escaped hexadecimal text: twice as long, and written character by character on both sides.
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
