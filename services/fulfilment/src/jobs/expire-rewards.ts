import { areRewardsDue, expireDueRewards, type ExpiredReward } from '@loyalty/accounts';
import { invariant, randomId } from '@loyalty/kernel';
import type { FactOutbox, FactWriter, OutgoingMessage } from '@loyalty/messaging';
import { readClosedEnvironments, readTenantIds } from '@loyalty/configuration';
import type { Queryable, Transaction } from '@loyalty/storage';
import { wholeDatabase, type Job } from '@loyalty/jobs';

export interface ExpireRewardsOptions {
  readonly db: Queryable;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
}

/** Where the next chunk begins is what is left: a reward that was marked is not found again. */
type Cursor = 'what is left';

/**
 * Marks rewards whose time is over as EXPIRED, and tells of each, every 10 s (D60, D61). It waits for no redeem, and none that has
 * committed is undone; a reward that it passes over is met by the next run. Callers are shown EXPIRED at once, marked or not.
 */
export const createExpireRewardsJob = ({
  db,
  writer,
  outbox,
}: ExpireRewardsOptions): Job<Transaction, Cursor> => ({
  name: 'expire-rewards',
  schedule: { everyMs: 10_000 },
  sizes: { min: 500, max: 500 },
  environments: async () => ((await areRewardsDue(db)) ? [wholeDatabase] : []),
  chunk: async (tx, { atMs, size }) => {
    const closed = await readClosedEnvironments(tx);
    const except = [...closed].flatMap(([id, how]) => (how === 'MOVING' ? [id] : []));
    const expired = await expireDueRewards(tx, { atMs, limit: size, except });
    // Of tenants that are gone another cell tells.
    const told = expired.filter(({ environmentId }) => !closed.has(environmentId));
    if (told.length > 0) await outbox.add(tx, await loadFacts(tx, { writer, atMs }, told));
    return { cursor: expired.length < size ? null : 'what is left', taken: expired.length };
  },
});

/**
 * One `reward.expired` for each, dated by the run that marks it: whoever listens then is told, whatever time a provider set. Its data
 * says when the reward's time was over.
 */
const loadFacts = async (
  tx: Transaction,
  { writer, atMs }: Pick<ExpireRewardsOptions, 'writer'> & { readonly atMs: number },
  expired: readonly ExpiredReward[],
): Promise<OutgoingMessage[]> => {
  const tenants = await readTenantIds(
    tx,
    expired.map(({ environmentId }) => environmentId),
  );
  return expired.map(({ environmentId, rewardId, memberId, memberKey, expiredAt }) => {
    const tenantId = tenants.get(environmentId);
    invariant(tenantId !== undefined, 'a reward belongs to an environment');
    const data = { rewardId, memberId, expiredAt: expiredAt.toISOString() };
    return writer.factOf({
      id: randomId(),
      fact: { type: 'reward.expired', data },
      snapshot: { environmentId, tenantId },
      key: memberKey.toString('base64url'),
      occurredAtMs: atMs,
      ledgerSeq: null,
    });
  });
};
