import type { ReplyCode } from '@loyalty/contracts';
import {
  BudgetHolds,
  type EngineHandler,
  type EnginePlan,
  type EnginePorts,
  type EngineTypes,
  pauseSpentBudgets,
  type RequestOutcome,
} from '@loyalty/engine';
import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import type {
  AuthorizeProcessed,
  CaptureProcessed,
  RedeemProcessed,
  VoidProcessed,
} from '@loyalty/rules/burning';
import { lotGainOf } from '@loyalty/rules/lots';
import type { ReturnProcessed } from '@loyalty/rules/returns';
import { type CountActivity, countCost } from '@loyalty/tables/activity';
import { type BudgetSpending, giveBackBudgets, spendBudgets } from '@loyalty/tables/campaigns';
import { addLots, writeLots } from '@loyalty/tables/lots';
import { closeRedemptions, writeOpenRedemptions } from '@loyalty/tables/redemptions';
import { writeRefundedRedeems } from '@loyalty/tables/returns';
import { startAtZero } from '@loyalty/telemetry/metrics';
import { authorizing } from '../kinds/authorize.ts';
import { capturing } from '../kinds/capture.ts';
import { countRedeemed, redeeming } from '../kinds/redeem.ts';
import { storeReturns } from '../kinds/return-books.ts';
import {
  countReturned,
  countTakenBack,
  excessOfReturn,
  purchaseTakenBack,
  returning,
  startReturnCounters,
} from '../kinds/return.ts';
import { countRefunded, voiding } from '../kinds/void.ts';
import { burnRequestReader } from './burn-reader.ts';
import type { BurnBody, BurnEngineRequest } from './burn-request.ts';
import { type BurnPorts, type BurnState, loadBurnState } from './load-burn-state.ts';
import { createAwaitReceipts } from './lost-redeems.ts';

interface BurnWrites extends BurnState {
  readonly spendings: readonly BudgetSpending[];
}

type ProcessedBurn =
  RedeemProcessed | AuthorizeProcessed | CaptureProcessed | VoidProcessed | ReturnProcessed;

export interface BurnTypes extends EngineTypes {
  readonly body: BurnBody;
  readonly request: BurnEngineRequest;
  readonly state: BurnState;
  readonly result: ProcessedBurn;
  readonly writes: BurnWrites;
}

type BurnHandler = Required<EngineHandler<BurnTypes>>;

export const createBurnHandler = (given: BurnPorts): EngineHandler<BurnTypes> => {
  const holds = new BudgetHolds();
  const ports = { elapsedMs: () => performance.now(), lostUntilMs: () => 0, ...given, holds };
  const awaitReceipts = createAwaitReceipts(ports);
  return {
    reader: burnRequestReader,
    loadState: (tx, requests, known) => loadBurnState(ports, tx, requests, known),
    decide,
    apply,
    purchaseOf,
    excessOf,
    planWrites: async (tx, { fresh, outcomes, state }) => {
      await awaitReceipts(tx, outcomes.filter(mayBePoor(state)));
      const { budgets, snapshots } = state;
      holds.settle(budgets.values());
      const spendings = [...budgets.values()].flatMap((book) => book.writes());
      return {
        writes: { ...state, spendings },
        budgets: await pauseSpentBudgets(tx, fresh, { books: budgets, snapshots }),
      };
    },
    // Who has a budget for itself waits for what is given back, which therefore comes last.
    storeShared: async (tx, { spendings, givenBack }) => {
      await awaitAll([spendBudgets(tx, spendings), giveBackBudgets(tx, givenBack)]);
    },
    store,
    factsOf,
  };
};

const decide: BurnHandler['decide'] = (request, inputs) => {
  switch (request.kind) {
    case 'redeem':
      return redeeming.decide(request, inputs);
    case 'authorize':
      return authorizing.decide(request, inputs);
    case 'capture':
      return capturing.decide(request, inputs);
    case 'void':
      return voiding.decide(request, inputs);
    case 'return':
      return returning.decide(request, inputs);
  }
};

const apply: BurnHandler['apply'] = (request, result, inputs) => {
  switch (result.kind) {
    case 'redeemed':
      return redeeming.apply(request, result, inputs);
    case 'authorized':
      return authorizing.apply(request, result, inputs);
    case 'captured':
      return capturing.apply(request, result, inputs);
    case 'voided':
      return voiding.apply(request, result, inputs);
    case 'returned':
      return returning.apply(request, result, inputs);
  }
};

const purchaseOf: BurnHandler['purchaseOf'] = (_, result) => {
  switch (result.kind) {
    case 'redeemed':
    case 'authorized':
    case 'captured':
    case 'voided':
      return null;
    case 'returned':
      return purchaseTakenBack(result);
  }
};

const excessOf: BurnHandler['excessOf'] = (result) => {
  const rows = Math.max(0, rowsOf(result) - usual);
  switch (result.kind) {
    case 'redeemed':
    case 'authorized':
    case 'captured':
    case 'voided':
      return rows;
    case 'returned':
      return rows + excessOfReturn(result);
  }
};

/** The entry of a redeem, and the lots that it usually takes from. */
const usual = 8;

/** Entries, and the lots that they change: points are returned to each lot by an entry of its own. */
const rowsOf = ({ postings }: ProcessedBurn): number => {
  let rows = 0;
  for (const posting of postings)
    rows += 1 + (posting.fromLots?.length ?? (lotGainOf(posting) === null ? 0 : 1));
  return rows;
};

/** True for a refusal that receipts of a lost history may yet prevent, once they are decided again. */
const mayBePoor =
  ({ published }: BurnState) =>
  (outcome: RequestOutcome<BurnEngineRequest, unknown>): boolean =>
    outcome.outcome === 'refused' && poor.has(outcome.code) && published.has(outcome.request);

/** Refusals that a receipt could prevent: it gives points, enrols the member, or is what is returned. */
const poor = new Set<ReplyCode>(['INSUFFICIENT_POINTS', 'MEMBER_NOT_FOUND', 'TRANSACTION_NOT_FOUND']);

const store: BurnHandler['store'] = (tx, { lots, returns, redemptions }) => [
  writeLots(tx, lots.writes()),
  addLots(tx, lots.gains()),
  ...storeReturns(tx, returns),
  writeRefundedRedeems(tx, redemptions.refundedRedeems()),
  writeOpenRedemptions(tx, redemptions.opened()),
  closeRedemptions(tx, redemptions.closed()),
];

const factsOf: BurnHandler['factsOf'] = (outcome) => {
  const { result } = outcome;
  switch (result.kind) {
    case 'redeemed':
      return redeeming.factsOf(outcome, result);
    case 'authorized':
      return authorizing.factsOf(outcome, result);
    case 'captured':
      return capturing.factsOf(outcome, result);
    case 'voided':
      return voiding.factsOf(outcome, result);
    case 'returned':
      return returning.factsOf(outcome, result);
  }
};

const ends = ['captured', 'voided', 'lapsed'] as const;

export const startBurnCounters = (metrics: EnginePorts['metrics']): void => {
  startReturnCounters(metrics);
  for (const outcome of ends) startAtZero(metrics, 'loyalty_ended_redemptions_total', { outcome });
};

/** Counts what a batch did, once after its commit. */
export const countBurned = (
  { metrics, activity }: Pick<EnginePorts, 'metrics'> & { readonly activity: CountActivity },
  { outcomes, writes }: Pick<EnginePlan<BurnTypes>, 'outcomes' | 'writes'>,
): void => {
  const ended = { captured: 0, voided: 0, lapsed: 0 };
  const returned: ReturnProcessed[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed') continue;
    const { request, result } = outcome;
    const end = countResult(activity, request.environmentId, result);
    if (end !== null) ended[end] += 1;
    if (result.kind === 'returned') returned.push(result);
  }
  const given = writes.givenBack.map(({ cents, ...from }) => ({ ...from, cents: -cents }));
  for (const spending of [...writes.spendings, ...given]) countCost(activity, spending);
  countReturned(metrics, returned);
  for (const outcome of ends)
    if (ended[outcome] > 0) metrics.count('loyalty_ended_redemptions_total', { outcome }, ended[outcome]);
};

/** A refund takes away what its redeem counted. Returns how an authorized redeem ended; null if none did. */
const countResult = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  result: ProcessedBurn,
): (typeof ends)[number] | null => {
  switch (result.kind) {
    case 'redeemed':
    case 'authorized':
      countRedeemed(activity, environmentId, result);
      return null;
    case 'captured':
      return 'captured';
    case 'voided':
      countRefunded(activity, environmentId, result);
      return result.isLapse ? 'lapsed' : 'voided';
    case 'returned':
      countTakenBack(activity, environmentId, result);
      return null;
  }
};
