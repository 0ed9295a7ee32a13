import { BudgetHolds, type EngineHandler, type EngineTypes, pauseSpentBudgets } from '@loyalty/engine';
import { awaitAll } from '@loyalty/kernel';
import { applyEarnResult } from '@loyalty/rules/earning';
import { spendBudgets } from '@loyalty/tables/campaigns';
import {
  addCampaignTimes,
  writeMemberCounters,
  writeMemberUses,
  writeSharedCounters,
} from '@loyalty/tables/counts';
import { insertEvents } from '@loyalty/tables/events';
import { insertRewards } from '@loyalty/tables/granted-rewards';
import { addLots, insertPending } from '@loyalty/tables/lots';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import type { Purchase } from '@loyalty/tables/transactions';
import { countEarned } from './count-earned.ts';
import { decideEarn } from './decide-earn.ts';
import { WrittenCounts, writtenExcessOf } from './decision-cost.ts';
import {
  type EarnBody,
  type EarnRequest,
  earnRequestReader,
  type ProcessedEarnRequest,
} from './earn-request.ts';
import { creditsOf, type CreditWriter, type EarnWrites, earnWritesOf, factsOf } from './earn-writes.ts';
import { bookOf, type EarnState, loadEarnState } from './load-earn-state.ts';
import { publishedIdOf, type PublishedIds } from './published-ids.ts';

/** A receipt is a purchase on the day that it names; events and credits are not purchases (D97). */
const purchaseOf = ({ message: { value, record } }: EarnRequest): Purchase | null =>
  value.kind === 'evaluate'
    ? { amountCents: value.body.amountCents, occurredAtMs: value.body.occurredAt ?? record.timestamp }
    : null;

export interface EarnTypes extends EngineTypes {
  readonly body: EarnBody;
  readonly request: EarnRequest;
  readonly state: EarnState;
  readonly result: ProcessedEarnRequest;
  readonly writes: EarnWrites;
}

interface EarnHandlerOptions {
  readonly lostUntilMs?: () => number;
  readonly holds?: BudgetHolds;
  readonly written?: WrittenCounts;
  /** Default: no member of a lost history is looked for. */
  readonly published?: PublishedIds;
}

export const createEarnHandler = (
  configuration: ConfigurationSource,
  credits: CreditWriter,
  {
    lostUntilMs,
    holds = new BudgetHolds(),
    written = new WrittenCounts(),
    published,
  }: EarnHandlerOptions = {},
): EngineHandler<EarnTypes> => ({
  reader: earnRequestReader,
  loadState: (tx, requests, { cached }) =>
    loadEarnState(configuration, tx, { requests, cached, holds, published }),
  decide: (request, { snapshot, account, state: { accounts, shared, referrers, publishedIds } }) => {
    const book = bookOf(shared, snapshot.environmentId);
    return decideEarn(request, {
      snapshot,
      account,
      accounts,
      publishedId: account === null ? publishedIdOf(request, publishedIds) : null,
      book,
      referrers,
      lostUntilMs: lostUntilMs?.() ?? 0,
    });
  },
  apply: (request, earned, { snapshot, account, state }) => {
    const after = applyEarnResult(account, earned);
    written.note(request.message.record, earned);
    bookOf(state.shared, snapshot.environmentId).apply(request, earned, snapshot.pointValueCents);
    return after;
  },
  purchaseOf,
  excessOf: writtenExcessOf,
  planWrites: async (tx, { fresh, outcomes, state }) => {
    const { shared, snapshots } = state;
    const books = new Map([...shared].map(([id, { budgets }]) => [id, budgets]));
    holds.settle(books.values());
    return {
      writes: earnWritesOf(outcomes, state),
      budgets: await pauseSpentBudgets(tx, fresh, { books, snapshots }),
    };
  },
  storeShared: async (tx, { sharedCounters, spendings, campaignTimes }) => {
    await awaitAll([writeSharedCounters(tx, sharedCounters), spendBudgets(tx, spendings)]);
    // Behind them: who waits here holds budgets already, so nobody who holds a campaign's times may want one.
    await addCampaignTimes(tx, campaignTimes);
  },
  store: (tx, { memberCounters, uses, rewards, events, lots, pending }) => [
    writeMemberCounters(tx, memberCounters),
    writeMemberUses(tx, uses),
    insertRewards(tx, rewards),
    insertEvents(tx, events),
    addLots(tx, lots),
    insertPending(tx, pending),
  ],
  factsOf,
  countActivity: countEarned,
  messagesOf: (outcome) => creditsOf(outcome, credits),
});
