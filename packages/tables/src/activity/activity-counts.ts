import type { LedgerPosting } from '@loyalty/rules/earning';

/**
 * The counts of an environment or one of its campaigns over a period. Points and cents are net: returns and
 * voids reduce them. All others only grow, `pointsTakenBack` too: it is the part by which returns reduced
 * `pointsEarned`. The object is mutable, because an engine adds to it for every receipt.
 */
export interface ActivityCounts {
  receipts: number;
  events: number;
  awards: number;
  spendCents: number;
  pointsEarned: number;
  pointsTakenBack: number;
  pointsRedeemed: number;
  discountCents: number;
  pointsExpired: number;
  pointsAdjusted: number;
  membersEnrolled: number;
  rewardsGiven: number;
  costCents: number;
}

/** The fields, in the order of the table's columns. */
export const countFields = [
  'receipts',
  'events',
  'awards',
  'spendCents',
  'pointsEarned',
  'pointsTakenBack',
  'pointsRedeemed',
  'discountCents',
  'pointsExpired',
  'pointsAdjusted',
  'membersEnrolled',
  'rewardsGiven',
  'costCents',
] as const satisfies readonly (keyof ActivityCounts)[];

export const emptyCounts = (): ActivityCounts => ({
  receipts: 0,
  events: 0,
  awards: 0,
  spendCents: 0,
  pointsEarned: 0,
  pointsTakenBack: 0,
  pointsRedeemed: 0,
  discountCents: 0,
  pointsExpired: 0,
  pointsAdjusted: 0,
  membersEnrolled: 0,
  rewardsGiven: 0,
  costCents: 0,
});

export const addCounts = (to: ActivityCounts, other: ActivityCounts): void => {
  for (const field of countFields) to[field] += other[field];
};

/** Adds an entry to the counts. Balances change only by points earned, redeemed, expired and adjusted. */
export const addPosting = (
  to: ActivityCounts,
  { type, points }: Pick<LedgerPosting, 'type' | 'points'>,
): void => {
  switch (type) {
    case 'EARN':
      to.pointsEarned += points;
      return;
    case 'RETURN':
      to.pointsEarned += points;
      to.pointsTakenBack -= points;
      return;
    case 'REDEEM':
    case 'REFUND':
      to.pointsRedeemed -= points;
      return;
    case 'EXPIRE':
      to.pointsExpired -= points;
      return;
    case 'ADJUST':
      to.pointsAdjusted += points;
  }
};
