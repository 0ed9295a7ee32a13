import { invariant, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import type { BudgetAllowance, BudgetSpending, CampaignKey, ClaimedBudget } from '@loyalty/configuration';
import { isBudgetSpent, spend, type Allowances, type BudgetState } from '@loyalty/rules';
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

/** How a batch uses a budget that it has locked, or has an allowance of. */
export interface BudgetUse extends CampaignKey {
  /** The sum that the batch spends. */
  readonly cents: number;
  /** True if the batch writes the budget, be it to add nothing. */
  readonly isWritten: boolean;
  /** A locked budget after the batch; of a shared one, as it was read. */
  readonly budget: BudgetState;
  /** All allowances beside the budget before the batch, in cents. */
  readonly allowedCents: number;
  /** Null if the budget is locked. */
  readonly allowance: BudgetAllowance | null;
}

interface Spending {
  cents: number;
  alertedForCents: number | null;
}

const noSpending: Readonly<Spending> = { cents: 0, alertedForCents: null };

/** The budgets of one environment after each request of a batch, and the spending to be written. */
export class BudgetBook {
  readonly #environmentId: EnvironmentId;
  readonly #budgets = new Map<CampaignId, BudgetState>();
  readonly #shared = new Map<CampaignId, BudgetState>();
  readonly #missing = new Set<CampaignId>();
  readonly #claimed = new Map<CampaignId, ClaimedBudget>();
  readonly #allowances = new Map<CampaignId, Allowances>();
  readonly #spendings = new Map<CampaignId, Spending>();
  readonly #alerts: BudgetAlert[] = [];
  /** By campaign, the request whose award crossed its cap. */
  readonly #crossings = new Map<CampaignId, EngineRequest<unknown>>();

  /**
   * `claimed` are locked, or the batch has an allowance of them: those are neither spent nor alert while the allowance lasts. Under any
   * other campaign the spending is counted without a bound.
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

  /** Gives out allowances of a budget that the batch has locked; they replace those beside it. */
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
      };
    });
  }
}
