import { BudgetBook } from '@loyalty/engine';
import {
  type CampaignId,
  type EnvironmentId,
  type MemberId,
  memberMapKey,
  type SegmentId,
} from '@loyalty/kernel';
import { costOf } from '@loyalty/rules/budgets';
import {
  type CampaignUse,
  type CountChange,
  type EarningInputs,
  type EarnResult,
  emptyEarningInputs,
  type MemberCount,
  type MemberCountKind,
  type MemberUse,
  noCount,
  noUse,
  type UseChange,
  type UsePlace,
} from '@loyalty/rules/earning';
import type { MemberFigures, PurchaseTotals } from '@loyalty/rules/statistics';
import type { MemberIdentity, WholeReturns } from '@loyalty/tables/accounts';
import type { ClaimedBudget } from '@loyalty/tables/campaigns';
import type {
  AddedTimes,
  MemberCounter,
  MemberCounterWrite,
  SharedCounter,
  StoredTimes,
  StoredUse,
} from '@loyalty/tables/counts';
import type { Memberships } from '@loyalty/tables/memberships';
import type { EarnRequest } from './earn-request.ts';

interface EarningRows {
  readonly memberCounters: readonly MemberCounter[];
  readonly memberships: readonly Memberships[];
  readonly sharedCounters: readonly SharedCounter[];
  readonly budgets: readonly ClaimedBudget[];
  /** These belong to environments whose campaigns ask for the number of a purchase. */
  readonly wholeReturns: readonly WholeReturns[];
  /** These belong to campaigns with limits of members. */
  readonly uses: readonly StoredUse[];
  /** These belong to campaigns with a limit of all members together, as they are committed. */
  readonly campaignTimes: readonly StoredTimes[];
}

/** One environment's counts, memberships and budgets after each request of a batch. */
export class EarningBook {
  readonly budgets: BudgetBook;
  readonly #environmentId: EnvironmentId;
  readonly #memberCounts = new Map<string, MemberCount>();
  readonly #changedMemberCounts = new Map<string, MemberCounterWrite>();
  readonly #uses = new Map<string, MemberUse>();
  readonly #changedUses = new Map<string, StoredUse>();
  readonly #campaignTimes = new Map<CampaignId, number>();
  readonly #addedTimes = new Map<CampaignId, AddedTimes>();
  readonly #wholeReturns: ReadonlyMap<string, number>;
  readonly #segments = new Map<MemberId, ReadonlySet<SegmentId>>();
  readonly #sharedCounts = new Map<string, number>();
  readonly #changedSharedCounts = new Map<string, SharedCounter>();

  constructor(environmentId: EnvironmentId, rows: EarningRows) {
    this.#environmentId = environmentId;
    this.budgets = new BudgetBook(environmentId, rows.budgets);
    this.#wholeReturns = new Map(rows.wholeReturns.map((one) => [memberMapKey(one), one.wholeReturns]));
    for (const counter of rows.memberCounters) {
      this.#memberCounts.set(memberCountName(counter.memberId, counter.campaignId, counter.kind), counter);
    }
    for (const use of rows.uses) this.#uses.set(useName(use.memberId, use), use);
    for (const { campaignId, times } of rows.campaignTimes) this.#campaignTimes.set(campaignId, times);
    for (const { memberId, segmentIds } of rows.memberships) {
      this.#segments.set(memberId, new Set(segmentIds));
    }
    for (const { campaignId, scope, count } of rows.sharedCounters) {
      this.#sharedCounts.set(`${campaignId}/${scope}`, count);
    }
  }

  earningInputsOf(memberId: MemberId | null): EarningInputs {
    return {
      segmentIds:
        (memberId === null ? undefined : this.#segments.get(memberId)) ?? emptyEarningInputs.segmentIds,
      memberCount: (campaignId, kind) =>
        (memberId === null
          ? undefined
          : this.#memberCounts.get(memberCountName(memberId, campaignId, kind))) ?? noCount,
      sharedCount: (campaignId, scope) => this.#sharedCounts.get(`${campaignId}/${scope}`) ?? 0,
      isBudgetSpent: (campaignId) => this.budgets.isSpent(campaignId),
      memberUse: (place) =>
        (memberId === null ? undefined : this.#uses.get(useName(memberId, place))) ?? noUse,
      campaignTimes: (campaignId) => this.#campaignTimes.get(campaignId) ?? 0,
    };
  }

  /** Returns the totals after earlier purchases, including those that were returned completely (D232). */
  purchasesOf(member: MemberIdentity, { txnCount, lastTxnDay }: MemberFigures): PurchaseTotals {
    const wholeReturns = this.#wholeReturns.get(memberMapKey(member)) ?? 0;
    return { count: txnCount + wholeReturns, lastDay: lastTxnDay };
  }

  /** Applies a result. If the request is a credit, the event that caused it has already spent the budget. */
  apply(request: EarnRequest, earned: EarnResult, pointValueCents: number): void {
    for (const change of earned.counts) this.#count(request, earned.memberId, change);
    for (const use of earned.uses) this.#use(earned.memberId, use);
    for (const use of earned.campaignUses) this.#countTime(use);
    if (request.operation === 'credit') return;
    for (const award of earned.awards) {
      const { campaignId, campaignName } = award;
      const cents = costOf(award, earned, pointValueCents);
      this.budgets.spend(request, { campaignId, campaignName, cents });
    }
  }

  writes(): {
    memberCounters: MemberCounterWrite[];
    sharedCounters: SharedCounter[];
    uses: StoredUse[];
    campaignTimes: AddedTimes[];
  } {
    return {
      memberCounters: [...this.#changedMemberCounts.values()],
      sharedCounters: [...this.#changedSharedCounts.values()],
      uses: [...this.#changedUses.values()],
      campaignTimes: [...this.#addedTimes.values()],
    };
  }

  /** Notes a use. The newest use of a place replaces the earlier one, so that each is written once. */
  #use(memberId: MemberId, { campaignId, period, startsOn, times, points }: UseChange): void {
    const environmentId = this.#environmentId;
    const use = { environmentId, memberId, campaignId, period, startsOn, times, points };
    const name = useName(memberId, use);
    this.#uses.set(name, use);
    this.#changedUses.set(name, use);
  }

  /** Counts a time. Other engines also add to these counts, so what this batch adds is kept separate. */
  #countTime({ campaignId, max }: CampaignUse): void {
    const environmentId = this.#environmentId;
    this.#campaignTimes.set(campaignId, (this.#campaignTimes.get(campaignId) ?? 0) + 1);
    const times = (this.#addedTimes.get(campaignId)?.times ?? 0) + 1;
    this.#addedTimes.set(campaignId, { environmentId, campaignId, times, max });
  }

  #count(request: EarnRequest, memberId: MemberId, change: CountChange): void {
    const environmentId = this.#environmentId;
    const { campaignId, count } = change;
    if (change.kind === 'SHARED') {
      const name = `${campaignId}/${change.scope}`;
      this.#sharedCounts.set(name, count);
      this.#changedSharedCounts.set(name, { environmentId, campaignId, scope: change.scope, count });
      return;
    }
    const { kind, completed } = change;
    const name = memberCountName(memberId, campaignId, kind);
    const atMs = request.message.record.timestamp;
    const counter = { environmentId, memberId, campaignId, kind, count, completed, atMs };
    this.#memberCounts.set(name, counter);
    this.#changedMemberCounts.set(name, counter);
  }
}

const memberCountName = (memberId: MemberId, campaignId: CampaignId, kind: MemberCountKind): string =>
  `${memberId}/${campaignId}/${kind}`;

const useName = (memberId: MemberId, { campaignId, period, startsOn }: UsePlace): string =>
  `${memberId}/${campaignId}/${period}/${startsOn.toString()}`;
