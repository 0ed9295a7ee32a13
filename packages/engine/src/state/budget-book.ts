import { type CampaignId, type EnvironmentId, invariant } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import {
  type Allowances,
  budgetAlert,
  type BudgetState,
  budgetSuspended,
  spend,
} from '@loyalty/rules/budgets';
import { isBudgetSpent } from '@loyalty/rules/campaigns';
import type { Transaction } from '@loyalty/storage';
import type { FactContent } from '@loyalty/streams/facts';
import {
  type BudgetAllowance,
  type BudgetSpending,
  type CampaignKey,
  type ClaimedBudget,
  pauseSpentCampaigns,
} from '@loyalty/tables/campaigns';
import type { EngineRequest } from '../requests/request.ts';

interface BudgetAlert {
  readonly request: EngineRequest<unknown>;
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly budget: BudgetState;
}

export interface BudgetUse extends CampaignKey {
  readonly cents: number;
  /** True if the batch writes the budget, even if it adds nothing. */
  readonly isWritten: boolean;
  /** The state after the batch for a locked budget; the state as it was read for a shared one. */
  readonly budget: BudgetState;
  /** The sum of all allowances next to the budget before the batch, in cents. */
  readonly allowedCents: number;
  readonly allowance: BudgetAllowance | null;
}

interface Spending {
  cents: number;
  alertedForCents: number | null;
}

const noSpending: Readonly<Spending> = { cents: 0, alertedForCents: null };

export class BudgetBook {
  readonly #environmentId: EnvironmentId;
  readonly #budgets = new Map<CampaignId, BudgetState>();
  readonly #shared = new Map<CampaignId, BudgetState>();
  readonly #missing = new Set<CampaignId>();
  readonly #claimed = new Map<CampaignId, ClaimedBudget>();
  readonly #allowances = new Map<CampaignId, Allowances>();
  readonly #spendings = new Map<CampaignId, Spending>();
  readonly #beside = new Set<CampaignId>();
  readonly #alerts: BudgetAlert[] = [];
  /** The request whose award crossed the cap, for each campaign that has one. */
  readonly #crossings = new Map<CampaignId, EngineRequest<unknown>>();

  /**
   * The `claimed` budgets are locked or have an allowance. The spending of any other campaign is counted
   * without a bound.
   */
  constructor(environmentId: EnvironmentId, claimed: readonly ClaimedBudget[]) {
    this.#environmentId = environmentId;
    for (const one of claimed) {
      const { campaignId, budget, allowance } = one;
      this.#claimed.set(campaignId, one);
      if (budget === null) this.#missing.add(campaignId);
      else (allowance === null ? this.#budgets : this.#shared).set(campaignId, budget);
    }
  }

  /**
   * Returns true if the budget is spent. Throws BrokenInvariant for a bounded campaign without its row; the
   * request is then given up.
   */
  isSpent(campaignId: CampaignId): boolean {
    invariant(!this.#missing.has(campaignId), 'every campaign has a row in campaign_budgets');
    const budget = this.#budgets.get(campaignId);
    return budget !== undefined && isBudgetSpent(budget);
  }

  spend(
    request: EngineRequest<unknown>,
    {
      campaignId,
      campaignName,
      cents,
    }: { readonly campaignId: CampaignId; readonly campaignName: string; readonly cents: number },
  ): void {
    const spending = this.#spendings.get(campaignId) ?? { cents: 0, alertedForCents: null };
    spending.cents += cents;
    this.#spendings.set(campaignId, spending);
    const before = this.#budgets.get(campaignId);
    if (before === undefined) return;
    const { budget, alerts, suspends } = spend(before, cents);
    this.#budgets.set(campaignId, budget);
    if (alerts) {
      spending.alertedForCents = budget.alertedForCents;
      this.#alerts.push({ request, campaignId, campaignName, budget });
    }
    if (suspends && !this.#crossings.has(campaignId)) this.#crossings.set(campaignId, request);
  }

  get alerts(): readonly BudgetAlert[] {
    return this.#alerts;
  }

  /**
   * Returns the spent campaigns with the request that crossed the cap; it is null if another transaction did
   * and left the campaign ACTIVE.
   */
  spent(): { readonly campaignId: CampaignId; readonly request: EngineRequest<unknown> | null }[] {
    return [...this.#budgets]
      .filter(([, budget]) => isBudgetSpent(budget))
      .map(([campaignId]) => ({ campaignId, request: this.#crossings.get(campaignId) ?? null }));
  }

  uses(): BudgetUse[] {
    return [...this.#budgets, ...this.#shared].flatMap(([campaignId, budget]) => {
      const claimed = this.#claimed.get(campaignId);
      if (claimed === undefined) return [];
      const { environmentId, allowedCents, allowance } = claimed;
      const spending = this.#spendings.get(campaignId);
      const isWritten = spending !== undefined;
      return [
        {
          environmentId,
          campaignId,
          cents: spending?.cents ?? 0,
          isWritten,
          budget,
          allowedCents,
          allowance,
        },
      ];
    });
  }

  /** Returns the campaigns that spent without a bound, because none of their budgets was claimed. */
  unbounded(): CampaignKey[] {
    const environmentId = this.#environmentId;
    return [...this.#spendings.keys()]
      .filter((campaignId) => !this.#claimed.has(campaignId))
      .map((campaignId) => ({ environmentId, campaignId }));
  }

  /** Makes the spending of an {@link unbounded} campaign a row next to its budget. */
  keepBeside(campaignId: CampaignId): void {
    this.#beside.add(campaignId);
  }

  /** Gives out allowances of a budget that the batch has locked. They replace those next to the budget. */
  allow(campaignId: CampaignId, allowances: Allowances): void {
    this.#allowances.set(campaignId, allowances);
  }

  writes(): BudgetSpending[] {
    return [...new Set([...this.#spendings.keys(), ...this.#allowances.keys()])].map((campaignId) => {
      const { cents, alertedForCents } = this.#spendings.get(campaignId) ?? noSpending;
      const allowanceId = this.#claimed.get(campaignId)?.allowance?.id;
      const allowances = this.#allowances.get(campaignId);
      return {
        environmentId: this.#environmentId,
        campaignId,
        cents,
        alertedForCents,
        ...(allowanceId !== undefined && { allowanceId }),
        ...(allowances !== undefined && { allowances }),
        ...(this.#beside.has(campaignId) && { isBeside: true }),
      };
    });
  }
}

export interface BudgetChanges {
  readonly facts: readonly FactContent[];
  readonly reconfigured: readonly EnvironmentId[];
}

interface SpentCampaign extends CampaignKey {
  /** The request that crossed the cap; if it was in another batch, the first request of this environment. */
  readonly request: EngineRequest<unknown>;
  readonly snapshot: Snapshot;
}

/** Pauses the campaigns in the transaction of the award that crossed the cap (D32). */
export const pauseSpentBudgets = async (
  tx: Transaction,
  requests: readonly EngineRequest<unknown>[],
  {
    books,
    snapshots,
  }: {
    readonly books: ReadonlyMap<EnvironmentId, BudgetBook>;
    readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  },
): Promise<BudgetChanges> => {
  const environments = [...books].flatMap(([id, book]) => {
    const snapshot = snapshots.get(id);
    return snapshot === undefined ? [] : [{ snapshot, book }];
  });
  const alerts = environments.flatMap(({ book, snapshot }) =>
    book.alerts.map((alert) => alertFact(alert, snapshot)),
  );
  const spent = environments.flatMap(({ book, snapshot }) => spentOf(book, snapshot, requests));
  if (spent.length === 0) return { facts: alerts, reconfigured: [] };
  const paused = new Set((await pauseSpentCampaigns(tx, spent)).map(({ campaignId }) => campaignId));
  const stopped = spent.filter(({ campaignId }) => paused.has(campaignId));
  return {
    facts: [...alerts, ...stopped.map(suspensionFact)],
    reconfigured: [...new Set(stopped.map(({ environmentId }) => environmentId))],
  };
};

const spentOf = (
  book: BudgetBook,
  snapshot: Snapshot,
  requests: readonly EngineRequest<unknown>[],
): SpentCampaign[] => {
  const { environmentId } = snapshot;
  return book.spent().flatMap(({ campaignId, request }) => {
    const cause = request ?? requests.find((one) => one.environmentId === environmentId);
    return cause === undefined ? [] : [{ environmentId, campaignId, request: cause, snapshot }];
  });
};

const alertFact = (
  { request, campaignId, campaignName, budget }: BudgetAlert,
  snapshot: Snapshot,
): FactContent => ({
  ...common(request, snapshot),
  id: request.newId(`campaign.budget_alert:${campaignId}`),
  key: campaignId,
  fact: budgetAlert({ id: campaignId, name: campaignName }, budget, snapshot),
});

const suspensionFact = ({ request, campaignId, snapshot }: SpentCampaign): FactContent => {
  const campaign = snapshot.campaigns.find(({ id }) => id === campaignId);
  return {
    ...common(request, snapshot),
    id: request.newId(`campaign.budget_suspended:${campaignId}`),
    key: campaignId,
    fact: budgetSuspended({ id: campaignId, name: '', maxBudgetCents: null, ...campaign }, snapshot),
  };
};

const common = (request: EngineRequest<unknown>, snapshot: Snapshot) => ({
  snapshot,
  occurredAtMs: request.message.record.timestamp,
  ledgerSeq: null,
});
