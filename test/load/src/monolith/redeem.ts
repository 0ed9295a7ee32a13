import { type RedeemRequest, redeemRequestCodec } from '@loyalty/contracts';
import { derivedIds, memberKeyOf } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import { applyRedeemed, decideRedeem, type RedeemProcessed, toRedeemResponse } from '@loyalty/rules/burning';
import { changedLots } from '@loyalty/rules/lots';
import { type MemberLot, readFirstLots, readLots, writeLots } from '@loyalty/tables/lots';
import {
  factsOf,
  nothing,
  type Operation,
  type Outcome,
  type RequestContext,
  snapshotOf,
  Taken,
} from './operation.ts';
import { insertOutbox, insertPosting, insertTransaction, lockMember, updateMember } from './statements.ts';

/** Redeems points for a discount. It does not count what campaigns have spent, in the monolith's favour. */
export const redeem: Operation<RedeemRequest> = {
  name: 'redeem',
  encode: (request) => redeemRequestCodec.encode(request, 1),
  within: (context, request) => redeemIn(context, request),
};

/** It reads no memberships either. */
const fixed = { segmentIds: new Set<never>(), isBudgetSpent: () => false };

const redeemIn = async (context: RequestContext, request: RedeemRequest): Promise<Outcome> => {
  const { tx, key } = context;
  const { environmentId } = key;
  const memberKey = memberKeyOf(key.secret, request.memberRef);
  const account = await lockMember(tx, environmentId, memberKey);
  const snapshot = await snapshotOf(context);
  const lots = await lotsFor(context, { memberKey, account }, request.pointsRequested);
  const atMs = Date.now();
  const source = { secret: snapshot.secret, atMs, operation: 'redeem', ref: request.transactionRef };
  const decided = decideRedeem(
    { ...fixed, snapshot, account, lots, nowMs: atMs, newId: derivedIds(source) },
    request,
  );
  if (decided.outcome === 'refused') return { ...nothing, refused: { status: 422, code: decided.code } };
  const answer = Buffer.from(JSON.stringify(toRedeemResponse(decided)));
  await store(context, { request, memberKey, account, lots, decided, answer, atMs });
  await insertOutbox(tx, factsOf('transaction.redeemed', snapshot, decided));
  return { ...nothing, answer };
};

interface Burner {
  readonly memberKey: Buffer;
  readonly account: Account | null;
}

/** Loads the first lots; loads more when the dated ones among them do not suffice. */
const lotsFor = async (
  { tx, key: { environmentId } }: RequestContext,
  { memberKey, account }: Burner,
  points: number,
): Promise<readonly MemberLot[]> => {
  const first = await readFirstLots(tx, [{ environmentId, memberKey }]);
  const held = first.reduce((sum, lot) => sum + (lot.slidingDays === 0 ? lot.points : 0), 0);
  if (account === null || first.length === 0 || held >= points) return first;
  return readLots(tx, environmentId, [account.memberId]);
};

interface Redeemed extends Burner {
  readonly request: RedeemRequest;
  readonly lots: readonly MemberLot[];
  readonly decided: RedeemProcessed;
  readonly answer: Buffer;
  readonly atMs: number;
}

const store = async (
  { tx, key: { environmentId }, fingerprint }: RequestContext,
  { request, memberKey, account, lots, decided, answer, atMs }: Redeemed,
): Promise<void> => {
  const { redeemTransactionId: id, memberId, transactionRef: ref } = decided;
  const transaction = {
    environmentId,
    operation: 'redeem',
    ref,
    id,
    memberId,
    fingerprint,
    answer,
    atMs,
  } as const;
  if (!(await insertTransaction(tx, transaction))) throw new Taken();
  const after = applyRedeemed(account, decided);
  await updateMember(tx, { environmentId, memberKey, externalRef: request.memberRef, account: after, atMs });
  for (const posting of decided.postings) await insertPosting(tx, transaction, posting);
  await writeLots(tx, changedLots(lots, decided.lotsAfter));
};
