import {
  readMemberCounters,
  writeMemberCounters,
  type MemberCounterWrite,
  type MemberIdentity,
} from '@loyalty/accounts';
import { evaluateRequestCodec, fingerprintOf } from '@loyalty/contracts';
import { derivedIds, drawOf, memberKeyOf, type EnvironmentId } from '@loyalty/kernel';
import { readConfigVersions, type KeyRecord, type Snapshots } from '@loyalty/programme';
import {
  applyEarnResult,
  decideEvaluate,
  earningInputsFrom,
  toEvaluateAnswer,
  type EarnResult,
  type EvaluateRequest,
  type Snapshot,
  type EarningInputs,
} from '@loyalty/rules';
import type { Database, Transaction } from '@loyalty/storage';
import {
  enrol,
  insertOutbox,
  insertPosting,
  insertTransaction,
  lockMember,
  readAnswer,
  updateMember,
  type Stored,
} from './statements.ts';

export interface EvaluateOutcome {
  readonly refused: string | null;
  readonly answer: Buffer;
  readonly isReplayed: boolean;
  readonly isMismatched: boolean;
}

export type Evaluate = (key: KeyRecord, request: EvaluateRequest) => Promise<EvaluateOutcome>;

/** Somebody else stored this reference, or enrolled this member, first. */
class Taken extends Error {}

const triesMax = 5;

/**
 * Evaluates a receipt in a transaction of its own: lock the member, see that the configuration is the one held, decide,
 * store. The unique reference is the judge of what is new, so that a new receipt costs no look-up beforehand.
 */
export const createEvaluate = (db: Database, snapshots: Snapshots): Evaluate => {
  const attempt = async (
    key: KeyRecord,
    request: EvaluateRequest,
    tries: number,
  ): Promise<EvaluateOutcome> => {
    const fingerprint = fingerprintOf(evaluateRequestCodec.encode(request, 1));
    try {
      return await db.transaction((tx) => evaluateIn({ tx, snapshots, key, fingerprint }, request));
    } catch (failure) {
      if (!(failure instanceof Taken) || tries >= triesMax) throw failure;
    }
    const stored = await readAnswer(db, key.environmentId, request.transactionRef);
    return stored === null ? attempt(key, request, tries + 1) : replayed(stored, fingerprint);
  };
  return (key, request) => attempt(key, request, 1);
};

interface RequestContext {
  readonly tx: Transaction;
  readonly snapshots: Snapshots;
  readonly key: KeyRecord;
  readonly fingerprint: Buffer;
}

const evaluateIn = async (context: RequestContext, request: EvaluateRequest): Promise<EvaluateOutcome> => {
  const { tx, key, fingerprint } = context;
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
      inputs: await earningInputsIn(tx, { environmentId, memberKey }),
      nowMs: atMs,
      newId,
      draw: (campaignId) => drawOf(snapshot.secret, campaignId, request.transactionRef),
    },
    request,
  );
  if (decision.outcome === 'refused') return { ...nothing, refused: decision.code };
  const after = applyEarnResult(account, decision);
  const answer = Buffer.from(JSON.stringify(toEvaluateAnswer(decision)));
  const stored = { environmentId, decision, fingerprint, answer, atMs };
  if (!(await insertTransaction(tx, stored))) throw new Taken();
  const member = { environmentId, memberKey, externalRef: request.memberRef, account: after, atMs };
  if (account !== null) await updateMember(tx, member);
  else if (!(await enrol(tx, member))) throw new Taken();
  for (const posting of decision.postings) await insertPosting(tx, { ...stored, posting });
  await writeMemberCounters(tx, countersOf(decision, environmentId, atMs));
  await insertOutbox(tx, factsOf(decision, snapshot));
  return { ...nothing, answer };
};

/** What the member has counted; what members share (budgets, shared counts) is left out, to its advantage. */
const earningInputsIn = async (tx: Transaction, member: MemberIdentity): Promise<EarningInputs> =>
  earningInputsFrom({
    segmentIds: [],
    memberCounts: await readMemberCounters(tx, [member]),
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

const nothing: EvaluateOutcome = {
  refused: null,
  answer: Buffer.alloc(0),
  isReplayed: false,
  isMismatched: false,
};

const snapshotOf = async ({ tx, snapshots, key: { environmentId } }: RequestContext): Promise<Snapshot> => {
  const version = (await readConfigVersions(tx, [environmentId])).get(environmentId) ?? 0;
  const snapshot = await snapshots.get(environmentId, version);
  if (snapshot === null) throw new Error(`there is no environment ${environmentId.toString()}`);
  return snapshot;
};

const factsOf = (decision: { readonly transactionId: string }, snapshot: Snapshot): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'transaction.processed',
      tenantId: snapshot.tenantId,
      data: { ...decision, postings: undefined },
    }),
  );

const replayed = (stored: Stored, fingerprint: Buffer): EvaluateOutcome => ({
  refused: null,
  answer: stored.answer,
  isReplayed: true,
  isMismatched: !stored.fingerprint.equals(fingerprint),
});
