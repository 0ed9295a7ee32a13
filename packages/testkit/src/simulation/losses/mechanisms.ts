/** The mechanisms that keep a loss harmless. Each can be switched off, to check that the simulation notices. */
export const mechanisms = [
  // Repeats known to Redis are looked up in the database.
  'look-up',
  // State cached from another history is discarded.
  'forgetting',
  // Positions are read again.
  'rejoin',
  // A redeem that Redis knows is not refused as too late.
  'waiver',
  // A log that lacks the next records parks its partition.
  'parking',
  // Numbers that lost commits may have used are skipped.
  'sequences',
  // A process that does not reach the database lets others read.
  'reach',
] as const;

export type Mechanism = (typeof mechanisms)[number];
