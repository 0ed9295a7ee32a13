import type { ReplyCode, TypedFact } from '@loyalty/contracts';
import {
  type BudgetBook,
  BudgetHolds,
  type DecisionInputs,
  type EngineHandler,
  type EnginePorts,
  type EngineTypes,
  factOfRequest,
  pauseSpentBudgets,
  type ProcessedOutcome,
  refuse,
  type RequestDecision,
  type RequestOutcome,
} from '@loyalty/engine';
import { awaitAll, dayMs, invariant } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import { applyRedeemed, decideRedeem, type RedeemProcessed, toRedeemResponse } from '@loyalty/rules/burning';
import {
  applyReturn,
  decideReturn,
  type ReturnProcessed,
  type TakenReward,
  toReturnResponse,
} from '@loyalty/rules/returns';
import type { FactContent } from '@loyalty/streams/facts';
import { type Stamps, writeStamps } from '@loyalty/tables/accounts/counters';
import {
  type BudgetSpending,
  giveBackBudgets,
  type GivenBack,
  spendBudgets,
} from '@loyalty/tables/campaigns/budgets';
import {
  addLots,
  type LotWrite,
  type MemberLotGain,
  type PendingWrite,
  writeLots,
  writePending,
} from '@loyalty/tables/lots';
import {
  type RefundedRedeemWrite,
  type ReturnedReceiptWrite,
  writeRefundedRedeems,
  writeReturnedReceipts,
} from '@loyalty/tables/returns';
import { type RewardTakenBack, takeBackRewards } from '@loyalty/tables/rewards/returned-rewards';
import type { Purchase } from '@loyalty/tables/transactions';
import { startAtZero } from '@loyalty/telemetry/metrics';
import {
  type BurnBody,
  type BurnEngineRequest,
  burnRequestReader,
  isRedeem,
  isReturn,
  passedDeadlineOf,
  type RedeemEngineRequest,
  type ReturnEngineRequest,
} from './burn-request.ts';
import { type BurnPorts, type BurnState, loadBurnState } from './load-burn-state.ts';
import { createAwaitReceipts } from './lost-redeems.ts';

interface BurnWrites {
  readonly lots: readonly LotWrite[];
  readonly gains: readonly MemberLotGain[];
  readonly spendings: readonly BudgetSpending[];
  readonly givenBack: readonly GivenBack[];
  readonly stamps: readonly Stamps[];
  readonly rewards: readonly RewardTakenBack[];
  readonly pending: readonly PendingWrite[];
  readonly returned: readonly ReturnedReceiptWrite[];
  readonly refunded: readonly RefundedRedeemWrite[];
}

export type ProcessedBurn = RedeemProcessed | ReturnProcessed;

export interface BurnTypes extends EngineTypes {
  readonly body: BurnBody;
  readonly request: BurnEngineRequest;
  readonly state: BurnState;
  readonly result: ProcessedBurn;
  readonly writes: BurnWrites;
}

export const createBurnHandler = (ports: BurnPorts): EngineHandler<BurnTypes> => {
  const { elapsedMs = () => performance.now(), lostUntilMs = () => 0 } = ports;
  const holds = new BudgetHolds();
  const awaitReceipts = createAwaitReceipts({ elapsedMs, lostUntilMs });
  return {
    reader: burnRequestReader,
    loadState: (tx, requests, { cached, published }) =>
      loadBurnState(ports, tx, { requests, cached, published, holds }),
    decide: (request, inputs) => {
      if (isRedeem(request)) return decideToRedeem(request, inputs);
      invariant(isReturn(request), 'every request is of a kind');
      return decideToReturn(request, { ...inputs, lostUntilMs: lostUntilMs() });
    },
    apply,
    purchaseOf,
    excessOf,
    planWrites: async (tx, { fresh, outcomes, state }) => {
      await awaitReceipts(
        tx,
        outcomes.filter(mayBePoor(state, lostUntilMs())).map(({ request }) => request),
      );
      const { lots, budgets, snapshots, receipts, stamps, rewards } = state;
      holds.settle(budgets.values());
      return {
        writes: {
          lots: lots.writes(),
          gains: lots.gains(),
          spendings: [...budgets.values()].flatMap((book) => book.writes()),
          givenBack: outcomes.flatMap(givenBackBy),
          stamps: stamps.writes(),
          rewards: rewards.writes(),
          pending: receipts.pendingWrites(),
          returned: receipts.writes(),
          refunded: receipts.refundedRedeems(),
        },
        budgets: await pauseSpentBudgets(tx, fresh, { books: budgets, snapshots }),
      };
    },
    // Who has a budget for itself waits for what is given back, which therefore comes last.
    storeShared: async (tx, { spendings, givenBack }) => {
      await awaitAll([spendBudgets(tx, spendings), giveBackBudgets(tx, givenBack)]);
    },
    store: (tx, { lots, gains, stamps, rewards, pending, returned, refunded }) => [
      writeLots(tx, lots),
      addLots(tx, gains),
      writeStamps(tx, stamps),
      takeBackRewards(tx, rewards),
      writePending(tx, pending),
      writeReturnedReceipts(tx, returned),
      writeRefundedRedeems(tx, refunded),
    ],
    factsOf,
  };
};

const givenBackBy = (outcome: RequestOutcome<BurnEngineRequest, ProcessedBurn>): readonly GivenBack[] => {
  if (outcome.outcome !== 'processed' || !isOfReturn(outcome.result)) return [];
  const { environmentId } = outcome.request;
  const { awards, refund } = outcome.result;
  const ofAwards = awards.map(({ campaignId, budgetCents: cents }) => ({ environmentId, campaignId, cents }));
  if (refund === null) return ofAwards;
  const { redeem, discountCents: cents } = refund;
  return [...ofAwards, { environmentId, campaignId: redeem.campaignId, cents }];
};

const bases = ['RULES', 'SHARE'] as const;
const pointOutcomes = ['pending', 'balance', 'expired', 'forgiven'] as const;

export const startReturnCounters = (metrics: EnginePorts['metrics']): void => {
  for (const basis of bases) startAtZero(metrics, 'loyalty_returns_total', { basis });
  for (const outcome of pointOutcomes) startAtZero(metrics, 'loyalty_returned_points_total', { outcome });
};

/** Once per batch, after its commit. */
export const countReturns = (
  metrics: EnginePorts['metrics'],
  outcomes: readonly RequestOutcome<BurnEngineRequest, ProcessedBurn>[],
): void => {
  const points = { pending: 0, balance: 0, expired: 0, forgiven: 0 };
  const returns = { RULES: 0, SHARE: 0 };
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed' || !isOfReturn(outcome.result)) continue;
    const { fromPending, fromBalance, expired, forgiven } = outcome.result.taken;
    returns[basisOf(outcome.result)] += 1;
    points.pending += fromPending;
    points.balance += fromBalance;
    points.expired += expired;
    points.forgiven += forgiven;
  }
  for (const basis of bases)
    if (returns[basis] > 0) metrics.count('loyalty_returns_total', { basis }, returns[basis]);
  for (const outcome of pointOutcomes)
    if (points[outcome] > 0) metrics.count('loyalty_returned_points_total', { outcome }, points[outcome]);
};

/** Of a return: by the share where it was so for any award. */
const basisOf = ({ awards }: ReturnProcessed): 'RULES' | 'SHARE' =>
  awards.some(({ basis }) => basis === 'SHARE') ? 'SHARE' : 'RULES';

const isOfReturn = (result: ProcessedBurn): result is ReturnProcessed => 'returnRef' in result;

const factsOf = (outcome: ProcessedOutcome<BurnEngineRequest, ProcessedBurn>): readonly FactContent[] => {
  const { result } = outcome;
  if (!isOfReturn(result))
    return [factOfRequest(outcome, { type: 'transaction.redeemed', data: toRedeemResponse(result) })];
  return [
    factOfRequest(outcome, { type: 'transaction.returned', data: toReturnResponse(result) }),
    ...result.rewards.map((reward) => factOfRequest(outcome, rewardFact(reward, result), reward.id)),
  ];
};

const rewardFact = (
  { id: rewardId, to }: TakenReward,
  { memberId, decidedAtMs }: ReturnProcessed,
): TypedFact =>
  to === 'FAILED'
    ? { type: 'reward.failed', data: { rewardId, memberId, failureReason: 'RETURNED' } }
    : {
        type: 'reward.expired',
        data: { rewardId, memberId, expiredAt: new Date(decidedAtMs).toISOString(), reason: 'RETURNED' },
      };

const apply = (
  request: BurnEngineRequest,
  result: ProcessedBurn,
  { account, state }: DecisionInputs<BurnState>,
): Account => {
  const { environmentId } = request;
  const owner = { environmentId, memberId: result.memberId };
  if (isOfReturn(result)) {
    invariant(isReturn(request), 'only returns return');
    const after = applyReturn(account, result);
    state.lots.leave(owner, result.taken.lotsAfter);
    state.receipts.leave(request, result);
    state.rewards.leave(environmentId, result);
    state.stamps.leave(owner, result);
    return after;
  }
  const { campaignId, campaignName, discountCents: cents, lotsAfter } = result;
  const after = applyRedeemed(account, result);
  state.lots.leave(owner, lotsAfter);
  state.receipts.spend(environmentId, result);
  budgetsOf(state, request).spend(request, { campaignId, campaignName, cents });
  return after;
};

/** The amount leaves the day of purchase (D169). Of a receipt without one nothing was counted. */
const purchaseOf = (_: BurnEngineRequest, result: ProcessedBurn): Purchase | null => {
  if (!isOfReturn(result)) return null;
  const { amountReturned, isWhole, receipt } = result;
  if (amountReturned === null || receipt.occurredAtMs === null) return null;
  const counts = isWhole ? { txns: -1, wholeReturns: 1 } : { txns: 0 };
  return { amountCents: 0 - amountReturned, occurredAtMs: receipt.occurredAtMs, ...counts };
};

/** A purchase moves the totals of all later days; a member who buys daily has one for each. */
const daysPerRow = 12;

const excessOf = (result: ProcessedBurn): number => {
  if (!isOfReturn(result)) return 0;
  const { receipt, decidedAtMs, rewards } = result;
  const days = receipt.occurredAtMs === null ? 0 : (decidedAtMs - receipt.occurredAtMs) / dayMs;
  // A reward that is taken back has a row and a fact.
  return 1 + Math.max(0, Math.floor(days / daysPerRow)) + 2 * rewards.length;
};

/** Refusals that a receipt could prevent, by giving points or enrolling the member. */
const poor: ReadonlySet<ReplyCode> = new Set([
  'INSUFFICIENT_POINTS',
  'MEMBER_NOT_FOUND',
] satisfies ReplyCode[]);

/** True for a refusal that receipts of a lost history may yet prevent, once they are decided again. */
const mayBePoor =
  ({ published }: BurnState, lostUntilMs: number) =>
  (outcome: RequestOutcome<BurnEngineRequest, ProcessedBurn>): boolean => {
    if (outcome.outcome !== 'refused') return false;
    const { request, code } = outcome;
    return isReturn(request)
      ? code === 'TRANSACTION_NOT_FOUND' && isOfLostHistory(request, lostUntilMs)
      : poor.has(code) && published.has(request);
  };

/** A return has no deadline, so nothing but its time tells that a caller may have its response. */
const isOfLostHistory = ({ message: { record } }: ReturnEngineRequest, lostUntilMs: number): boolean =>
  record.timestamp <= lostUntilMs;

const decideToRedeem = (
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
  const decision = decideRedeem(context, value.body);
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

const decideToReturn = (
  request: ReturnEngineRequest,
  { snapshot, account, state, lostUntilMs }: DecisionInputs<BurnState> & { readonly lostUntilMs: number },
): RequestDecision<ReturnProcessed> => {
  const { environmentId, newId, message } = request;
  const { record, value } = message;
  const receipt = state.receipts.receiptOf(request);
  const owner = account === null ? null : { environmentId, memberId: account.memberId };
  const { refunds, pointsExpiry, pointValueCents } = snapshot;
  const decision = decideReturn(
    {
      account,
      receipt,
      redeem: state.receipts.redeemOf(request),
      refunds,
      pointsExpiry,
      lots: owner === null ? [] : state.lots.lotsOf(owner),
      rewards: state.rewards.rewardsOf(environmentId),
      stampsOf: (campaignId) => (owner === null ? 0 : state.stamps.stampsOf(owner, campaignId)),
      pointValueCents,
      nowMs: record.timestamp,
      newId,
    },
    value.body,
  );
  if (decision.outcome === 'refused') {
    const refusal = refuse(record, decision.code, decision.context);
    return { ...refusal, isKept: refusal.isKept || isOfLostHistory(request, lostUntilMs) };
  }
  return {
    outcome: 'processed',
    result: decision,
    id: decision.returnTransactionId,
    response: Buffer.from(JSON.stringify(toReturnResponse(decision))),
  };
};

const budgetsOf = ({ budgets }: BurnState, { environmentId }: BurnEngineRequest): BudgetBook => {
  const book = budgets.get(environmentId);
  invariant(book !== undefined, 'every snapshot of a batch has its budgets');
  return book;
};
