import type { ReplyCode, TypedFact } from '@loyalty/contracts';
import {
  BudgetHolds,
  type DecisionInputs,
  type EngineHandler,
  type EnginePorts,
  type EngineTypes,
  factOfRequest,
  pauseSpentBudgets,
  type ProcessedOutcome,
  type RequestDecision,
  type RequestOutcome,
} from '@loyalty/engine';
import { awaitAll, dayMs, type EnvironmentId, invariant } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import {
  applyCapture,
  applyRedeemed,
  applyVoid,
  type AuthorizeProcessed,
  type RedeemProcessed,
} from '@loyalty/rules/burning';
import { lotGainOf } from '@loyalty/rules/lots';
import {
  applyReturn,
  decideReturn,
  nothingSpent,
  type Deduction,
  type ReturnProcessed,
  toReturnResponse,
} from '@loyalty/rules/returns';
import { rewardTakenBack } from '@loyalty/rules/rewards';
import type { Transaction } from '@loyalty/storage';
import type { FactContent } from '@loyalty/streams/facts';
import { type Stamps, writeStamps } from '@loyalty/tables/accounts/counters';
import { lowerMemberUses, type StoredUse } from '@loyalty/tables/accounts/member-uses';
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
  closeRedemptions,
  type OpenRedemption,
  type OpenRedemptionWrite,
  writeOpenRedemptions,
} from '@loyalty/tables/redemptions';
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
  isEnd,
  isRedeem,
  isReturn,
  type ReturnEngineRequest,
} from './burn-request.ts';
import { countBurned } from './count-burned.ts';
import {
  authorKeyIn,
  budgetsOf,
  decideToEnd,
  decideToRedeem,
  isOfAuthorization,
  isOfCapture,
  isOfLostHistory,
  isOfVoid,
  type ProcessedRedemption,
  redemptionFact,
  refusedOf,
} from './decide-redemption.ts';
import { type BurnPorts, type BurnState, loadBurnState } from './load-burn-state.ts';
import { createAwaitReceipts } from './lost-redeems.ts';

interface BurnWrites {
  readonly lots: readonly LotWrite[];
  readonly gains: readonly MemberLotGain[];
  readonly spendings: readonly BudgetSpending[];
  readonly givenBack: readonly GivenBack[];
  readonly stamps: readonly Stamps[];
  readonly uses: readonly StoredUse[];
  readonly rewards: readonly RewardTakenBack[];
  readonly pending: readonly PendingWrite[];
  readonly returned: readonly ReturnedReceiptWrite[];
  readonly refunded: readonly RefundedRedeemWrite[];
  readonly opened: readonly OpenRedemptionWrite[];
  readonly closed: readonly OpenRedemption[];
}

export type ProcessedBurn = ProcessedRedemption | ReturnProcessed;

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
      if (isEnd(request)) return decideToEnd(request, { ...inputs, lostUntilMs: lostUntilMs() });
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
      const { lots, budgets, snapshots, receipts, redemptions, stamps, uses, rewards } = state;
      holds.settle(budgets.values());
      return {
        writes: {
          lots: lots.writes(),
          gains: lots.gains(),
          spendings: [...budgets.values()].flatMap((book) => book.writes()),
          givenBack: outcomes.flatMap(givenBackBy),
          stamps: stamps.writes(),
          uses: uses.writes(),
          rewards: rewards.writes(),
          pending: receipts.pendingWrites(),
          returned: receipts.writes(),
          refunded: redemptions.refundedRedeems(),
          opened: redemptions.opened(),
          closed: redemptions.closed(),
        },
        budgets: await pauseSpentBudgets(tx, fresh, { books: budgets, snapshots }),
      };
    },
    // Who has a budget for itself waits for what is given back, which therefore comes last.
    storeShared: async (tx, { spendings, givenBack }) => {
      await awaitAll([spendBudgets(tx, spendings), giveBackBudgets(tx, givenBack)]);
    },
    store,
    factsOf,
    countActivity: countBurned,
  };
};

const store = (
  tx: Transaction,
  { lots, gains, stamps, uses, rewards, pending, returned, refunded, opened, closed }: BurnWrites,
): readonly Promise<void>[] => [
  writeLots(tx, lots),
  addLots(tx, gains),
  writeStamps(tx, stamps),
  lowerMemberUses(tx, uses),
  takeBackRewards(tx, rewards),
  writePending(tx, pending),
  writeReturnedReceipts(tx, returned),
  writeRefundedRedeems(tx, refunded),
  writeOpenRedemptions(tx, opened),
  closeRedemptions(tx, closed),
];

const givenBackBy = (outcome: RequestOutcome<BurnEngineRequest, ProcessedBurn>): readonly GivenBack[] => {
  if (outcome.outcome !== 'processed') return [];
  const { environmentId } = outcome.request;
  if (isOfVoid(outcome.result)) {
    const { campaignId, discountCents: cents, deductions } = outcome.result;
    return [{ environmentId, campaignId, cents }, ...givenBackOf(environmentId, deductions)];
  }
  if (!isOfReturn(outcome.result)) return [];
  const { awards, refund, deductions } = outcome.result;
  const ofAwards = givenBackOf(environmentId, [...awards, ...deductions]);
  if (refund === null) return ofAwards;
  const { redeem, discountCents: cents } = refund;
  return [...ofAwards, { environmentId, campaignId: redeem.campaignId, cents }];
};

const givenBackOf = (
  environmentId: EnvironmentId,
  parts: readonly Pick<Deduction, 'campaignId' | 'budgetCents'>[],
): readonly GivenBack[] =>
  parts.map(({ campaignId, budgetCents: cents }) => ({ environmentId, campaignId, cents }));

const bases = ['RULES', 'SHARE'] as const;
const pointOutcomes = ['pending', 'balance', 'expired', 'forgiven', 'claimable', 'to_deduct'] as const;

const ends = ['captured', 'voided', 'lapsed'] as const;

export const startBurnCounters = (metrics: EnginePorts['metrics']): void => {
  for (const basis of bases) startAtZero(metrics, 'loyalty_returns_total', { basis });
  for (const outcome of pointOutcomes) startAtZero(metrics, 'loyalty_returned_points_total', { outcome });
  for (const outcome of ends) startAtZero(metrics, 'loyalty_ended_redemptions_total', { outcome });
};

/** Once per batch, after its commit. */
export const countReturns = (
  metrics: EnginePorts['metrics'],
  outcomes: readonly RequestOutcome<BurnEngineRequest, ProcessedBurn>[],
): void => {
  const points = { pending: 0, balance: 0, expired: 0, forgiven: 0, claimable: 0, to_deduct: 0 };
  const returns = { RULES: 0, SHARE: 0 };
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed' || !isOfReturn(outcome.result)) continue;
    const { fromPending, fromBalance, expired, forgiven, claimable, toDeduct } = outcome.result.taken;
    returns[basisOf(outcome.result)] += 1;
    points.pending += fromPending;
    points.balance += fromBalance;
    points.expired += expired;
    points.forgiven += forgiven;
    points.claimable += claimable;
    points.to_deduct += toDeduct;
  }
  for (const basis of bases)
    if (returns[basis] > 0) metrics.count('loyalty_returns_total', { basis }, returns[basis]);
  for (const outcome of pointOutcomes)
    if (points[outcome] > 0) metrics.count('loyalty_returned_points_total', { outcome }, points[outcome]);
};

/** Once per batch, after its commit. */
export const countEnded = (
  metrics: EnginePorts['metrics'],
  outcomes: readonly RequestOutcome<BurnEngineRequest, ProcessedBurn>[],
): void => {
  const ended = { captured: 0, voided: 0, lapsed: 0 };
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed') continue;
    const { result } = outcome;
    if (isOfCapture(result)) ended.captured += 1;
    if (isOfVoid(result)) ended[result.isLapse ? 'lapsed' : 'voided'] += 1;
  }
  for (const outcome of ends)
    if (ended[outcome] > 0) metrics.count('loyalty_ended_redemptions_total', { outcome }, ended[outcome]);
};

/** Of a return: by the share where it was so for any award. */
const basisOf = ({ awards }: ReturnProcessed): 'RULES' | 'SHARE' =>
  awards.some(({ basis }) => basis === 'SHARE') ? 'SHARE' : 'RULES';

const isOfReturn = (result: ProcessedBurn): result is ReturnProcessed => 'returnRef' in result;

const factsOf = (outcome: ProcessedOutcome<BurnEngineRequest, ProcessedBurn>): readonly FactContent[] => {
  const { result } = outcome;
  if (!isOfReturn(result)) return [factOfRequest(outcome, redemptionFact(result))];
  const { memberId, decidedAtMs } = result;
  return [
    factOfRequest(outcome, { type: 'transaction.returned', data: toReturnResponse(result) }),
    ...(forgives(result) ? [factOfRequest(outcome, pointsForgivenBy(result))] : []),
    ...result.rewards.map(({ id: rewardId, to }) =>
      factOfRequest(outcome, rewardTakenBack({ rewardId, memberId, to, atMs: decidedAtMs }), rewardId),
    ),
  ];
};

const forgives = ({ taken }: ReturnProcessed): boolean => taken.forgiven > 0;

const pointsForgivenBy = ({
  memberId,
  returnTransactionId,
  returnRef,
  transactionRef,
  taken: { forgiven: pointsForgiven },
}: ReturnProcessed): TypedFact => ({
  type: 'member.points_forgiven',
  data: { memberId, returnTransactionId, returnRef, transactionRef, pointsForgiven },
});

const apply = (
  request: BurnEngineRequest,
  result: ProcessedBurn,
  inputs: DecisionInputs<BurnState>,
): Account => {
  const { account, state } = inputs;
  const { environmentId } = request;
  const owner = { environmentId, memberId: result.memberId };
  if (isOfVoid(result)) {
    const after = applyVoid(account, result);
    state.lots.leave(owner, result.lotsAfter);
    state.spent.leave(owner, result.spentAfter);
    state.redemptions.close(environmentId, result.redeem);
    state.redemptions.refund(environmentId, { ...result, redeem: { ...result.redeem, openUntilMs: null } });
    return after;
  }
  if (isOfCapture(result)) {
    const { record } = request.message;
    const by = { author: authorKeyIn(record), atMs: record.timestamp };
    state.redemptions.close(environmentId, result.redeem, by);
    return applyCapture(account, result);
  }
  if (isOfReturn(result)) {
    invariant(isReturn(request), 'only returns return');
    const after = applyReturn(account, result);
    state.lots.leave(owner, result.taken.lotsAfter);
    state.spent.leave(owner, result.spentAfter);
    state.receipts.leave(request, result);
    state.rewards.leave(request, result);
    state.stamps.leave(owner, result);
    state.uses.leave(owner, result);
    return after;
  }
  return applyRedeem(request, result, inputs);
};

const applyRedeem = (
  request: BurnEngineRequest,
  result: RedeemProcessed | AuthorizeProcessed,
  { account, state }: DecisionInputs<BurnState>,
): Account => {
  const { environmentId, ref } = request;
  const { memberId, campaignId, campaignName, discountCents: cents, lotsAfter } = result;
  const after = applyRedeemed(account, result);
  state.lots.leave({ environmentId, memberId }, lotsAfter);
  const { record } = request.message;
  const by = { author: authorKeyIn(record), atMs: record.timestamp };
  state.spent.redeem({ environmentId, memberId }, result, record.timestamp);
  if (isOfAuthorization(result)) state.redemptions.open({ environmentId, ref }, result, by);
  else state.redemptions.note({ environmentId, ref }, result, by);
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
  const rows = Math.max(0, rowsOf(result) - usual);
  if (!isOfReturn(result)) return rows;
  const { receipt, decidedAtMs, rewards, uses } = result;
  const days = receipt.occurredAtMs === null ? 0 : (decidedAtMs - receipt.occurredAtMs) / dayMs;
  const moved = Math.max(0, Math.floor(days / daysPerRow));
  // A reward that is taken back has a row and a fact; a count has a row, and what is forgiven a fact.
  return rows + 1 + moved + 2 * rewards.length + uses.length + (forgives(result) ? 1 : 0);
};

/** The entry of a redeem, and the lots that it usually takes from. */
const usual = 8;

/** Entries, and the lots that they change: points come back to each lot by an entry of its own. */
const rowsOf = ({ postings }: ProcessedBurn): number => {
  let rows = 0;
  for (const posting of postings)
    rows += 1 + (posting.fromLots?.length ?? (lotGainOf(posting) === null ? 0 : 1));
  return rows;
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
    return isReturn(request) || isEnd(request)
      ? code === 'TRANSACTION_NOT_FOUND' && isOfLostHistory(request, lostUntilMs)
      : poor.has(code) && published.has(request);
  };

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
      spent: (owner && state.spent.spentOf(owner)) ?? nothingSpent,
      rewards: state.rewards.rewardsOf(environmentId),
      stampsOf: (campaignId) => (owner === null ? 0 : state.stamps.stampsOf(owner, campaignId)),
      pointValueCents,
      nowMs: record.timestamp,
      newId,
    },
    value.body,
  );
  if (decision.outcome === 'refused') return refusedOf(request, decision, lostUntilMs);
  return {
    outcome: 'processed',
    result: decision,
    id: decision.returnTransactionId,
    response: Buffer.from(JSON.stringify(toReturnResponse(decision))),
  };
};
