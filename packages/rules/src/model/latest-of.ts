/** The later of two instants in milliseconds since the epoch; one that is not known counts for nothing. */
export const latestOf = <Known extends number | null>(before: number | null, now: Known): number | Known =>
  before === null ? now : Math.max(before, now ?? before);
