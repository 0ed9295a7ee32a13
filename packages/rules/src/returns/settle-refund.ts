import type { CampaignId } from '@loyalty/kernel';
import { deductionAfter, takeFromEntries } from '../lots/deduct-points.ts';
import { type LedgerPosting, type Lot, lotsWithout } from '../lots/lot.ts';
import type { Account, Claim } from '../member.ts';
import { dueOf, openClaims, type PaidClaim, payClaims } from './claims.ts';
import { mostOf, type SpentPoints, withoutRefund } from './spent-points.ts';

/** Points of one redeem that were refunded, as they are in the balance and the lots. */
export interface Refund {
  /** The account after the refund. */
  readonly account: Account;
  /** The lots after the refund. */
  readonly lots: readonly Lot[];
  /** The REFUND entries, without those whose points expired immediately. */
  readonly entries: readonly LedgerPosting[];
  /** The number of the REDEEM entry; 0 if it is not known. */
  readonly redeemSeq: number;
  /** The refunded points whose own expiry had passed. */
  readonly past: number;
  /** The refunded points that expired immediately, so they pay nothing. The others are in `entries`. */
  readonly died: number;
  /** The spent points before the refund, when its points were still out. */
  readonly spent: SpentPoints;
  readonly nowMs: number;
  readonly newEntryId: (n: number) => string;
}

/** A campaign and the points that a refund paid back for it. */
export interface DeductedPoints {
  readonly campaignId: CampaignId;
  readonly points: number;
}

export interface SettledRefund {
  /** The account with the new balance, number of the last entry, owed points and claims. */
  readonly account: Account;
  readonly lotsAfter: readonly Lot[];
  /**
   * The RETURN entries that follow those of the refund: at most one for owed points and one for claimed
   * points.
   */
  readonly postings: readonly LedgerPosting[];
  readonly pointsDeducted: number;
  /**
   * The deducted points by campaign. Their sum is less than all deducted points if a campaign gets none back.
   */
  readonly deductions: readonly DeductedPoints[];
  /** The spent points after the refund. */
  readonly spentAfter: SpentPoints;
}

/**
 * Deducts points from a refund for returns that could not take them while they were out (D300): first what
 * only such a refund pays, then what is owed, and last whatever would leave more on the balance than the
 * member has earned and was given (I25). That last amount is 0 unless an earlier build forgave points that
 * were out.
 */
export const settleRefund = (refund: Refund): SettledRefund => {
  const { account } = refund;
  const spentAfter = spentWithout(refund);
  const { claimed, owed, ...steps } = payWith(refund, spentAfter);
  const fromClaims = sumOf(claimed) + steps.beyond;
  // Lifetime points fell at the return. What was owed has no change at all, as where earnings pay it (I23).
  const parts = [{ points: fromClaims, lifetimeChange: 0 }, { points: owed }].filter(
    ({ points }) => points > 0,
  );
  const postings: LedgerPosting[] = [];
  let available: readonly LedgerPosting[] = refund.entries.toReversed();
  let last = { seq: account.ledgerSeq, balanceAfter: account.pointsBalance };
  for (const { points, ...change } of parts) {
    // From the entries whose points end first, as a redeem takes them.
    const take = takeFromEntries(available, points);
    const posting = {
      ...deductionAfter(last, { ...take, id: refund.newEntryId(postings.length) }),
      ...change,
    };
    postings.push(posting);
    [available, last] = [take.left, posting];
  }
  return {
    account: {
      ...account,
      pointsBalance: last.balanceAfter,
      ledgerSeq: last.seq,
      ...(owed > 0 && { pointsToDeduct: (account.pointsToDeduct ?? 0) - owed }),
      ...claimsOf(account, steps.claims),
    },
    lotsAfter: lotsWithout(
      refund.lots,
      postings.flatMap(({ fromLots = [] }) => fromLots),
    ),
    postings,
    pointsDeducted: fromClaims + owed,
    deductions: byCampaign(claimed.concat(steps.ofOwed)),
    spentAfter,
  };
};

const spentWithout = (refund: Refund): SpentPoints => {
  const { entries, redeemSeq, past, died, spent } = refund;
  const points = pointsOf(entries) + died;
  return withoutRefund(spent, { seq: redeemSeq, points, dead: past }, momentOf(refund));
};

const momentOf = ({ account: { lastActivityAtMs }, nowMs }: Refund) => ({ lastActivityAtMs, nowMs });

const pointsOf = (entries: readonly LedgerPosting[]): number =>
  entries.reduce((sum, { points }) => sum + points, 0);

/**
 * Returns the result of a refund that pays nothing. The member owes nothing and has no claims, so it is not
 * necessary to know what is out.
 */
export const wholeRefund = ({ account, lots }: Pick<Refund, 'account' | 'lots'>) => ({
  account,
  lotsAfter: lots,
  postings: [],
  pointsDeducted: 0,
  deductions: [],
  spentAfter: null,
});

/** Returns the field of the claims. It is absent as long as there never were any. */
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

const payWith = (refund: Refund, spentAfter: SpentPoints): Payment => {
  const { account, entries, redeemSeq, past, died, spent } = refund;
  let left = pointsOf(entries);
  const isBefore = (claim: Claim): boolean => claim.seq >= redeemSeq;
  const allOf = (kind: Claim['kind']) => (claim: Claim) =>
    claim.kind === kind && isBefore(claim) ? claim.points : 0;
  // Of points that are past their time nothing is left for those that claim them: they expired after all.
  const dead = payClaims(openClaims(account, spent), {
    points: died,
    payableOf: allOf('EXPIRED'),
  });
  const due = dueOf(dead.left, spentAfter, momentOf(refund));
  const lives = payClaims(dead.left, {
    points: Math.max(0, past - died),
    payableOf: (claim, at) => (isBefore(claim) ? (due[at] ?? 0) : 0),
  });
  left -= sumOf(lives.paid);
  const out = payClaims(lives.left, {
    points: left,
    payableOf: allOf('OUT'),
  });
  left -= sumOf(out.paid);
  const owed = Math.min(left, account.pointsToDeduct ?? 0);
  left -= owed;
  const ofOwed = payClaims(out.left, {
    points: owed,
    payableOf: ({ kind, points }) => (kind === 'OWED' ? points : 0),
  });
  const claimed = [...lives.paid, ...out.paid];
  const balance = account.pointsBalance - sumOf(claimed) - owed;
  const beyond = Math.max(0, Math.min(left, balance - mostOf(account, spent)));
  return { claimed, owed, ofOwed: ofOwed.paid, beyond, claims: ofOwed.left };
};

const sumOf = (paid: readonly PaidClaim[]): number => paid.reduce((sum, { points }) => sum + points, 0);

const byCampaign = (paid: readonly PaidClaim[]): readonly DeductedPoints[] => {
  const sums = new Map<CampaignId, number>();
  for (const { campaignId, points } of paid)
    if (campaignId !== null) sums.set(campaignId, points + (sums.get(campaignId) ?? 0));
  return [...sums].map(([campaignId, points]) => ({ campaignId, points }));
};

export interface Deduction extends DeductedPoints {
  /** The amount that the campaign's budget gets back, at the present value of a point (D176). */
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

/**
 * Returns the fields of a response or a fact with the deductions. They are absent if nothing was deducted.
 */
export const deductionsIn = ({
  pointsDeducted,
  deductions,
}: Pick<SettledRefund, 'pointsDeducted'> & { readonly deductions: readonly Deduction[] }): {
  pointsDeducted?: number;
  deductions?: Deduction[];
} => (pointsDeducted === 0 ? {} : { pointsDeducted, deductions: [...deductions] });
