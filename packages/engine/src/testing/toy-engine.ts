import { type ReplyCode, topics } from '@loyalty/contracts';
import { type MemberId, memberKeyOf } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import type { Transaction } from '@loyalty/storage';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import { factOfRequest } from '../requests/effects-of.ts';
import type { EngineHandler, EngineTypes } from '../requests/engine-handler.ts';
import { type EngineRequest, refuse, type RequestDecision, type RequestResult } from '../requests/request.ts';
import { type BatchState, loadAccounts, undecidableOf } from '../state/batch-state.ts';

/** Adds points to a member, once for its reference. */
export interface ToyBody {
  readonly ref: string;
  readonly member: string;
  readonly points: number;
  /** The step at which its handling throws, as with a defect in the rules. */
  readonly breaksWhile?: 'noting' | 'deciding' | 'applying';
  readonly isRefusedWith?: ReplyCode;
  readonly isSkipped?: boolean;
}

export type ToyRequest = EngineRequest<ToyBody>;

export interface ToyResult extends RequestResult {
  readonly balance: number;
}

interface ToyState extends BatchState<ToyRequest> {
  /** References whose application has begun; a defect leaves its reference here. */
  readonly applied: string[];
}

/** The references that were processed, in order. */
export interface ToyWrites {
  readonly refs: readonly string[];
}

export interface ToyTypes extends EngineTypes {
  readonly body: ToyBody;
  readonly request: ToyRequest;
  readonly state: ToyState;
  readonly result: ToyResult;
  readonly writes: ToyWrites;
}

export type ToyHandler = EngineHandler<ToyTypes>;

/** The smallest engine: adds points to accounts, and publishes each addition. */
export const createToyHandler = (configuration: ConfigurationSource): ToyHandler => ({
  reader: toyReader,
  loadState: (tx, requests) => loadToyState(configuration, tx, requests),
  decide: (request, { account }) => {
    breakAt(request, 'deciding');
    const { value, record } = request.message;
    if (value.isRefusedWith !== undefined) return refuse(record, value.isRefusedWith);
    if (value.isSkipped === true) return { outcome: 'skipped', reason: 'NOWHERE' };
    return decideToy(request, account ?? { ...nobody, memberId: request.newId('member') as MemberId });
  },
  apply: (request, result, { account, state }) => {
    state.applied.push(request.ref);
    breakAt(request, 'applying');
    return applyToy(request, result, account ?? nobody);
  },
  planWrites: planToys,
  storeShared: async (tx, { refs }) => {
    await tx.query({ name: 'toys-shared', text: '' }, [refs]);
  },
  store: (tx, { refs }) => [tx.query({ name: 'toys-store', text: '' }, [refs]).then(() => undefined)],
  factsOf: (outcome) => [
    factOfRequest(outcome, {
      type: 'transaction.processed',
      data: {
        transactionId: outcome.id,
        transactionRef: outcome.request.ref,
        memberId: outcome.result.memberId,
        pointsAwarded: outcome.request.message.value.points,
        pointsBalance: outcome.result.balance,
        campaigns: [],
      },
    }),
  ],
  messagesOf: ({ request }) => [
    { topic: topics.credits, key: null, value: Buffer.from(request.ref), headers: {} },
  ],
});

const toyReader: ToyHandler['reader'] = {
  keyOf: ({ ref }) => ({ operation: 'evaluate', ref }),
  rejectionOf: ({ points }) => (points < 0 ? { reason: 'INVALID_RECEIPT', detail: '/points' } : null),
  requestOf: (request, { secret }) => {
    const { member } = request.message.value;
    return { ...request, memberKey: memberKeyOf(secret, member), memberRef: member };
  },
};

const loadToyState = async (
  configuration: ConfigurationSource,
  tx: Transaction,
  requests: readonly ToyRequest[],
): Promise<ToyState> => {
  const readOwned = () => tx.query({ name: 'toys-read', text: '' });
  const { accounts, snapshots } = await loadAccounts({ configuration, tx, requests, readOwned });
  const undecidable = undecidableOf(requests, (request) => {
    breakAt(request, 'noting');
  });
  return { accounts, snapshots, undecidable, applied: [] };
};

const nobody = { memberId: '' as MemberId, pointsBalance: 0, ledgerSeq: 0 };

const decideToy = (
  { message: { value }, newId }: ToyRequest,
  { memberId, pointsBalance, ledgerSeq }: typeof nobody,
): RequestDecision<ToyResult> => {
  const balance = pointsBalance + value.points;
  const posting: LedgerPosting = {
    id: newId('entry'),
    seq: ledgerSeq + 1,
    type: 'EARN',
    points: value.points,
    balanceAfter: balance,
    description: 'toy',
    expiresAtMs: null,
  };
  return {
    outcome: 'processed',
    result: { memberId, postings: value.points === 0 ? [] : [posting], balance },
    id: newId('transaction'),
    response: Buffer.from(JSON.stringify({ ref: value.ref, balance })),
  };
};

const applyToy = (
  { message: { record } }: ToyRequest,
  { memberId, balance, postings }: ToyResult,
  { ledgerSeq }: typeof nobody,
): Account => ({
  memberId,
  state: 'active',
  pointsBalance: balance,
  lifetimePoints: balance,
  ledgerSeq: ledgerSeq + postings.length,
  lastActivityAtMs: record.timestamp,
});

const alert = { campaignId: 'c', campaignName: 'Toys', budgetCap: 1, alertThreshold: 1, spent: 1 };

/** Toys of at least so many points change the configuration. */
const changesFrom = 1_000;

const planToys: ToyHandler['planWrites'] = async (tx, { outcomes, fresh, state: { snapshots } }) => {
  await tx.query({ name: 'toys-plan', text: '' });
  const refs = outcomes.flatMap((one) => (one.outcome === 'processed' ? [one.request.ref] : []));
  const changed = fresh.filter(({ message: { value } }) => value.points >= changesFrom);
  const facts = changed.flatMap((request) => {
    const snapshot = snapshots.get(request.environmentId);
    if (snapshot === undefined) return [];
    return [
      factOfRequest({ request, snapshot, ledgerSeq: null }, { type: 'campaign.budget_alert', data: alert }),
    ];
  });
  return {
    writes: { refs },
    budgets: { reconfigured: changed.map(({ environmentId }) => environmentId), facts },
  };
};

const breakAt = ({ message: { value } }: ToyRequest, step: ToyBody['breaksWhile']): void => {
  if (value.breaksWhile === step) throw new TypeError(`${value.ref} cannot be read`);
};
