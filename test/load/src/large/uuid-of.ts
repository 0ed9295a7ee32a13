/**
 * Returns SQL for a UUID whose first 48 bits are a time in milliseconds, as the services derive them; the rest follows from a
 * text.
 */
export const uuidOf = (timeMs: string, seed: string): string =>
  `(lpad(to_hex(${timeMs}), 12, '0') || '8' || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`;
