import { claimBudgets, type CampaignKey, type ClaimedBudget } from '@loyalty/configuration';
import { allowancesOf, isBelowNextStep } from '@loyalty/rules';
import { LostRace, type Transaction } from '@loyalty/storage';
import type { BudgetBook, BudgetUse } from './budget-book.ts';

interface KnownBudget {
  /** True if allowances were beside the budget when this process had it last. */
  readonly isShared: boolean;
  /** The most that one batch of this process has spent from it. */
  readonly batchCentsMax: number;
}

/** 2 MB. A budget that is forgotten is locked once. */
const knownMax = 10_000;

/**
 * Decides how batches hold budgets with a bound (docs/mechanisms/budgets.md). Far from the next alert or suspension each takes an allowance,
 * so nobody waits; near it each locks the budget. A batch for which this was wrong is rolled back, and runs again with the budget locked.
 */
export class BudgetHolds {
  /** Oldest first. */
  readonly #known = new Map<string, KnownBudget>();

  /** Locks or shares budgets until the transaction ends. Throws LostRace if one cannot be shared any more. */
  async claim(tx: Transaction, names: readonly CampaignKey[]): Promise<readonly ClaimedBudget[]> {
    const claims = names.map(({ environmentId, campaignId }) => ({
      environmentId,
      campaignId,
      isLocked: !this.#of({ environmentId, campaignId }).isShared,
    }));
    const budgets = await claimBudgets(tx, claims);
    const refused = budgets.filter((one) => this.#of(one).isShared && !isShareable(one));
    for (const key of refused) this.#remember(key, { isShared: false, batchCents: 0 });
    if (refused.length > 0) throw new LostRace('a budget has no allowance left');
    return budgets;
  }

  /**
   * Called when a batch is decided. Gives out allowances of the budgets that it has locked. Throws LostRace if it has spent more than an
   * allowance of its own.
   */
  settle(books: Iterable<BudgetBook>): void {
    let isShort = false;
    for (const book of books)
      for (const use of book.uses()) {
        const { isShared } = use.allowance === null ? this.#share(book, use) : isEnough(use, use.allowance);
        this.#remember(use, { isShared, batchCents: use.cents });
        isShort ||= use.allowance !== null && !isShared;
      }
    if (isShort) throw new LostRace('a batch spends more than its allowance');
  }

  #share(book: BudgetBook, use: BudgetUse): Pick<KnownBudget, 'isShared'> {
    const { campaignId, budget, allowedCents, cents } = use;
    // Spending takes back the allowances that were beside the budget.
    const isLeft = !use.isWritten && allowedCents > 0 && isBelowNextStep(budget, allowedCents);
    if (isLeft) return { isShared: true };
    const allowances = allowancesOf(budget, Math.max(cents, this.#of(use).batchCentsMax));
    if (allowances.count > 0) book.allow(campaignId, allowances);
    return { isShared: allowances.count > 0 };
  }

  #of(key: CampaignKey): KnownBudget {
    return this.#known.get(nameOf(key)) ?? unknown;
  }

  #remember(key: CampaignKey, { isShared, batchCents }: { isShared: boolean; batchCents: number }): void {
    const name = nameOf(key);
    const batchCentsMax = Math.max(batchCents, this.#of(key).batchCentsMax);
    this.#known.delete(name);
    this.#known.set(name, { isShared, batchCentsMax });
    if (this.#known.size <= knownMax) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}

const unknown: KnownBudget = { isShared: false, batchCentsMax: 0 };

const isShareable = ({ budget, allowance, allowedCents }: ClaimedBudget): boolean =>
  budget !== null && allowance !== null && isBelowNextStep(budget, allowedCents);

const isEnough = ({ cents }: BudgetUse, allowance: { readonly cents: number }) => ({
  isShared: cents <= allowance.cents,
});

const nameOf = ({ environmentId, campaignId }: CampaignKey): string =>
  `${environmentId.toString()}/${campaignId}`;
