export const dayMs = 86_400_000;

/** The UTC day of an instant, counted from 1970-01-01. */
export const utcDayOf = (atMs: number): number => Math.floor(atMs / dayMs);
