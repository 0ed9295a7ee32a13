import { invariant, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import type { BudgetSpending, CampaignBudgetState } from '@loyalty/configuration';
import { isBudgetSpent, spend, type BudgetState } from '@loyalty/rules';
import type { EngineRequest } from '../requests/request.ts';

/** A budget whose alert threshold a request has reached. */
export interface BudgetAlert {
  readonly request: EngineRequest<unknown>;
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly budget: BudgetState;
}

/** A campaign whose budget is spent now. */
export interface SpentBudget {
  readonly campaignId: CampaignId;
  /** The request that crossed the cap; null if another transaction did and left the campaign ACTIVE. */
  readonly request: EngineRequest<unknown> | null;
}

/** The spending of one request under a campaign. */
export interface CampaignCost {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly cents: number;
}

interface Spending {
  cents: number;
  alertedForCents: number | null;
}

/** The budgets of one environment after each request of a batch, and the spending to be written. */
export class BudgetBook {
  readonly #environmentId: EnvironmentId;
  readonly #budgets = new Map<CampaignId, BudgetState>();
  readonly #missing = new Set<CampaignId>();
  readonly #spendings = new Map<CampaignId, Spending>();
  readonly #alerts: BudgetAlert[] = [];
  /** By campaign, the request whose award crossed its cap. */
  readonly #crossings = new Map<CampaignId, EngineRequest<unknown>>();

  /** `budgets` are the locked ones. Under any other campaign the spending is counted without a bound. */
  constructor(environmentId: EnvironmentId, budgets: readonly CampaignBudgetState[]) {
    this.#environmentId = environmentId;
    for (const { campaignId, budget } of budgets)
      if (budget === null) this.#missing.add(campaignId);
      else this.#budgets.set(campaignId, budget);
  }

  /** Throws BrokenInvariant for a bounded campaign whose row is missing: the request that it may fire for is given up. */
  isSpent(campaignId: CampaignId): boolean {
    invariant(!this.#missing.has(campaignId), 'every campaign has a row in campaign_budgets');
    const budget = this.#budgets.get(campaignId);
    return budget !== undefined && isBudgetSpent(budget);
  }

  spend(request: EngineRequest<unknown>, { campaignId, campaignName, cents }: CampaignCost): void {
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

  /** The campaigns whose budget is spent now. */
  spent(): SpentBudget[] {
    return [...this.#budgets]
      .filter(([, budget]) => isBudgetSpent(budget))
      .map(([campaignId]) => ({ campaignId, request: this.#crossings.get(campaignId) ?? null }));
  }

  writes(): BudgetSpending[] {
    return [...this.#spendings].map(([campaignId, spending]) => ({
      environmentId: this.#environmentId,
      campaignId,
      ...spending,
    }));
  }
}
