import { type EvaluateRequest, evaluateRequestCodec } from '@loyalty/contracts';
import { derivedIds, drawOf, type EnvironmentId, memberKeyOf } from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';
import {
  applyEarnResult,
  countingCampaigns,
  decideEvaluate,
  type EarningInputs,
  earningInputsFrom,
  type EarnResult,
  type EvaluateProcessed,
  toEvaluateResponse,
} from '@loyalty/rules/earning';
import { noPurchases } from '@loyalty/rules/statistics';
import type { Transaction } from '@loyalty/storage';
import type { MemberIdentity } from '@loyalty/tables/accounts';
import { type MemberCounterWrite, readMemberCounters, writeMemberCounters } from '@loyalty/tables/counts';
import {
  factsOf,
  nothing,
  type Operation,
  type Outcome,
  type RequestContext,
  snapshotOf,
  Taken,
} from './operation.ts';
import {
  enrol,
  insertOutbox,
  insertPosting,
  insertTransaction,
  lockMember,
  updateMember,
} from './statements.ts';

/** Receipts that earn. */
export const evaluate: Operation<EvaluateRequest> = {
  name: 'evaluate',
  encode: (request) => evaluateRequestCodec.encode(request, 1),
  within: (context, request) => evaluateIn(context, request),
};

/** Locks the member, checks that the cached configuration is current, decides, stores. */
const evaluateIn = async (context: RequestContext, request: EvaluateRequest): Promise<Outcome> => {
  const { tx, key } = context;
  const { environmentId } = key;
  const memberKey = memberKeyOf(key.secret, request.memberRef);
  const account = await lockMember(tx, environmentId, memberKey);
  const snapshot = await snapshotOf(context);
  const atMs = Date.now();
  const source = { secret: snapshot.secret, atMs, operation: 'evaluate', ref: request.transactionRef };
  const newId = derivedIds(source);
  const decision = decideEvaluate(
    {
      snapshot,
      account,
      inputs: await earningInputsIn(tx, { environmentId, memberKey }, snapshot),
      // Benchmarks have no conditions.
      purchases: () => noPurchases,
      nowMs: atMs,
      newId,
      draw: (campaignId) => drawOf(snapshot.secret, campaignId, request.transactionRef),
    },
    request,
  );
  if (decision.outcome === 'refused') return { ...nothing, refused: { status: 403, code: decision.code } };
  const evaluated = { request, memberKey, account, decision, atMs };
  const answer = await store(context, evaluated);
  await insertOutbox(tx, factsOf('transaction.processed', snapshot, decision));
  return { ...nothing, answer };
};

interface Evaluated {
  readonly request: EvaluateRequest;
  readonly memberKey: Buffer;
  readonly account: Account | null;
  readonly decision: EvaluateProcessed;
  readonly atMs: number;
}

/** Stores the decision. Returns the stored response. */
const store = async (
  { tx, key: { environmentId }, fingerprint }: RequestContext,
  { request, memberKey, account, decision, atMs }: Evaluated,
): Promise<Buffer> => {
  const { transactionId: id, memberId, transactionRef: ref } = decision;
  const answer = Buffer.from(JSON.stringify(toEvaluateResponse(decision)));
  const stored = {
    environmentId,
    operation: 'evaluate',
    ref,
    id,
    memberId,
    fingerprint,
    answer,
    atMs,
  } as const;
  if (!(await insertTransaction(tx, stored))) throw new Taken();
  const after = applyEarnResult(account, decision);
  const member = { environmentId, memberKey, externalRef: request.memberRef, account: after, atMs };
  if (account !== null) await updateMember(tx, member);
  else if (!(await enrol(tx, member))) throw new Taken();
  for (const posting of decision.postings) await insertPosting(tx, stored, posting);
  await writeMemberCounters(tx, countersOf(decision, environmentId, atMs));
  return answer;
};

/** Loads the member's counts. Counts that members share (budgets, shared counters) are left out, in the monolith's favour. */
const earningInputsIn = async (
  tx: Transaction,
  member: MemberIdentity,
  snapshot: Snapshot,
): Promise<EarningInputs> =>
  earningInputsFrom({
    segmentIds: [],
    memberCounts: await readMemberCounters(
      tx,
      [member],
      countingCampaigns(snapshot).map((id) => ({ environmentId: member.environmentId, id })),
    ),
    sharedCounts: [],
    spentCampaignIds: [],
  });

const countersOf = (
  { counts, memberId }: EarnResult,
  environmentId: EnvironmentId,
  atMs: number,
): MemberCounterWrite[] =>
  counts.flatMap((change) =>
    change.kind === 'SHARED' ? [] : [{ ...change, environmentId, memberId, atMs }],
  );
