/** Returns the later of two instants in milliseconds since the epoch. Unknown instants are ignored. */
export const latestOf = <Known extends number | null>(before: number | null, now: Known): number | Known =>
  before === null ? now : Math.max(before, now ?? before);
