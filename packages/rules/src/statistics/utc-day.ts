const dayMs = 86_400_000;

/** The UTC day of an instant, counted from 1 January 1970. */
export const utcDayOf = (atMs: number): number => Math.floor(atMs / dayMs);
