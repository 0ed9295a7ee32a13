import type { MemberCounter, MemberCounterWrite, Memberships, SharedCounter } from '@loyalty/accounts';
import type { CampaignId, EnvironmentId, MemberId, SegmentId } from '@loyalty/kernel';
import type { BudgetSpending, CampaignBudgetStanding } from '@loyalty/programme';
import {
  blankStanding,
  costOf,
  isBudgetSpent,
  noCount,
  spend,
  type Award,
  type BudgetStanding,
  type CountChange,
  type Earned,
  type MemberCount,
  type MemberCountKind,
  type Standing,
} from '@loyalty/rules';
import type { Task } from './earn-plan.ts';

/** What was read under lock for the tasks of one environment. */
export interface SharedGround {
  readonly memberCounters: readonly MemberCounter[];
  readonly memberships: readonly Memberships[];
  readonly sharedCounters: readonly SharedCounter[];
  readonly budgets: readonly CampaignBudgetStanding[];
}

/** A budget whose alert threshold a task has reached. */
export interface BudgetAlert {
  readonly task: Task;
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly budget: BudgetStanding;
}

interface Spending {
  cents: number;
  alertedForCents: number | null;
}

/**
 * Counts, memberships and budgets of one environment as they stand after each task of a batch, and what of them is to
 * be written.
 */
export class SharedBook {
  readonly #environmentId: EnvironmentId;
  readonly #memberCounts = new Map<string, MemberCount>();
  readonly #changedMemberCounts = new Map<string, MemberCounterWrite>();
  readonly #segments = new Map<MemberId, ReadonlySet<SegmentId>>();
  readonly #sharedCounts = new Map<string, number>();
  readonly #changedSharedCounts = new Map<string, SharedCounter>();
  readonly #budgets = new Map<CampaignId, BudgetStanding>();
  readonly #spendings = new Map<CampaignId, Spending>();
  readonly #alerts: BudgetAlert[] = [];
  /** By campaign, the task whose award crossed its cap. */
  readonly #crossings = new Map<CampaignId, Task>();

  constructor(environmentId: EnvironmentId, ground: SharedGround) {
    this.#environmentId = environmentId;
    for (const counter of ground.memberCounters) {
      this.#memberCounts.set(memberCountName(counter.memberId, counter.campaignId, counter.kind), counter);
    }
    for (const { memberId, segmentIds } of ground.memberships) {
      this.#segments.set(memberId, new Set(segmentIds));
    }
    for (const { campaignId, scope, count } of ground.sharedCounters) {
      this.#sharedCounts.set(`${campaignId}/${scope}`, count);
    }
    for (const { campaignId, budget } of ground.budgets) this.#budgets.set(campaignId, budget);
  }

  /** The standing of a member, null for one who is not enrolled yet, as it is now. */
  standingOf(memberId: MemberId | null): Standing {
    return {
      segmentIds: (memberId === null ? undefined : this.#segments.get(memberId)) ?? blankStanding.segmentIds,
      memberCount: (campaignId, kind) =>
        (memberId === null
          ? undefined
          : this.#memberCounts.get(memberCountName(memberId, campaignId, kind))) ?? noCount,
      sharedCount: (campaignId, scope) => this.#sharedCounts.get(`${campaignId}/${scope}`) ?? 0,
      isBudgetSpent: (campaignId) => {
        const budget = this.#budgets.get(campaignId);
        return budget !== undefined && isBudgetSpent(budget);
      },
    };
  }

  /** Counts and spends what a task has earned. A credit was spent by the event that owes it. */
  apply(task: Task, earned: Earned, pointValueCents: number): void {
    for (const change of earned.counts) this.#count(task, earned.memberId, change);
    if (task.operation === 'credit') return;
    for (const award of earned.awards) this.#spend(task, award, costOf(award, earned, pointValueCents));
  }

  get alerts(): readonly BudgetAlert[] {
    return this.#alerts;
  }

  /**
   * The campaigns whose budget is spent now, each with the task that crossed its cap; null where another transaction
   * did, and left the campaign ACTIVE.
   */
  spent(): { readonly campaignId: CampaignId; readonly task: Task | null }[] {
    return [...this.#budgets]
      .filter(([, budget]) => isBudgetSpent(budget))
      .map(([campaignId]) => ({ campaignId, task: this.#crossings.get(campaignId) ?? null }));
  }

  writes(): {
    memberCounters: MemberCounterWrite[];
    sharedCounters: SharedCounter[];
    spendings: BudgetSpending[];
  } {
    return {
      memberCounters: [...this.#changedMemberCounts.values()],
      sharedCounters: [...this.#changedSharedCounts.values()],
      spendings: [...this.#spendings].map(([campaignId, spending]) => ({
        environmentId: this.#environmentId,
        campaignId,
        ...spending,
      })),
    };
  }

  #count(task: Task, memberId: MemberId, change: CountChange): void {
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
    const atMs = task.message.record.timestamp;
    const counter = { environmentId, memberId, campaignId, kind, count, completed, atMs };
    this.#memberCounts.set(name, counter);
    this.#changedMemberCounts.set(name, counter);
  }

  #spend(task: Task, { campaignId, campaignName }: Award, cents: number): void {
    const spending = this.#spendings.get(campaignId) ?? { cents: 0, alertedForCents: null };
    spending.cents += cents;
    this.#spendings.set(campaignId, spending);
    const before = this.#budgets.get(campaignId);
    if (before === undefined) return;
    const { budget, alerts, suspends } = spend(before, cents);
    this.#budgets.set(campaignId, budget);
    if (alerts) {
      spending.alertedForCents = budget.alertedForCents;
      this.#alerts.push({ task, campaignId, campaignName, budget });
    }
    if (suspends && !this.#crossings.has(campaignId)) this.#crossings.set(campaignId, task);
  }
}

const memberCountName = (memberId: MemberId, campaignId: CampaignId, kind: MemberCountKind): string =>
  `${memberId}/${campaignId}/${kind}`;
