import { dueAtMs, type LotTake } from '../lots/lot.ts';
import type { Account } from '../member.ts';

/** Redeemed points that have not been refunded, of one redeem or of neighbours in the ledger. */
export interface OutPoints {
  /** The number of the last REDEEM entry among them. */
  readonly seq: number;
  readonly points: number;
  /**
   * The lots of these points that may be past their expiry. Each has at least the time that a refund would
   * give it.
   */
  readonly lots: readonly OutLot[];
}

export interface OutLot extends Pick<LotTake, 'slidingDays' | 'points'> {
  /** The expiry; null for a sliding lot. */
  readonly expiresAtMs: number | null;
  readonly addedAtMs: number;
}

/** What the ledger shows about a member's points that are not on the balance. */
export interface SpentPoints {
  /** The sum of the adjustments that added points, opening balances among them. */
  readonly givenByHand: number;
  /** The part of the lifetime points that openings brought along, which were earned at other programmes (D341). */
  readonly earnedElsewhere: number;
  /** The points that are out, in the order of their numbers. */
  readonly out: readonly OutPoints[];
}

export const nothingSpent: SpentPoints = { givenByHand: 0, earnedElsewhere: 0, out: [] };

/** Returns the most that the balance may be: what the member has earned here and was given (I25). */
export const mostOf = (
  { lifetimePoints }: Pick<Account, 'lifetimePoints'>,
  { givenByHand, earnedElsewhere }: SpentPoints,
): number => lifetimePoints - earnedElsewhere + givenByHand;

/** Returns the points that are out in redeems up to this number. */
export const outUpTo = ({ out }: SpentPoints, seq: number): number =>
  out.reduce((sum, one) => (one.seq <= seq ? sum + one.points : sum), 0);

interface Moment {
  readonly lastActivityAtMs: number | null;
  readonly nowMs: number;
}

/** Returns the points that are out and past their own expiry. */
export const deadIn = ({ out }: Pick<SpentPoints, 'out'>, moment: Moment): number =>
  out.reduce((sum, { points, lots }) => {
    const dead = lots.reduce((own, lot) => (isDead(lot, moment) ? own + lot.points : own), 0);
    return sum + Math.min(points, dead);
  }, 0);

const isDead = (lot: OutLot, { lastActivityAtMs, nowMs }: Moment): boolean =>
  dueAtMs({ ...lot, expiresOn: 0 }, lastActivityAtMs) <= nowMs;

/** Returns the spent points with one more redeem. */
export const withRedeem = (spent: SpentPoints, redeem: OutPoints): SpentPoints => ({
  ...spent,
  out: [...spent.out, redeem],
});

interface CameBack {
  /** The number of the REDEEM entry. */
  readonly seq: number;
  readonly points: number;
  /** How many of them were past their time. */
  readonly dead: number;
}

/** Returns the spent points without those of a refund. */
export const withoutRefund = (
  spent: SpentPoints,
  { seq, points, dead }: CameBack,
  moment: Moment,
): SpentPoints => {
  const at = spent.out.findIndex((one) => one.seq >= seq);
  return {
    ...spent,
    out: spent.out.map((one, place) =>
      place === at
        ? { ...one, points: Math.max(0, one.points - points), lots: withoutDead(one.lots, dead, moment) }
        : one,
    ),
  };
};

const withoutDead = (lots: readonly OutLot[], points: number, moment: Moment): readonly OutLot[] => {
  let left = points;
  return lots.flatMap((lot) => {
    const taken = isDead(lot, moment) ? Math.min(left, lot.points) : 0;
    left -= taken;
    return taken === lot.points ? [] : [{ ...lot, points: lot.points - taken }];
  });
};
