import type { BurnRequest } from '@loyalty/contracts/burning';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { type CampaignId, invariant, type MemberId, type TransactionId } from '@loyalty/kernel';
import { stampsShown } from '../earning/rules/stamp-card.ts';
import { floorProduct } from '../floor-product.ts';
import { type LedgerPosting, type Lot, namesOf } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import {
  type ReceiptCard,
  type ReceiptReward,
  recoveredOf,
  type ReturnedCard,
  type RewardsTaken,
  stampsAfter,
  type TakenReward,
  takeRewards,
} from './take-back.ts';
import { type EarnedEntry, takePoints, type TakenPoints } from './take-points.ts';

export interface ReceiptAward {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly rewardIds: readonly string[];
}

/** How much of a receipt came back so far. */
export interface ReceiptReturns {
  /** Null where the receipt's amount is not known. */
  readonly amountCents: number | null;
  /** Points of each award that stay, in its order. */
  readonly kept: readonly number[];
  readonly returnIds: readonly string[];
}

/** As it was stored. It has no lines. */
export interface StoredReceipt {
  readonly transactionId: TransactionId;
  readonly memberId: MemberId;
  /** Null of receipts from before there were figures. */
  readonly amountCents: number | null;
  readonly occurredAtMs: number | null;
  readonly awards: readonly ReceiptAward[];
  readonly cards: readonly ReceiptCard[];
  /** Of its points, in the order of their numbers; empty if they are not found. */
  readonly entries: readonly EarnedEntry[];
  /** Null until something of it came back. */
  readonly returned: ReceiptReturns | null;
}

export interface ReturnContext {
  /** Null for an unknown member. */
  readonly account: Account | null;
  /** Null for an unknown receipt. */
  readonly receipt: StoredReceipt | null;
  /** All of the member, where the receipt has entries. */
  readonly lots: readonly Lot[];
  /** Those of the receipt by their ids. */
  readonly rewards: ReadonlyMap<string, ReceiptReward>;
  /** Of the member, under the lock: stamps on the card of a campaign. */
  readonly stampsOf: (campaignId: CampaignId) => number;
  readonly pointValueCents: number;
  readonly nowMs: number;
  readonly newId: (kind: string, n?: number) => string;
}

/** Without `memberKey`, which identifies the member to the engine alone. */
export type ReturnOrder = Pick<BurnRequest, 'ref' | 'transactionRef' | 'amountCents' | 'isWhole' | 'reason'>;

export interface ReturnedAward extends Omit<ReceiptAward, 'pointsEarned' | 'rewardIds'> {
  readonly pointsReversed: number;
  readonly pointsKept: number;
  /** Given back to the campaign. */
  readonly budgetCents: number;
  readonly rewardsTakenBack: readonly string[];
  /** Used, or ended before: they stay, though the award does not. */
  readonly rewardsKept: readonly string[];
}

export interface ReturnProcessed {
  readonly outcome: 'processed';
  readonly returnTransactionId: TransactionId;
  readonly returnRef: string;
  readonly transactionRef: string;
  readonly memberId: MemberId;
  readonly receipt: StoredReceipt;
  /** Null where the receipt's amount is not known. */
  readonly amountReturned: number | null;
  readonly amountRemaining: number | null;
  /** True if nothing of the receipt remains. */
  readonly isWhole: boolean;
  readonly pointsReversed: number;
  readonly taken: TakenPoints;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly awards: readonly ReturnedAward[];
  readonly rewards: readonly TakenReward[];
  readonly cards: readonly ReturnedCard[];
  /** By campaign, where stamps were taken back. */
  readonly stampsLeft: ReadonlyMap<CampaignId, number>;
  readonly after: ReceiptReturns;
  readonly postings: readonly LedgerPosting[];
  readonly reason: string | null;
  /** The time of its record. */
  readonly decidedAtMs: number;
}

export interface ReturnRefused {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_ERASED' | 'TRANSACTION_NOT_FOUND' | 'LIMIT_EXCEEDED' | 'RETURN_EXCEEDS_RECEIPT';
  readonly context: Readonly<Record<string, number | string | null>>;
}

/** A row of ids and kept points has 3.3 KB at most. */
const returnsMax = 100;

/**
 * Judged by what is stored of the receipt, and by nothing of today (D165). Also of a suspended member.
 * Refusals come in the order of D2: an erased member, no such receipt of the member, too many returns, more
 * than is left. A function of its arguments alone.
 */
export const decideReturn = (context: ReturnContext, order: ReturnOrder): ReturnProcessed | ReturnRefused => {
  const { account, receipt, lots, nowMs, newId } = context;
  if (account?.state === 'anonymized') return refused('MEMBER_ERASED');
  if (account === null || receipt?.memberId !== account.memberId) return refused('TRANSACTION_NOT_FOUND');
  const { returnIds } = receipt.returned ?? { returnIds: [] };
  if (returnIds.length >= returnsMax)
    return refused('LIMIT_EXCEEDED', { limit: returnsMax, of: 'returnsOfReceipt' });
  const amounts = amountsOf(receipt, order);
  if (amounts.outcome === 'refused') return amounts;
  const returnTransactionId = newId('transaction') as TransactionId;
  const before = keptBeforeOf(receipt);
  const kept = keptOf(receipt, amounts, before);
  const earned = sumOf(receipt.awards.map(({ pointsEarned }) => pointsEarned));
  const points = { from: earned - pointsIn(before), to: earned - pointsIn(kept) };
  const taken = takePoints({ account, lots, entries: receipt.entries, nowMs }, points);
  const hanging = takeBack(context, receipt, { before, kept, recovered: taken.fromBalance + taken.expired });
  const { awards } = hanging;
  const pointsReversed = points.to - points.from;
  const balanceAfter = account.pointsBalance - taken.fromBalance;
  return {
    outcome: 'processed',
    returnTransactionId,
    returnRef: order.ref,
    transactionRef: order.transactionRef,
    memberId: account.memberId,
    receipt,
    amountReturned: amounts.returned,
    amountRemaining: amounts.remaining,
    isWhole: amounts.isWhole,
    pointsReversed,
    taken,
    balanceBefore: account.pointsBalance,
    balanceAfter,
    ...hanging,
    after: {
      amountCents: amounts.returnedInAll,
      kept: kept.awards.map((award) => award.points),
      returnIds: [...returnIds, returnTransactionId],
    },
    postings:
      pointsReversed === 0
        ? []
        : [returnPosting({ id: newId('entry', 0), account, balanceAfter, awards, taken, pointsReversed })],
    reason: order.reason,
    decidedAtMs: nowMs,
  };
};

interface Kept {
  readonly before: KeptOfReceipt;
  readonly kept: KeptOfReceipt;
  /** Points that came from the balance, or had expired. */
  readonly recovered: number;
}

/** What hangs on the awards and cards that stayed before this return and do not stay after it. */
const takeBack = (
  { rewards, stampsOf, pointValueCents, nowMs }: ReturnContext,
  receipt: StoredReceipt,
  { before, kept, recovered }: Kept,
): Pick<ReturnProcessed, 'awards' | 'rewards' | 'cards' | 'stampsLeft'> => {
  const reversed = kept.awards.map(({ points }, at) => (before.awards[at]?.points ?? 0) - points);
  const paid = recoveredOf(reversed, recovered);
  const taken: RewardsTaken[] = receipt.awards.map(({ rewardIds }, at) =>
    before.awards[at]?.rewards === true && kept.awards[at]?.rewards === false
      ? takeRewards(rewardIds, rewards, nowMs)
      : noRewards,
  );
  const stampsLeft = new Map<CampaignId, number>();
  for (const [at, card] of receipt.cards.entries()) {
    if (before.cards[at]?.isKept !== true || kept.cards[at]?.isKept !== false) continue;
    const of = receipt.awards.findIndex(({ campaignId }) => campaignId === card.campaignId);
    const isReversed = (kept.awards[of]?.points ?? 0) < (receipt.awards[of]?.pointsEarned ?? 0);
    const cards = isReversed ? card.cardsCompleted : (taken[of]?.taken.length ?? 0);
    const stamps = stampsAfter(stampsOf(card.campaignId), card, Math.min(cards, card.cardsCompleted));
    stampsLeft.set(card.campaignId, stamps);
  }
  return {
    awards: receipt.awards.map(({ campaignId, campaignName }, at) => ({
      campaignId,
      campaignName,
      pointsReversed: reversed[at] ?? 0,
      pointsKept: kept.awards[at]?.points ?? 0,
      budgetCents: centsOf((paid[at] ?? 0) * pointValueCents + (taken[at]?.faceValueCents ?? 0)),
      rewardsTakenBack: taken[at]?.taken.map(({ id }) => id) ?? [],
      rewardsKept: taken[at]?.keptIds ?? [],
    })),
    rewards: taken.flatMap((one) => one.taken),
    cards: receipt.cards.map(({ campaignId, stampsRequired }) => ({
      campaignId,
      stampsCollected: stampsShown(stampsLeft.get(campaignId) ?? stampsOf(campaignId), stampsRequired),
      isStampTakenBack: stampsLeft.has(campaignId),
    })),
    stampsLeft,
  };
};

const noRewards: RewardsTaken = { taken: [], keptIds: [], faceValueCents: 0 };

/** A budget holds no more. */
const centsOf = (cents: number): number => Math.min(cents, Number.MAX_SAFE_INTEGER);

const refused = (code: ReturnRefused['code'], context: ReturnRefused['context'] = {}): ReturnRefused => ({
  outcome: 'refused',
  code,
  context,
});

interface ReturnAmounts {
  readonly outcome: 'fits';
  readonly returned: number | null;
  readonly returnedInAll: number | null;
  readonly remaining: number | null;
  readonly isWhole: boolean;
}

/** A receipt whose amount is not known is returned whole only (D166). */
const amountsOf = (
  { amountCents, returned: before }: StoredReceipt,
  { isWhole, amountCents: asked }: ReturnOrder,
): ReturnAmounts | ReturnRefused => {
  if (amountCents === null) {
    if (!isWhole || before !== null) return exceeding(before === null ? null : 0);
    return { outcome: 'fits', returned: null, returnedInAll: null, remaining: null, isWhole };
  }
  const returnedBefore = before?.amountCents ?? 0;
  const left = amountCents - returnedBefore;
  // A receipt of nothing is returned whole, once.
  if (before !== null && left === 0) return exceeding(0);
  const returned = isWhole ? left : (asked ?? 0);
  if (returned > left) return exceeding(left);
  const remaining = left - returned;
  return {
    outcome: 'fits',
    returned,
    returnedInAll: returnedBefore + returned,
    remaining,
    isWhole: remaining === 0,
  };
};

const exceeding = (amountRemaining: number | null): ReturnRefused =>
  refused('RETURN_EXCEEDS_RECEIPT', { amountRemaining });

/** In the order of the receipt's awards and cards. */
export interface KeptOfReceipt {
  /** Whether the rewards of an award stay. */
  readonly awards: readonly { readonly points: number; readonly rewards: boolean }[];
  readonly cards: readonly { readonly isKept: boolean }[];
}

/** Rewards and stamps stay until nothing of the receipt remains, after which nothing can come back. */
const keptBeforeOf = ({ awards, cards, returned }: StoredReceipt): KeptOfReceipt => {
  const points = returned?.kept ?? awards.map(({ pointsEarned }) => pointsEarned);
  invariant(points.length === awards.length, 'what is kept is stored for each award of a receipt');
  return {
    awards: points.map((kept) => ({ points: kept, rewards: true })),
    cards: cards.map(() => ({ isKept: true })),
  };
};

/** Of each award the share that remains of the amount, rounded down; never more than before (D166). */
const keptOf = (
  { awards, cards, amountCents }: StoredReceipt,
  { remaining, isWhole }: ReturnAmounts,
  before: KeptOfReceipt,
): KeptOfReceipt => ({
  awards: awards.map(({ pointsEarned }, at) => ({
    points:
      isWhole || amountCents === null || remaining === null
        ? 0
        : Math.min(before.awards[at]?.points ?? 0, floorProduct(pointsEarned, remaining, amountCents)),
    rewards: !isWhole,
  })),
  cards: cards.map(() => ({ isKept: !isWhole })),
});

const pointsIn = ({ awards }: KeptOfReceipt): number => sumOf(awards.map(({ points }) => points));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

interface ReturnEntry extends Pick<ReturnProcessed, 'awards' | 'taken' | 'pointsReversed' | 'balanceAfter'> {
  readonly id: string;
  readonly account: Account;
}

/** Of 0 points where none were left, because lifetime points fall all the same. */
const returnPosting = ({
  id,
  account,
  balanceAfter,
  awards,
  taken: { fromBalance, fromLots },
  pointsReversed,
}: ReturnEntry): LedgerPosting => ({
  id,
  seq: account.ledgerSeq + 1,
  type: 'RETURN',
  points: 0 - fromBalance,
  balanceAfter,
  description: namesOf(awards.filter((award) => award.pointsReversed > 0)),
  expiresAtMs: null,
  lifetimeChange: -pointsReversed,
  ...(fromLots.length === 0 ? {} : { fromLots }),
});

/**
 * A return is no activity. Lifetime points fall by all reversed ones, also by expired and forgiven ones
 * (D168). Throws BrokenInvariant when it was decided on another balance.
 */
export const applyReturn = (account: Account | null, returned: ReturnProcessed): Account => {
  invariant(
    account !== null && account.pointsBalance === returned.balanceBefore,
    'a return is applied once, to the account that it was decided on',
  );
  return {
    ...account,
    pointsBalance: returned.balanceAfter,
    lifetimePoints: account.lifetimePoints - returned.pointsReversed,
    ledgerSeq: account.ledgerSeq + returned.postings.length,
  };
};

type ReturnResponse = HttpSchemas['ReturnResult'];

/** It is stored, and sent and repeated byte for byte. */
export const toReturnResponse = (returned: ReturnProcessed): ReturnResponse => {
  const { transactionRef, memberId, ...effect } = toReturnQuote(returned);
  return {
    returnTransactionId: returned.returnTransactionId,
    returnRef: returned.returnRef,
    transactionRef,
    memberId,
    ...effect,
    reason: returned.reason,
    state: 'PROCESSED',
  };
};

/** What a return does, whatever its reference. */
export const toReturnQuote = (returned: ReturnProcessed): HttpSchemas['ReturnQuote'] => ({
  transactionRef: returned.transactionRef,
  memberId: returned.memberId,
  amountReturned: returned.amountReturned,
  amountRemaining: returned.amountRemaining,
  isWhole: returned.isWhole,
  pointsReversed: returned.pointsReversed,
  pointsFromBalance: returned.taken.fromBalance,
  pointsExpired: returned.taken.expired,
  pointsForgiven: returned.taken.forgiven,
  pointsBalance: returned.balanceAfter,
  awards: returned.awards.map((award) => ({
    campaignId: award.campaignId,
    campaignName: award.campaignName,
    pointsReversed: award.pointsReversed,
    pointsKept: award.pointsKept,
    basis: 'SHARE',
    budgetCents: award.budgetCents,
    rewardsTakenBack: [...award.rewardsTakenBack],
    rewardsKept: [...award.rewardsKept],
  })),
  stampCards: returned.cards.map(({ campaignId, stampsCollected, isStampTakenBack }) => ({
    campaignId,
    stampsCollected,
    isStampTakenBack,
  })),
});
