import { redeemRequest } from '@loyalty/contracts/testing';
import { type CampaignId, dayMs, type TransactionId, utcDayOf } from '@loyalty/kernel';
import { decideAuthorize } from '../burning/decide-authorize.ts';
import { applyRedeemed, decideRedeem } from '../burning/decide-redeem.ts';
import { applyVoid, decideVoid, isOwing } from '../burning/end-redemption.ts';
import { deductFrom, leftOfEntries } from '../lots/deduct-points.ts';
import { expireLots } from '../lots/expire-lots.ts';
import {
  dueAtMs,
  lastInstantOf,
  type LedgerPosting,
  type Lot,
  lotGainOf,
  lotNameOf,
  spendLots,
} from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { applyReturn, decideReturn, redeemRefOf } from '../returns/decide-return.ts';
import type { StoredRedeem } from '../returns/give-back.ts';
import type { UnrecoveredPoints } from '../returns/refund-rules.ts';
import type { OutLot, OutPoints, SpentPoints } from '../returns/spent-points.ts';
import type { StoredReceipt } from '../returns/stored-receipt.ts';
import { account as accountOf, campaign, nowMs, snapshot } from './builders.ts';

/** Ten cents buy one point, and each receipt earns one for a rand: what is returned of it is counted in points. */
const centsPerPoint = 100;

const burning = snapshot([campaign({ redemptionRule: { pointsPerRand: 1 } })]);

/** A member as Postgres keeps them: account, lots, entries, receipts and redeems, changed by what the rules decide. */
export class KeptMember {
  account: Account = accountOf({ pointsBalance: 0, lifetimePoints: 0, ledgerSeq: 0 });
  lots: readonly Lot[] = [];
  entries: readonly LedgerPosting[] = [];
  unrecoveredPoints: UnrecoveredPoints = 'FORGIVE';
  refundGraceDays = 7;
  atMs = nowMs;
  readonly receipts = new Map<string, StoredReceipt>();
  readonly redeems = new Map<string, StoredRedeem>();

  earn(ref: string, points: number, days: number | null): void {
    const expiresAtMs = days === null ? null : this.atMs + days * dayMs;
    const posting = this.#posting('EARN', points, { expiresAtMs });
    const { pointsToDeduct } = this.account;
    const deducted = deductFrom([posting], {
      pointsToDeduct,
      newId: (kind, n) => `${ref}/${kind}/${n.toString()}`,
    });
    this.#keep(deducted.postings, { lifetime: points });
    for (const left of leftOfEntries(deducted)) this.#add(left);
    if (pointsToDeduct !== undefined)
      this.account = { ...this.account, pointsToDeduct: pointsToDeduct - deducted.pointsDeducted };
    this.receipts.set(ref, {
      transactionId: ref as TransactionId,
      memberId: this.account.memberId,
      amountCents: points * centsPerPoint,
      occurredAtMs: this.atMs,
      awards: [{ campaignId: 'c1' as CampaignId, campaignName: 'One', pointsEarned: points, rewardIds: [] }],
      cards: [],
      terms: null,
      entries: [{ points, expiresAtMs, addedAtMs: this.atMs }],
      pending: [],
      returned: null,
    });
  }

  give(points: number): void {
    this.#keep([this.#posting('ADJUST', points)]);
  }

  take(points: number): void {
    const taken = Math.min(points, this.account.pointsBalance);
    if (taken === 0) return;
    const { lastActivityAtMs } = this.account;
    this.#keep([this.#posting('ADJUST', -taken)]);
    this.lots = spendLots(this.lots, { points: taken, lastActivityAtMs }).after;
  }

  /** Returns false if the redeem was refused. */
  redeem(ref: string, points: number, isAuthorized: boolean): boolean {
    const context = {
      snapshot: burning,
      account: this.account,
      lots: this.lots,
      nowMs: this.atMs,
      segmentIds: new Set<never>(),
      isBudgetSpent: () => false,
      newId: (kind: string, n = 0) => `${ref}/${kind}/${n.toString()}`,
    };
    const amountCents = Number.MAX_SAFE_INTEGER;
    const order = redeemRequest({ transactionRef: ref, amountCents, pointsRequested: points });
    const decided = isAuthorized
      ? decideAuthorize({ ...context, openAuthorizations: 0 }, { ...order, ttlSeconds: 1 })
      : decideRedeem(context, order);
    if (decided.outcome === 'refused') return false;
    const [posting] = decided.postings;
    this.account = applyRedeemed(this.account, decided);
    this.entries = [...this.entries, ...decided.postings];
    this.lots = decided.lotsAfter;
    this.redeems.set(ref, {
      transactionId: ref as TransactionId,
      transactionRef: ref,
      memberId: this.account.memberId,
      campaignId: decided.campaignId,
      pointsRedeemed: decided.pointsRedeemed,
      discountCents: decided.discountCents,
      entry: {
        seq: posting?.seq ?? 0,
        description: 'Burn',
        fromLots: posting?.fromLots ?? [],
        atMs: this.atMs,
      },
      refunded: { points: 0, discountCents: 0 },
      isAuthorized,
      openUntilMs: isAuthorized ? this.atMs + 1_000 : null,
    });
    return true;
  }

  /** Returns the points that it deducted. */
  void(ref: string): number {
    const redeem = this.redeems.get(ref) ?? null;
    const left = redeem === null ? 0 : redeem.pointsRedeemed - redeem.refunded.points;
    const decided = decideVoid({
      account: this.account,
      redeem,
      lots: this.lots,
      spent: isOwing(this.account, left) ? this.spent() : null,
      pointsExpiry: { type: 'NONE' },
      zone: null,
      pointValueCents: 1,
      isLapse: false,
      nowMs: this.atMs,
      newId: (kind, n = 0) => `void ${ref}/${kind}/${n.toString()}`,
    });
    if (decided.outcome === 'refused') throw new Error(decided.code);
    this.account = applyVoid(this.account, decided);
    this.entries = [...this.entries, ...decided.postings];
    this.lots = decided.lotsAfter;
    this.redeems.set(ref, { ...decided.redeem, refunded: decided.refunded, openUntilMs: null });
    return decided.pointsDeducted;
  }

  /** So many points of the receipt, null for the rest of it; nothing where no more is left. */
  giveBack(ref: string, points: number | null, redeemRef: string | null) {
    const receipt = this.receipts.get(ref) ?? null;
    const order = {
      ref: `return of ${ref} ${this.account.ledgerSeq.toString()}`,
      transactionRef: ref,
      amountCents: points === null ? null : points * centsPerPoint,
      isWhole: points === null,
      lines: [],
      redeemRef,
      reason: null,
    };
    const decided = decideReturn(
      {
        account: this.account,
        receipt,
        redeem: this.redeems.get(redeemRefOf(receipt, order)) ?? null,
        lots: this.lots,
        spent: this.spent(),
        refunds: {
          refundPoints: 'PRO_RATA',
          refundGraceDays: this.refundGraceDays,
          unrecoveredPoints: this.unrecoveredPoints,
        },
        pointsExpiry: { type: 'NONE' },
        zone: null,
        rewards: new Map(),
        stampsOf: () => 0,
        pointValueCents: 1,
        nowMs: this.atMs,
        newId: (kind, n = 0) => `${order.ref}/${kind}/${n.toString()}`,
      },
      order,
    );
    if (decided.outcome === 'refused' || receipt === null) return null;
    this.account = applyReturn(this.account, decided);
    this.entries = [...this.entries, ...decided.postings];
    this.lots = decided.taken.lotsAfter;
    this.receipts.set(ref, { ...receipt, returned: decided.after });
    if (decided.refund !== null) {
      const { redeem, refunded } = decided.refund;
      this.redeems.set(redeem.transactionRef, { ...redeem, refunded });
    }
    return decided;
  }

  expire(): void {
    const { postings, account, gone } = expireLots({
      account: this.account,
      lots: this.lots,
      atMs: this.atMs,
      secret: new Uint8Array(32),
    });
    this.account = account;
    this.entries = [...this.entries, ...postings];
    const names = new Set(gone.map(lotNameOf));
    this.lots = this.lots.filter((lot) => !names.has(lotNameOf(lot)));
  }

  /** Returns what the ledger says: redeems between two claims are one sum. */
  spent(): SpentPoints {
    const marks = (this.account.claims ?? []).map(({ seq }) => seq);
    const out = new Map<number, OutPoints>();
    for (const redeem of this.redeems.values()) {
      const { seq = 0 } = redeem.entry ?? {};
      const points = redeem.pointsRedeemed - redeem.refunded.points;
      const place = marks.filter((mark) => mark < seq).length;
      const before = out.get(place);
      if (points === 0) continue;
      out.set(place, {
        seq,
        points: points + (before?.points ?? 0),
        lots: [...(before?.lots ?? []), ...this.#leftIn(redeem, points)],
      });
    }
    const given = this.entries.filter(({ type, points }) => type === 'ADJUST' && points > 0);
    const givenByHand = given.reduce((sum, { points }) => sum + points, 0);
    return { givenByHand, earnedElsewhere: 0, out: [...out.values()] };
  }

  /** The points that were taken first are returned last. */
  #leftIn({ entry }: StoredRedeem, left: number): readonly OutLot[] {
    let rest = left;
    return (entry?.fromLots ?? []).flatMap((take) => {
      const points = Math.min(rest, take.points);
      rest -= points;
      const expiresAtMs = take.expiresAtMs ?? lastInstantOf(take);
      const lot = { slidingDays: 0, points, expiresAtMs, addedAtMs: 0 };
      return points > 0 && dueAtMs({ ...lot, expiresOn: 0 }, null) <= this.atMs ? [lot] : [];
    });
  }

  #posting(
    type: LedgerPosting['type'],
    points: number,
    { expiresAtMs = null }: { readonly expiresAtMs?: number | null } = {},
  ): LedgerPosting {
    const { ledgerSeq, pointsBalance } = this.account;
    const [seq, balanceAfter] = [ledgerSeq + 1, pointsBalance + points];
    return { id: seq.toString(), seq, type, points, balanceAfter, description: '', expiresAtMs };
  }

  #keep(postings: readonly LedgerPosting[], { lifetime = 0 } = {}): void {
    const last = postings.at(-1);
    if (last === undefined) return;
    this.entries = [...this.entries, ...postings];
    const { lifetimePoints } = this.account;
    const [ledgerSeq, pointsBalance] = [last.seq, last.balanceAfter];
    this.account = { ...this.account, ledgerSeq, pointsBalance, lifetimePoints: lifetimePoints + lifetime };
  }

  #add(posting: LedgerPosting): void {
    const gain = lotGainOf(posting);
    if (gain === null) return;
    const held = this.lots.find((lot) => lotNameOf(lot) === lotNameOf(gain));
    const others = this.lots.filter((lot) => lot !== held);
    const expiresAtMs = Math.max(held?.expiresAtMs ?? 0, gain.expiresAtMs ?? 0);
    const expiresOn = utcDayOf(expiresAtMs);
    const points = gain.points + (held?.points ?? 0);
    this.lots = [...others, { slidingDays: 0, expiresOn, points, expiresAtMs, addedAtMs: this.atMs }];
  }
}
