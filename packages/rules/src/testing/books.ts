import type { CampaignId } from '@loyalty/kernel';
import { type BudgetState, type BudgetStep, costOf, spend } from '../budgets.ts';
import { isBudgetSpent } from '../campaigns/campaign-transition.ts';
import type { EarnResult } from '../earning/decision.ts';
import { applyEarnResult } from '../earning/earn.ts';
import type { EarningInputRows } from '../earning/earning-inputs.ts';
import type { UseChange } from '../limits/member-use.ts';
import type { Account } from '../member.ts';
import { type CountedPurchase, FigureBook, noFigures } from '../statistics/figure-book.ts';
import { noPurchases, type PurchaseTotals } from '../statistics/purchase-statistics.ts';
import type { TestConfiguration } from './make-configuration.ts';

type MemberCountRow = EarningInputRows['memberCounts'][number];
type SharedCountRow = EarningInputRows['sharedCounts'][number];

/** The stored state of an environment after decisions, kept as the tables keep it. */
export interface Books {
  readonly accountOf: (memberRef: string) => Account | null;
  readonly earningInputsOf: (memberRef: string) => EarningInputRows;
  readonly purchasesOf: (memberRef: string) => PurchaseTotals;
  /** Counts a purchase, or one that was returned wholly. */
  readonly count: (memberRef: string, purchase: CountedPurchase) => void;
  /** The budgets of the campaigns that have one. */
  readonly budgets: () => readonly (readonly [CampaignId, BudgetState])[];
  /** Stores the earnings of a member. Returns the change of each budget that they used. */
  readonly store: (memberRef: string, earned: EarnResult) => readonly BudgetChange[];
}

export interface BudgetChange extends BudgetStep {
  readonly campaignId: CampaignId;
  readonly cents: number;
}

/** Creates empty books. Each member is in the given segments. */
export const createBooks = (
  configuration: TestConfiguration,
  segmentsOf: (memberRef: string) => EarningInputRows['segmentIds'],
): Books => {
  const accounts = new Map<string, Account>();
  const memberCounts = new Map<string, Map<string, MemberCountRow>>();
  const sharedCounts = new Map<string, SharedCountRow>();
  const uses = new Map<string, Map<string, UseChange>>();
  const campaignTimes = new Map<CampaignId, number>();
  const budgets = new Map(untouchedBudgets(configuration));
  const purchases = new Map<string, { readonly book: FigureBook; returned: number }>();
  const accountOf = (memberRef: string) => accounts.get(memberRef) ?? null;

  const countsOf = (memberRef: string) => {
    const known = memberCounts.get(memberRef) ?? new Map<string, MemberCountRow>();
    memberCounts.set(memberRef, known);
    return known;
  };

  const storeCounts = (memberRef: string, { counts }: EarnResult) => {
    for (const { campaignId, count, ...step } of counts) {
      if (step.kind === 'SHARED') {
        sharedCounts.set(`${campaignId} ${step.scope}`, { campaignId, scope: step.scope, count });
      } else countsOf(memberRef).set(`${campaignId} ${step.kind}`, { campaignId, count, ...step });
    }
  };

  return {
    accountOf,
    purchasesOf: (memberRef) => {
      const known = purchases.get(memberRef);
      if (known === undefined) return noPurchases;
      const { txnCount, lastTxnDay } = known.book.figures;
      return { count: txnCount + known.returned, lastDay: lastTxnDay };
    },
    count: (memberRef, purchase) => {
      const known = purchases.get(memberRef) ?? { book: new FigureBook(noFigures), returned: 0 };
      purchases.set(memberRef, known);
      known.book.add(purchase);
      if (purchase.txns < 0) known.returned += 1;
    },
    budgets: () => [...budgets],
    earningInputsOf: (memberRef) => {
      const rows: EarningInputRows = {
        segmentIds: segmentsOf(memberRef),
        memberCounts: [...countsOf(memberRef).values()],
        sharedCounts: [...sharedCounts.values()],
        spentCampaignIds: spentIn(budgets),
      };
      return Object.assign(rows, usesIn(uses.get(memberRef)), timesIn(campaignTimes));
    },
    store: (memberRef, earned) => {
      accounts.set(memberRef, applyEarnResult(accountOf(memberRef), earned));
      storeCounts(memberRef, earned);
      storeUses(uses, memberRef, earned.uses);
      addTimes(campaignTimes, earned);
      return 'creditId' in earned ? [] : charge(budgets, earned, configuration.pointValueCents);
    },
  };
};

const storeUses = (
  uses: Map<string, Map<string, UseChange>>,
  memberRef: string,
  changes: readonly UseChange[],
): void => {
  const known = uses.get(memberRef) ?? new Map<string, UseChange>();
  uses.set(memberRef, known);
  for (const use of changes) known.set(`${use.campaignId} ${use.period} ${use.startsOn.toString()}`, use);
};

const spentIn = (budgets: ReadonlyMap<CampaignId, BudgetState>): CampaignId[] =>
  [...budgets].filter(([, budget]) => isBudgetSpent(budget)).map(([id]) => id);

const addTimes = (known: Map<CampaignId, number>, { campaignUses }: EarnResult): void => {
  for (const { campaignId } of campaignUses) known.set(campaignId, (known.get(campaignId) ?? 0) + 1);
};

/** Absent where there are none: earlier recorded lines have none. */
const usesIn = (known: ReadonlyMap<string, UseChange> | undefined): Pick<EarningInputRows, 'memberUses'> =>
  known === undefined || known.size === 0 ? {} : { memberUses: [...known.values()] };

/** Makes the same rows as {@link usesIn}, for times. */
const timesIn = (known: ReadonlyMap<CampaignId, number>): Pick<EarningInputRows, 'campaignTimes'> =>
  known.size === 0 ? {} : { campaignTimes: [...known].map(([campaignId, times]) => ({ campaignId, times })) };

/**
 * Charges each award to the budget of its campaign, where it has one. A referrer's points are charged with
 * the event.
 */
const charge = (budgets: Map<CampaignId, BudgetState>, earned: EarnResult, pointValueCents: number) =>
  earned.awards.flatMap((award): BudgetChange[] => {
    const { campaignId } = award;
    const budget = budgets.get(campaignId);
    if (budget === undefined) return [];
    const cents = costOf(award, earned, pointValueCents);
    const step = spend(budget, cents);
    budgets.set(campaignId, step.budget);
    return [{ campaignId, cents, ...step }];
  });

const untouchedBudgets = ({ campaigns, alertThreshold }: TestConfiguration) =>
  campaigns.flatMap(({ id, maxBudgetCents = null }): [CampaignId, BudgetState][] =>
    id === undefined || maxBudgetCents === null
      ? []
      : [[id, { spentCents: 0, maxBudgetCents, alertThreshold, alertedForCents: null }]],
  );
