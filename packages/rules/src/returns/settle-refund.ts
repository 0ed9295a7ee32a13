import type { CampaignId } from '@loyalty/kernel';
import { takenInOrder } from '../lots/deduct-points.ts';
import { type LedgerPosting, type Lot, lotGainOf, lotNameOf, type LotTake } from '../lots/lot.ts';
import type { Account, Claim } from '../member.ts';
import { type PaidClaim, openClaims, payClaims } from './claims.ts';
import type { SpentPoints } from './spent-points.ts';

/** Points that came back of one redeem, as they are in the balance and the lots. */
export interface Refund {
  /** After the refund. */
  readonly account: Account;
  /** After the refund. */
  readonly lots: readonly Lot[];
  /** Its REFUND entries, without those whose points expired at once. */
  readonly entries: readonly LedgerPosting[];
  /** The number of the REDEEM entry; 0 where it is not known. */
  readonly redeemSeq: number;
  /** Of the points in `entries`: those whose own time had passed, and that live on. */
  readonly revived: number;
  /** Expired at once, so they pay nothing. */
  readonly died: number;
  /** As it was before the refund, whose points were out; null where the member owes nothing and claims nothing. */
  readonly spent: SpentPoints | null;
  readonly newEntryId: (n: number) => string;
}

/** A campaign whose points a refund paid back. */
export interface DeductedPoints {
  readonly campaignId: CampaignId;
  readonly points: number;
}

export interface SettledRefund {
  /** Balance, numbers of entries, what is owed and what is claimed have moved on. */
  readonly account: Account;
  readonly lotsAfter: readonly Lot[];
  /** RETURN entries after those of the refund: at most one for what was owed, and one for what was claimed. */
  readonly postings: readonly LedgerPosting[];
  readonly pointsDeducted: number;
  /** Of these points, by campaign; less where no campaign gets them back. */
  readonly deductions: readonly DeductedPoints[];
}

/**
 * A refund pays what returns could not take while its points were out (D300): first what only such a refund pays,
 * then what is owed, and last whatever would leave more on the balance than the member has earned and was given
 * (I25), which is nothing unless an earlier build forgave points that were out.
 */
export const settleRefund = (refund: Refund): SettledRefund => {
  const { account, spent } = refund;
  if (spent === null) return unchanged(refund, account.claims ?? []);
  const steps = payWith({ ...refund, spent });
  const claimed = steps.claimed.reduce((sum, { points }) => sum + points, 0) + steps.beyond;
  const owed = steps.owed;
  const pointsDeducted = claimed + owed;
  if (pointsDeducted === 0) return unchanged(refund, steps.claims);
  const takes = takesFrom(refund.entries, [claimed, owed]);
  const postings: LedgerPosting[] = [];
  let { pointsBalance, ledgerSeq } = account;
  for (const [at, points] of [claimed, owed].entries()) {
    if (points === 0) continue;
    pointsBalance -= points;
    ledgerSeq += 1;
    const fromLots = takes[at] ?? [];
    postings.push({
      id: refund.newEntryId(postings.length),
      seq: ledgerSeq,
      type: 'RETURN',
      points: -points,
      balanceAfter: pointsBalance,
      description: 'Points of returns deducted',
      expiresAtMs: null,
      // Lifetime points fell at the return. What was owed has no change at all, as where earnings pay it (I23).
      ...(at === 0 ? { lifetimeChange: 0 } : null),
      ...(fromLots.length === 0 ? null : { fromLots }),
    });
  }
  return {
    account: {
      ...account,
      pointsBalance,
      ledgerSeq,
      ...(owed > 0 && { pointsToDeduct: (account.pointsToDeduct ?? 0) - owed }),
      ...claimsOf(account, steps.claims),
    },
    lotsAfter: lotsWithout(refund.lots, takes.flat()),
    postings,
    pointsDeducted,
    deductions: byCampaign(steps.claimed.concat(steps.ofOwed)),
  };
};

const unchanged = ({ account, lots }: Refund, claims: readonly Claim[]): SettledRefund => ({
  account: { ...account, ...claimsOf(account, claims) },
  lotsAfter: lots,
  postings: [],
  pointsDeducted: 0,
  deductions: [],
});

/** Absent as long as there were none. */
export const claimsOf = (
  { claims }: Pick<Account, 'claims'>,
  after: readonly Claim[],
): Pick<Account, 'claims'> => (claims === undefined && after.length === 0 ? {} : { claims: after });

interface Payment {
  readonly claimed: readonly PaidClaim[];
  readonly owed: number;
  /** Claims that name the campaigns of what was owed; less where these are not known. */
  readonly ofOwed: readonly PaidClaim[];
  readonly beyond: number;
  readonly claims: readonly Claim[];
}

const payWith = ({
  account,
  entries,
  redeemSeq,
  revived,
  died,
  spent,
}: Refund & { readonly spent: SpentPoints }): Payment => {
  let left = entries.reduce((sum, { points }) => sum + points, 0);
  const isBefore = (claim: Claim): boolean => claim.seq >= redeemSeq;
  // Of points that are past their time nothing is left for those that claim them: they expired after all.
  const dead = payClaims(openClaims(account, spent), {
    points: died,
    isPaid: (claim) => claim.kind === 'EXPIRED' && isBefore(claim),
  });
  const lives = payClaims(dead.left, {
    points: revived,
    isPaid: (claim) => claim.kind === 'EXPIRED' && isBefore(claim),
  });
  left -= sumOf(lives.paid);
  const out = payClaims(lives.left, {
    points: left,
    isPaid: (claim) => claim.kind === 'OUT' && isBefore(claim),
  });
  left -= sumOf(out.paid);
  const owed = Math.min(left, account.pointsToDeduct ?? 0);
  left -= owed;
  const ofOwed = payClaims(out.left, { points: owed, isPaid: ({ kind }) => kind === 'OWED' });
  const claimed = [...lives.paid, ...out.paid];
  const balance = account.pointsBalance - sumOf(claimed) - owed;
  const beyond = Math.max(0, Math.min(left, balance - (account.lifetimePoints + spent.givenByHand)));
  return { claimed, owed, ofOwed: ofOwed.paid, beyond, claims: ofOwed.left };
};

const sumOf = (paid: readonly PaidClaim[]): number => paid.reduce((sum, { points }) => sum + points, 0);

/** From the entries whose points end first, as a redeem takes them: for each amount the lots that it came from. */
const takesFrom = (
  entries: readonly LedgerPosting[],
  amounts: readonly number[],
): readonly (readonly LotTake[])[] => {
  let available: readonly LedgerPosting[] = entries.toReversed();
  return amounts.map((amount) => {
    const taken = takenInOrder(
      available.map(({ points }) => points),
      amount,
    );
    const takes = new Map<string, LotTake>();
    for (const [at, entry] of available.entries()) {
      const gain = lotGainOf(entry);
      const own = taken[at] ?? 0;
      if (gain === null || own === 0) continue;
      const { slidingDays, expiresOn } = gain;
      const points = own + (takes.get(lotNameOf(gain))?.points ?? 0);
      takes.set(lotNameOf(gain), { slidingDays, expiresOn, points });
    }
    available = available.flatMap((entry, at) => {
      const points = entry.points - (taken[at] ?? 0);
      return points === 0 ? [] : [{ ...entry, points }];
    });
    return [...takes.values()];
  });
};

const lotsWithout = (lots: readonly Lot[], takes: readonly LotTake[]): readonly Lot[] => {
  const taken = new Map<string, number>();
  for (const take of takes) {
    const name = lotNameOf(take);
    taken.set(name, take.points + (taken.get(name) ?? 0));
  }
  return lots.flatMap((lot) => {
    const points = lot.points - (taken.get(lotNameOf(lot)) ?? 0);
    return points === 0 ? [] : [points === lot.points ? lot : { ...lot, points }];
  });
};

const byCampaign = (paid: readonly PaidClaim[]): readonly DeductedPoints[] => {
  const sums = new Map<CampaignId, number>();
  for (const { campaignId, points } of paid)
    if (campaignId !== null) sums.set(campaignId, points + (sums.get(campaignId) ?? 0));
  return [...sums].map(([campaignId, points]) => ({ campaignId, points }));
};

export interface Deduction extends DeductedPoints {
  /** Given back to the campaign, at the point value of the moment (D176). */
  readonly budgetCents: number;
}

export const deductionsOf = (
  deductions: readonly DeductedPoints[],
  { pointValueCents }: { readonly pointValueCents: number },
): readonly Deduction[] =>
  deductions.map((deduction) => ({
    ...deduction,
    budgetCents: Math.min(deduction.points * pointValueCents, Number.MAX_SAFE_INTEGER),
  }));

/** Of a response or a fact: absent where nothing was deducted. */
export const deductionsIn = ({
  pointsDeducted,
  deductions,
}: Pick<SettledRefund, 'pointsDeducted'> & { readonly deductions: readonly Deduction[] }): {
  pointsDeducted?: number;
  deductions?: Deduction[];
} => (pointsDeducted === 0 ? {} : { pointsDeducted, deductions: [...deductions] });
