import type { Job } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type Clock, type EnvironmentId, invariant, randomId } from '@loyalty/kernel';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { FactWriter } from '@loyalty/streams/facts';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { jobAuthor } from '@loyalty/tables/authors';
import { readClosedEnvironments } from '@loyalty/tables/cells';
import {
  type ExpiredReward,
  expireDueRewards,
  readEnvironmentsWithDueRewards,
  readFirstDueRewards,
} from '@loyalty/tables/rewards';
import { readTenantIds } from '@loyalty/tables/tenants';

interface ExpireRewardsOptions {
  readonly db: Queryable;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
  readonly clock: Pick<Clock, 'now'>;
}

const author = jobAuthor('expire-rewards');

/** No position is needed: a marked reward is not found again. */
type ExpiryCursor = 'what is left';

/**
 * Creates the job that expires rewards; environments take turns (D60, D61). Rewards that a redeem has locked
 * wait for the next run; committed redeems stay. Callers see EXPIRED from the reward's expiry on, whether it
 * was marked or not.
 */
export const createExpireRewardsJob = ({
  db,
  writer,
  outbox,
  clock,
}: ExpireRewardsOptions): Job<Transaction, ExpiryCursor> => ({
  name: 'expire-rewards',
  schedule: { everyMs: 10_000 },
  destroysByTime: true,
  sizes: { min: 500, max: 500 },
  environments: createDueEnvironments(db, clock),
  // Else the rewards that a moved tenant has left behind would stand before all others for ever.
  includesMoved: true,
  chunk: async (tx, { environmentId, atMs, size }) => {
    const expired = await expireDueRewards(tx, { environmentId, atMs, limit: size, author });
    // Another cell publishes for tenants that have moved there.
    const isOurs = expired.length > 0 && !(await readClosedEnvironments(tx)).has(environmentId);
    if (isOurs) await outbox.add(tx, await loadFacts(tx, { writer, atMs }, expired));
    return { cursor: expired.length < size ? null : 'what is left', taken: expired.length };
  },
});

/** All environments are looked through no more often than this. */
const lookThroughMs = 60_000;

/**
 * Found by the rewards due longest. While some environments have more than that, others are found once a
 * minute.
 */
const createDueEnvironments = (
  db: Queryable,
  clock: Pick<Clock, 'now'>,
): (() => Promise<readonly EnvironmentId[]>) => {
  let through: readonly EnvironmentId[] = [];
  let throughAtMs = -Infinity;
  return async () => {
    const first = await readFirstDueRewards(db);
    if (first.isAll) return first.environmentIds;
    // After the clock was set back, at once.
    if (Math.abs(clock.now() - throughAtMs) >= lookThroughMs) {
      through = await readEnvironmentsWithDueRewards(db);
      throughAtMs = clock.now();
    }
    return [...new Set([...first.environmentIds, ...through])];
  };
};

/** The fact has the time of the run, so that present subscribers get it, however old the expiry is. */
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
