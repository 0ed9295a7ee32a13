import type { CampaignId } from '@loyalty/kernel';
import { applyEarned } from '../apply-earned.ts';
import { costOf, spend, type BudgetStanding, type BudgetStep } from '../budget.ts';
import { isBudgetSpent } from '../campaign-transition.ts';
import type { Earned } from '../decision.ts';
import type { Account } from '../model.ts';
import type { StandingRows } from '../standing.ts';
import type { Programme } from './make-programme.ts';

type MemberCountRow = StandingRows['memberCounts'][number];
type SharedCountRow = StandingRows['sharedCounts'][number];

/** What decisions have left behind in an environment, kept as the tables keep it. */
export interface Books {
  readonly accountOf: (memberRef: string) => Account | null;
  readonly standingOf: (memberRef: string) => StandingRows;
  /** Of the campaigns that have one. */
  readonly budgets: () => readonly (readonly [CampaignId, BudgetStanding])[];
  /** Stores what a member earned; gives what it did to each budget that it drew on. */
  readonly store: (memberRef: string, earned: Earned) => readonly BudgetChange[];
}

/** What one award did to the budget of its campaign. */
export interface BudgetChange extends BudgetStep {
  readonly campaignId: CampaignId;
  readonly cents: number;
}

/** Empty books; each member is in the segments that are given for them. */
export const createBooks = (
  programme: Programme,
  segmentsOf: (memberRef: string) => StandingRows['segmentIds'],
): Books => {
  const accounts = new Map<string, Account>();
  const memberCounts = new Map<string, Map<string, MemberCountRow>>();
  const sharedCounts = new Map<string, SharedCountRow>();
  const budgets = new Map(untouchedBudgets(programme));
  const accountOf = (memberRef: string) => accounts.get(memberRef) ?? null;

  const countsOf = (memberRef: string) => {
    const known = memberCounts.get(memberRef) ?? new Map<string, MemberCountRow>();
    memberCounts.set(memberRef, known);
    return known;
  };

  const storeCounts = (memberRef: string, { counts }: Earned) => {
    for (const { campaignId, count, ...step } of counts) {
      if (step.kind === 'SHARED') {
        sharedCounts.set(`${campaignId} ${step.scope}`, { campaignId, scope: step.scope, count });
      } else countsOf(memberRef).set(`${campaignId} ${step.kind}`, { campaignId, count, ...step });
    }
  };

  return {
    accountOf,
    budgets: () => [...budgets],
    standingOf: (memberRef) => ({
      segmentIds: segmentsOf(memberRef),
      memberCounts: [...countsOf(memberRef).values()],
      sharedCounts: [...sharedCounts.values()],
      spentCampaignIds: [...budgets].filter(([, budget]) => isBudgetSpent(budget)).map(([id]) => id),
    }),
    store: (memberRef, earned) => {
      accounts.set(memberRef, applyEarned(accountOf(memberRef), earned));
      storeCounts(memberRef, earned);
      return 'creditId' in earned ? [] : charge(budgets, earned, programme.pointValueCents);
    },
  };
};

/** Charges each award to the budget of its campaign, where it has one; what a referrer is owed is charged with the event. */
const charge = (budgets: Map<CampaignId, BudgetStanding>, earned: Earned, pointValueCents: number) =>
  earned.awards.flatMap((award): BudgetChange[] => {
    const { campaignId } = award;
    const budget = budgets.get(campaignId);
    if (budget === undefined) return [];
    const cents = costOf(award, earned, pointValueCents);
    const step = spend(budget, cents);
    budgets.set(campaignId, step.budget);
    return [{ campaignId, cents, ...step }];
  });

const untouchedBudgets = ({ campaigns, alertThreshold }: Programme) =>
  campaigns.flatMap(({ id, maxBudgetCents = null }): [CampaignId, BudgetStanding][] =>
    id === undefined || maxBudgetCents === null
      ? []
      : [[id, { spentCents: 0, maxBudgetCents, alertThreshold, alertedForCents: null }]],
  );
