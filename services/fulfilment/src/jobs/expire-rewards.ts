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

/** The cursor needs no position: a marked reward is not found again. */
type Cursor = 'what is left';

/**
 * Marks expired rewards as EXPIRED every 10 s, and publishes each (D60, D61). It skips rewards that a redeem has locked, until the next
 * run; committed redeems stay. Callers see EXPIRED from the reward's time on, marked or not.
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
    // Another cell publishes for tenants that have moved there.
    const published = expired.filter(({ environmentId }) => !closed.has(environmentId));
    if (published.length > 0) await outbox.add(tx, await loadFacts(tx, { writer, atMs }, published));
    return { cursor: expired.length < size ? null : 'what is left', taken: expired.length };
  },
});

/**
 * Creates one `reward.expired` for each reward. Its time is that of the run, so that present subscribers get it, however old the expiry
 * is. Its data has the time of the expiry. It is in the bulk lane, because no till waits for a run.
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
    const content = {
      id: randomId(),
      fact: { type: 'reward.expired', data },
      snapshot: { environmentId, tenantId },
      key: memberKey.toString('base64url'),
      occurredAtMs: atMs,
      ledgerSeq: null,
    } as const;
    return writer.factOf(content, 'bulk');
  });
};
