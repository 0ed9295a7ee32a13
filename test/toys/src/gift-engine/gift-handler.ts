import type { EvaluateRequest } from '@loyalty/contracts';
import {
  type BatchState,
  type EngineHandler,
  type EngineRequest,
  type EngineTypes,
  factOfRequest,
  loadAccounts,
  refuse,
  type RequestDecision,
  type RequestResult,
} from '@loyalty/engine';
import { memberKeyOf } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';

type GiftRequest = EngineRequest<EvaluateRequest>;

/** Points given to a member, as many as the request's amount has cents. */
interface Gift extends RequestResult {
  readonly points: number;
}

interface GiftTypes extends EngineTypes {
  readonly body: EvaluateRequest;
  readonly request: GiftRequest;
  readonly state: BatchState<GiftRequest>;
  readonly result: Gift;
  readonly writes: null;
}

/** Gives points to existing members; it enrols no new ones. */
export const createGiftHandler = (configuration: ConfigurationSource): EngineHandler<GiftTypes> => ({
  reader: {
    keyOf: ({ transactionRef }) => ({ operation: 'credit', ref: transactionRef }),
    rejectionOf: ({ amountCents }) =>
      amountCents > 0 ? null : { reason: 'INVALID_EVENT', detail: '/amount must be greater than 0' },
    requestOf: (request, { secret }) => {
      const { memberRef } = request.message.value;
      return { ...request, memberKey: memberKeyOf(secret, memberRef), memberRef };
    },
  },
  loadState: async (tx, requests) => {
    const readOwned = () => Promise.resolve(null);
    return {
      ...(await loadAccounts({ configuration, tx, requests, readOwned })),
      undecidable: new Map(),
    };
  },
  decide: (request, { account }) =>
    account === null ? refuse(request.message.record, 'MEMBER_NOT_FOUND') : decideGift(request, account),
  apply: (_, { points }, { account }) => {
    if (account === null) throw new TypeError('nobody is given points');
    return {
      ...account,
      pointsBalance: account.pointsBalance + points,
      lifetimePoints: account.lifetimePoints + points,
      ledgerSeq: account.ledgerSeq + 1,
    };
  },
  planWrites: () => Promise.resolve({ writes: null, budgets: { facts: [], reconfigured: [] } }),
  storeShared: () => Promise.resolve(),
  store: () => [],
  factsOf: (outcome) => {
    const { memberId, points } = outcome.result;
    const data = { creditId: outcome.id, ref: outcome.request.ref, memberId };
    const totals = { pointsAwarded: points, pointsBalance: points, campaigns: [] };
    return [factOfRequest(outcome, { type: 'points.credited', data: { ...data, ...totals } })];
  },
});

const decideGift = (
  { message: { value }, newId, ref }: GiftRequest,
  { memberId, pointsBalance, ledgerSeq }: Account,
): RequestDecision<Gift> => {
  const points = value.amountCents;
  const balanceAfter = pointsBalance + points;
  const entry = { id: newId('entry'), seq: ledgerSeq + 1, type: 'EARN', points, balanceAfter } as const;
  return {
    outcome: 'processed',
    result: { memberId, points, postings: [{ ...entry, description: 'A gift', expiresAtMs: null }] },
    id: newId('transaction'),
    response: Buffer.from(
      JSON.stringify({ ref, pointsAwarded: points, campaigns: [], pointsBalance: balanceAfter }),
    ),
  };
};
