import type { HttpSchemas } from '@loyalty/contracts/http';
import { type CampaignId, invariant, type MemberId, type TransactionId } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { dueAtMs, type LedgerPosting, type Lot, lotGainOf, lotNameOf } from '../lots/lot.ts';
import { type Account, laterInstantOf } from '../member.ts';
import { giveBackPoints, type GivenBackPoints, type StoredRedeem } from '../returns/give-back.ts';
import {
  deductionsIn,
  type Deduction,
  deductionsOf,
  settleRefund,
  wholeRefund,
} from '../returns/settle-refund.ts';
import type { SpentPoints } from '../returns/spent-points.ts';
import type { RefundedSums } from '../returns/stored-receipt.ts';
import type { ZoneChanges } from '../time/local-time.ts';
import { passedVoidWindow, type VoidAsked } from './void-window.ts';

interface EndContext {
  /** It is null for an unknown member. */
  readonly account: Account | null;
  /** It is null for an unknown reference. */
  readonly redeem: StoredRedeem | null;
  readonly nowMs: number;
  readonly newId: (kind: string, n?: number) => string;
}

export interface EndRefused {
  readonly outcome: 'refused';
  readonly code:
    | 'MEMBER_ERASED'
    | 'TRANSACTION_NOT_FOUND'
    | 'INVALID_STATE_TRANSITION'
    | 'POINTS_OVERFLOW'
    | 'VOID_TOO_LATE';
  readonly context: Readonly<Record<string, string>>;
}

export interface CaptureProcessed {
  readonly outcome: 'processed';
  readonly kind: 'captured';
  readonly captureTransactionId: TransactionId;
  readonly redeem: StoredRedeem;
  readonly memberId: MemberId;
  /** Always empty, because the points left the balance at the authorization. */
  readonly postings: readonly LedgerPosting[];
  readonly activeAtMs: number;
}

/**
 * Takes all points of an open authorization, once (D189), also for a suspended member. A voided or lapsed
 * authorization and a plain redeem cannot be captured. It is a function of its arguments alone.
 */
export const decideCapture = (context: EndContext): CaptureProcessed | EndRefused => {
  const known = knownOf(context);
  if (known.outcome === 'refused') return known;
  const { account, redeem } = known;
  if (redeem.openUntilMs === null)
    return refused('INVALID_STATE_TRANSITION', {
      from: redeem.isAuthorized ? 'VOIDED' : 'PROCESSED',
      to: 'CAPTURED',
    });
  return {
    outcome: 'processed',
    kind: 'captured',
    captureTransactionId: context.newId('transaction') as TransactionId,
    redeem,
    memberId: account.memberId,
    postings: [],
    activeAtMs: context.nowMs,
  };
};

interface KnownRedeem {
  readonly outcome: 'known';
  readonly account: Account;
  readonly redeem: StoredRedeem;
}

const knownOf = ({ account, redeem }: EndContext): KnownRedeem | EndRefused => {
  if (account?.state === 'anonymized') return refused('MEMBER_ERASED');
  if (account === null || redeem?.memberId !== account.memberId) return refused('TRANSACTION_NOT_FOUND');
  return { outcome: 'known', account, redeem };
};

const refused = (code: EndRefused['code'], context: EndRefused['context'] = {}): EndRefused => ({
  outcome: 'refused',
  code,
  context,
});

export interface VoidContext extends EndContext, Pick<VoidAsked, 'author' | 'voidWithinMinutes'> {
  /** The lots that `giveBackPoints` needs. */
  readonly lots: readonly Lot[];
  /** The expiry of points whose lots are not known. */
  readonly pointsExpiry: PointsExpiry;
  /** The time zone of that expiry; null means UTC. */
  readonly zone: ZoneChanges | null;
  /** The member's points that are out; null only if `isOwing` is false. */
  readonly spent: SpentPoints | null;
  readonly pointValueCents: number;
  /** True if the authorization ends because its time has passed, and not because somebody asked for it. */
  readonly isLapse: boolean;
}

/**
 * Returns true if a refund of this many points may have to pay returns, because the member has claims, owes
 * points, or would have more than they earned.
 */
export const isOwing = (
  { pointsBalance, lifetimePoints, pointsToDeduct = 0, claims = [] }: Account,
  pointsRefunded: number,
): boolean => pointsToDeduct > 0 || claims.length > 0 || pointsBalance + pointsRefunded > lifetimePoints;

export interface VoidProcessed {
  readonly outcome: 'processed';
  readonly kind: 'voided';
  readonly voidTransactionId: TransactionId;
  readonly redeem: StoredRedeem;
  readonly memberId: MemberId;
  readonly campaignId: CampaignId;
  readonly pointsRefunded: number;
  /** The returned points that expired immediately. */
  readonly pointsExpired: number;
  /** The returned points that paid for earlier returns (D300). */
  readonly pointsDeducted: number;
  readonly deductions: readonly Deduction[];
  readonly discountCents: number;
  /** The sums of the redeem after all its refunds. */
  readonly refunded: RefundedSums;
  readonly balanceBefore: number;
  readonly accountAfter: Account;
  /** The member's points that are out after the void; null if they are not known. */
  readonly spentAfter: SpentPoints | null;
  readonly isLapse: boolean;
  readonly postings: readonly LedgerPosting[];
  readonly lotsAfter: readonly Lot[];
}

/**
 * Gives back the points of a redeem that were not yet given back, also for a captured and a plain redeem
 * (D190). It does not count as an activity. Points keep their own expiry: those past it expire in the same
 * transaction (D188). It is a function of its arguments alone.
 */
export const decideVoid = (context: VoidContext): VoidProcessed | EndRefused => {
  const known = knownOf(context);
  if (known.outcome === 'refused') return known;
  const { account, redeem } = known;
  const lateMs = passedVoidWindow(context, redeem);
  if (lateMs !== null) return refused('VOID_TOO_LATE', { voidableUntil: new Date(lateMs).toISOString() });
  const { nowMs, newId } = context;
  const { pointsRedeemed, discountCents, refunded } = redeem;
  const given = giveBackPoints(
    { ...context, account, redeem, graceDays: null },
    { from: refunded.points, to: pointsRedeemed },
  );
  if (given.account.pointsBalance > Number.MAX_SAFE_INTEGER) return refused('POINTS_OVERFLOW');
  const expired = expirePast(given, { nowMs, newId });
  const pointsExpired = given.account.pointsBalance - expired.account.pointsBalance;
  const before = [...given.postings, ...expired.postings];
  const refund = {
    account: expired.account,
    lots: expired.lots,
    entries: expired.alive,
    redeemSeq: redeem.entry?.seq ?? 0,
    past: given.past,
    died: pointsExpired,
    nowMs,
    newEntryId: (n: number) => newId('entry', before.length + n),
  };
  const { spent } = context;
  const settled = spent === null ? wholeRefund(refund) : settleRefund({ ...refund, spent });
  return {
    outcome: 'processed',
    kind: 'voided',
    voidTransactionId: newId('transaction') as TransactionId,
    redeem,
    memberId: account.memberId,
    campaignId: redeem.campaignId,
    pointsRefunded: pointsRedeemed - refunded.points,
    pointsExpired,
    pointsDeducted: settled.pointsDeducted,
    deductions: deductionsOf(settled.deductions, context),
    discountCents: discountCents - refunded.discountCents,
    refunded: { points: pointsRedeemed, discountCents },
    balanceBefore: account.pointsBalance,
    accountAfter: settled.account,
    spentAfter: settled.spentAfter,
    isLapse: context.isLapse,
    postings: [...before, ...settled.postings],
    lotsAfter: settled.lotsAfter,
  };
};

interface ExpiredBack {
  readonly account: Account;
  readonly lots: readonly Lot[];
  /** The refunds that did not expire. */
  readonly alive: readonly LedgerPosting[];
  /** EXPIRE entries, one for each refund into a lot that is past its time. */
  readonly postings: readonly LedgerPosting[];
}

/** Only points that were returned expire here; other points of these lots wait for the nightly run. */
const expirePast = (
  { account, lotsAfter, postings: refunds }: GivenBackPoints,
  { nowMs, newId }: Pick<EndContext, 'nowMs' | 'newId'>,
): ExpiredBack => {
  const lots = new Map(lotsAfter.map((lot) => [lotNameOf(lot), lot]));
  const postings: LedgerPosting[] = [];
  const alive: LedgerPosting[] = [];
  let balance = account.pointsBalance;
  for (const refund of refunds) {
    const gain = lotGainOf(refund);
    const lot = gain === null ? undefined : lots.get(lotNameOf(gain));
    if (lot === undefined || dueAtMs(lot, account.lastActivityAtMs) > nowMs) {
      alive.push(refund);
      continue;
    }
    const { points } = refund;
    balance -= points;
    postings.push({
      id: newId('entry', refunds.length + postings.length),
      seq: account.ledgerSeq + postings.length + 1,
      type: 'EXPIRE',
      points: -points,
      balanceAfter: balance,
      description: 'Points expired',
      expiresAtMs: refund.expiresAtMs,
      ...(refund.slidingDays !== undefined && { slidingDays: refund.slidingDays }),
    });
    if (lot.points === points) lots.delete(lotNameOf(lot));
    else lots.set(lotNameOf(lot), { ...lot, points: lot.points - points });
  }
  const after = { ...account, pointsBalance: balance, ledgerSeq: account.ledgerSeq + postings.length };
  return { account: after, lots: [...lots.values()], alive, postings };
};

/** Returns the account after a capture. Throws BrokenInvariant for another member. */
export const applyCapture = (
  account: Account | null,
  { memberId, activeAtMs }: CaptureProcessed,
): Account => {
  invariant(account?.memberId === memberId, 'a capture is applied to the member that it was decided on');
  return { ...account, lastActivityAtMs: laterInstantOf(account.lastActivityAtMs, activeAtMs) };
};

/** Returns the account after a void. Throws BrokenInvariant if the void was decided on another balance. */
export const applyVoid = (account: Account | null, voided: VoidProcessed): Account => {
  invariant(
    account !== null && account.pointsBalance === voided.balanceBefore,
    'a void is applied once, to the account that it was decided on',
  );
  return voided.accountAfter;
};

/** Returns the response, which is stored, sent and repeated byte for byte. */
export const toCaptureResponse = ({
  captureTransactionId,
  memberId,
  redeem: { transactionRef, pointsRedeemed, discountCents },
}: CaptureProcessed): HttpSchemas['CaptureResult'] => ({
  captureTransactionId,
  transactionRef,
  memberId,
  pointsRedeemed,
  discountAmount: discountCents,
  state: 'CAPTURED',
});

/** Returns the response, which is stored, sent and repeated byte for byte. */
export const toVoidResponse = (voided: VoidProcessed): HttpSchemas['VoidResult'] => ({
  voidTransactionId: voided.voidTransactionId,
  transactionRef: voided.redeem.transactionRef,
  memberId: voided.memberId,
  campaignId: voided.campaignId,
  pointsRefunded: voided.pointsRefunded,
  pointsExpired: voided.pointsExpired,
  ...deductionsIn(voided),
  discountReversed: voided.discountCents,
  pointsBalance: voided.accountAfter.pointsBalance,
  reason: voided.isLapse ? 'EXPIRED' : 'VOIDED',
  state: 'VOIDED',
});
