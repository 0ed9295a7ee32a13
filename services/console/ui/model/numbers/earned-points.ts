interface Counted {
  readonly pointsEarned: number;
  readonly pointsTakenBack: number;
}

/** Returns the points that were earned, without what returns took back of earlier ones. */
export const earnedPoints = ({ pointsEarned, pointsTakenBack }: Counted): number =>
  pointsEarned + pointsTakenBack;
