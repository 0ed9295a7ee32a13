import { type Clock, isUuid } from '@loyalty/kernel';
import { type DatabaseShares, type Transaction, writeTransaction } from '@loyalty/storage';
import type { Publication } from '@loyalty/streams/outbox';
import { mergeMembers, type MergeResult } from '@loyalty/tables/members/management';
import { type ManagementCall, noteCall } from '../../audited-calls.ts';
import type { PublishWrites } from '../management-writes.ts';
import type { PublishMemberFact } from './enrol-member.ts';

interface MergePorts {
  readonly db: DatabaseShares;
  readonly clock: Pick<Clock, 'now'>;
  readonly publishWrites: PublishWrites;
  readonly publishFact: PublishMemberFact;
  /** Waits for Kafka a little, and not until it has the write. */
  readonly awaitPublication: (publication: Publication | null) => Promise<void>;
}

interface WantedMerge {
  readonly winnerId: string;
  readonly loserId: string;
  readonly reason: string;
  readonly isDryRun: boolean;
}

/** Merges a member into another one (D346). A dry run decides the same and writes nothing. */
export type MergeMembers = (
  caller: ManagementCall,
  wanted: WantedMerge,
) => Promise<MergeResult | { readonly outcome: 'same-member' }>;

/** Rolls a dry run back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly result: MergeResult;

  constructor(result: MergeResult) {
    super('a dry run');
    this.result = result;
  }
}

export const createMergeMembers =
  (ports: MergePorts): MergeMembers =>
  async (caller, wanted) => {
    const { winnerId, loserId, reason } = wanted;
    for (const memberId of [winnerId, loserId])
      if (!isUuid(memberId)) return { outcome: 'not-found', memberId };
    if (winnerId === loserId) return { outcome: 'same-member' };
    const { environmentId } = caller.credential;
    let publication: Publication | null = null;
    try {
      const result = await writeTransaction(ports.db.of(environmentId), async (tx) => {
        publication = null;
        const order = { environmentId, winnerId, loserId, reason, atMs: ports.clock.now() };
        const merged = await mergeMembers(tx, order);
        if (wanted.isDryRun) throw new RolledBack(merged);
        if (merged.outcome === 'merged') publication = await published(ports, tx, { caller, merged });
        return merged;
      });
      await ports.awaitPublication(publication);
      return result;
    } catch (failure) {
      if (failure instanceof RolledBack) return failure.result;
      throw failure;
    }
  };

interface MergeToPublish {
  readonly caller: ManagementCall;
  readonly merged: Extract<MergeResult, { outcome: 'merged' }>;
}

/** Partners get the fact as a webhook; `management.written` proves after a lost commit that it happened. */
const published = async (
  { publishWrites, publishFact }: MergePorts,
  tx: Transaction,
  { caller, merged }: MergeToPublish,
): Promise<Publication> => {
  const { credential } = caller;
  const { environmentId, tenantId } = credential;
  const { winner, loserId, pointsMoved: points, lifetimePointsMoved: lifetimePoints, pointsBalance } = merged;
  const { memberId } = winner.account;
  const data = { memberId, mergedMemberId: loserId, points, lifetimePoints, pointsBalance };
  const publication = await publishWrites(tx, [
    {
      actor: credential,
      kind: 'merge',
      entityId: loserId,
      action: 'created',
      body: { memberId, updatedAt: merged.updatedAt },
    },
  ]);
  await publishFact(
    tx,
    { environmentId, tenantId },
    { memberKey: winner.memberKey, fact: { type: 'member.merged', data }, ledgerSeq: merged.ledgerSeq },
  );
  // Names of fields alone: the reason may name somebody (D209).
  await noteCall(tx, caller, {
    objectId: memberId,
    changes: [{ pointer: '/memberId' }, { pointer: '/reason' }],
  });
  return publication;
};
