import type { RedeemRequest, ReplyCode } from '@loyalty/contracts';
import {
  type BudgetBook,
  BudgetHolds,
  type DecisionInputs,
  type EngineHandler,
  type EngineTypes,
  factOfRequest,
  pauseSpentBudgets,
  refuse,
  type RequestDecision,
  type RequestOutcome,
} from '@loyalty/engine';
import { invariant } from '@loyalty/kernel';
import { applyRedeemed, decideRedeem, type RedeemProcessed, toRedeemResponse } from '@loyalty/rules/burning';
import { type BudgetSpending, spendBudgets } from '@loyalty/tables/campaigns/budgets';
import { type LotWrite, writeLots } from '@loyalty/tables/lots';
import { type BurnPorts, type BurnState, loadBurnState } from './load-burn-state.ts';
import { createAwaitReceipts } from './lost-redeems.ts';
import { passedDeadlineOf, type RedeemEngineRequest, redeemRequestReader } from './redeem-request.ts';

interface BurnWrites {
  readonly lots: readonly LotWrite[];
  readonly spendings: readonly BudgetSpending[];
}

export interface BurnTypes extends EngineTypes {
  readonly body: RedeemRequest;
  readonly request: RedeemEngineRequest;
  readonly state: BurnState;
  readonly result: RedeemProcessed;
  readonly writes: BurnWrites;
}

export const createBurnHandler = (ports: BurnPorts): EngineHandler<BurnTypes> => {
  const { elapsedMs = () => performance.now(), lostUntilMs = () => 0 } = ports;
  const holds = new BudgetHolds();
  const awaitReceipts = createAwaitReceipts({ elapsedMs, lostUntilMs });
  return {
    reader: redeemRequestReader,
    loadState: (tx, requests, { cached, published }) =>
      loadBurnState(ports, tx, { requests, cached, published, holds }),
    decide,
    apply: (request, redeemed, { account, state }) => {
      const { environmentId } = request;
      const { memberId, campaignId, campaignName, discountCents: cents, lotsAfter } = redeemed;
      const after = applyRedeemed(account, redeemed);
      state.lots.leave({ environmentId, memberId }, lotsAfter);
      budgetsOf(state, request).spend(request, { campaignId, campaignName, cents });
      return after;
    },
    planWrites: async (tx, { fresh, outcomes, state: { lots, budgets, snapshots, published } }) => {
      await awaitReceipts(
        tx,
        outcomes.filter((one) => isPoor(one) && published.has(one.request)).map(({ request }) => request),
      );
      holds.settle(budgets.values());
      return {
        writes: { lots: lots.writes(), spendings: [...budgets.values()].flatMap((book) => book.writes()) },
        budgets: await pauseSpentBudgets(tx, fresh, { books: budgets, snapshots }),
      };
    },
    storeShared: (tx, { spendings }) => spendBudgets(tx, spendings),
    store: (tx, { lots }) => [writeLots(tx, lots)],
    factsOf: (outcome) => [
      factOfRequest(outcome, { type: 'transaction.redeemed', data: toRedeemResponse(outcome.result) }),
    ],
  };
};

/** Refusals that a receipt could prevent, by giving points or enrolling the member. */
const poor: ReadonlySet<ReplyCode> = new Set([
  'INSUFFICIENT_POINTS',
  'MEMBER_NOT_FOUND',
] satisfies ReplyCode[]);

const isPoor = (outcome: RequestOutcome<RedeemEngineRequest, RedeemProcessed>): boolean =>
  outcome.outcome === 'refused' && poor.has(outcome.code);

const decide = (
  request: RedeemEngineRequest,
  { snapshot, account, state }: DecisionInputs<BurnState>,
): RequestDecision<RedeemProcessed> => {
  const { record, value } = request.message;
  // A caller who got the response has given the discount, so the deadline of a published redeem is not
  // checked again.
  const notAfterMs = state.published.has(request) ? null : passedDeadlineOf(request, state.nowMs);
  if (notAfterMs !== null) return tooLate(request, notAfterMs);
  const { environmentId, newId } = request;
  const owner = account === null ? null : { environmentId, memberId: account.memberId };
  const lots = owner === null ? [] : state.lots.lotsOf(owner);
  const segmentIds = state.segments.segmentsOf(owner);
  const budgets = budgetsOf(state, request);
  const isBudgetSpent: BudgetBook['isSpent'] = (campaignId) => budgets.isSpent(campaignId);
  const context = { snapshot, account, lots, segmentIds, newId, nowMs: record.timestamp, isBudgetSpent };
  const decision = decideRedeem(context, value);
  if (decision.outcome === 'refused') {
    const refusal = refuse(record, decision.code, decision.context);
    // No caller waits for a published redeem any more, so its refusal is kept.
    return { ...refusal, isKept: refusal.isKept || state.published.has(request) };
  }
  return {
    outcome: 'processed',
    result: decision,
    id: decision.redeemTransactionId,
    response: Buffer.from(JSON.stringify(toRedeemResponse(decision))),
  };
};

/** The customer may have paid in full. The refusal is kept, so that the till learns of it (D42, D92). */
const tooLate = ({ message: { record } }: RedeemEngineRequest, notAfterMs: number) => ({
  ...refuse(record, 'PROCESSING_TIMEOUT', {
    executed: false,
    notAfter: new Date(notAfterMs).toISOString(),
  }),
  isKept: true,
});

const budgetsOf = ({ budgets }: BurnState, { environmentId }: RedeemEngineRequest): BudgetBook => {
  const book = budgets.get(environmentId);
  invariant(book !== undefined, 'every snapshot of a batch has its budgets');
  return book;
};
