import { allowancesOf, isBelowNextStep } from '@loyalty/rules/budgets';
import { LostRace, type Transaction } from '@loyalty/storage';
import { type CampaignKey, claimBudgets, type ClaimedBudget } from '@loyalty/tables/campaigns';
import type { BudgetBook, BudgetUse } from './budget-book.ts';

interface KnownBudget {
  /** True if allowances were next to the budget when this process had it last. */
  readonly isShared: boolean;
  readonly batchCentsMax: number;
}

/** 2 MB. A budget that is forgotten is locked once. */
const knownMax = 10_000;

/** Adding to a budget costs twice a row next to it; each reader sums what stands beside it. */
const addEveryMs = 250;
/** A process stores far fewer batches in that time: only a clock that stands still reaches it. */
const besideMax = 1_000;
/** 1 MB. What is forgotten is added at once. */
const addedMax = 10_000;

interface Added {
  readonly atMs: number;
  /** Rows that this process has kept next to the budget since. */
  beside: number;
}

/**
 * Claims budgets: by allowances while they are far from an alert or a suspension, and by locks near it
 * (docs/mechanisms/budgets.md). A batch that chose wrongly is rolled back and runs again with all of its
 * budgets locked.
 */
export class BudgetHolds {
  readonly #known = new Map<string, KnownBudget>();
  readonly #added = new Map<string, Added>();
  readonly #elapsedMs: () => number;

  /** The default is the clock of the process, which is never set back. */
  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  /** Locks or shares budgets until the transaction ends. Throws LostRace if one cannot be shared any more. */
  async claim(tx: Transaction, names: readonly CampaignKey[]): Promise<readonly ClaimedBudget[]> {
    const claims = names.map(({ environmentId, campaignId }) => ({
      environmentId,
      campaignId,
      isLocked: !this.#of({ environmentId, campaignId }).isShared,
    }));
    const budgets = await claimBudgets(tx, claims);
    if (budgets.every((one) => one.isLocked || isShareable(one))) return budgets;
    for (const key of names) this.#remember(key, { isShared: false, batchCents: 0 });
    throw new LostRace('a budget has no allowance left');
  }

  /** Called when a batch is decided. Throws LostRace if it has spent more than an allowance of its own. */
  settle(books: Iterable<BudgetBook>): void {
    const all = [...books];
    const held = all.flatMap((book) => book.uses().map((use) => ({ book, use })));
    if (held.some(({ use }) => isShort(use))) {
      // With one of them locked the batch may decide otherwise, and be wrong about another.
      for (const { use } of held) this.#remember(use, { isShared: false, batchCents: use.cents });
      throw new LostRace('a batch spends more than its allowance');
    }
    for (const { book, use } of held) {
      const isShared = use.allowance !== null || this.#share(book, use);
      this.#remember(use, { isShared, batchCents: use.cents });
    }
    for (const book of all)
      for (const key of book.unbounded()) if (!this.#isAdded(key)) book.keepBeside(key.campaignId);
  }

  /**
   * Counts each campaign separately: a batch that adds to one says nothing about the rows next to the others.
   */
  #isAdded(key: CampaignKey): boolean {
    const name = nameOf(key);
    const nowMs = this.#elapsedMs();
    const last = this.#added.get(name);
    if (last !== undefined && nowMs - last.atMs < addEveryMs && last.beside < besideMax) {
      last.beside += 1;
      return false;
    }
    this.#added.delete(name);
    this.#added.set(name, { atMs: nowMs, beside: 0 });
    dropOldest(this.#added, addedMax);
    return true;
  }

  #share(book: BudgetBook, use: BudgetUse): boolean {
    const { campaignId, budget, allowedCents, cents } = use;
    // Spending takes back the allowances that were beside the budget.
    const isLeft = !use.isWritten && allowedCents > 0 && isBelowNextStep(budget, allowedCents);
    if (isLeft) return true;
    const allowances = allowancesOf(budget, Math.max(cents, this.#of(use).batchCentsMax));
    if (allowances.count > 0) book.allow(campaignId, allowances);
    return allowances.count > 0;
  }

  #of(key: CampaignKey): KnownBudget {
    return this.#known.get(nameOf(key)) ?? unknown;
  }

  #remember(key: CampaignKey, { isShared, batchCents }: { isShared: boolean; batchCents: number }): void {
    const name = nameOf(key);
    const batchCentsMax = Math.max(batchCents, this.#of(key).batchCentsMax);
    this.#known.delete(name);
    this.#known.set(name, { isShared, batchCentsMax });
    dropOldest(this.#known, knownMax);
  }
}

const dropOldest = (map: Map<string, unknown>, sizeMax: number): void => {
  if (map.size <= sizeMax) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
};

const unknown: KnownBudget = { isShared: false, batchCentsMax: 0 };

const isShareable = ({ budget, allowance, allowedCents }: ClaimedBudget): boolean =>
  budget !== null && allowance !== null && isBelowNextStep(budget, allowedCents);

const isShort = ({ cents, allowance }: BudgetUse): boolean => allowance !== null && cents > allowance.cents;

const nameOf = ({ environmentId, campaignId }: CampaignKey): string =>
  `${environmentId.toString()}/${campaignId}`;
