import { rewardRequested } from '@loyalty/rules';
import { retryFailedRewards, type RetriedReward } from '@loyalty/accounts';
import { randomId, systemClock } from '@loyalty/kernel';
import { unownedFactOutbox, type OutgoingMessage } from '@loyalty/messaging';
import { type Database, writeTransaction } from '@loyalty/storage';
import { factWriterOf } from '../fact-writer-of.ts';
import { requireEnvironment, type EnvironmentName } from '../find-environment.ts';
import type { CommandContext } from '../session.ts';

/** Locked and added to the outbox in one transaction, some 100 ms. */
const perTransaction = 500;

/** Requests codes again for all rewards that failed because a pool was empty, behind those of tills. Returns how many. */
export const retryFailed = async (
  task: CommandContext,
  db: Database,
  { environment, pool }: { readonly environment: EnvironmentName; readonly pool: string },
): Promise<number> => {
  const writer = await factWriterOf(task);
  const snapshot = await requireEnvironment(db, environment);
  const messagesOf = (reward: RetriedReward, atMs: number): OutgoingMessage =>
    writer.factOf(
      {
        id: randomId(),
        fact: rewardRequested(reward),
        snapshot,
        key: reward.memberKey.toString('base64url'),
        occurredAtMs: atMs,
        ledgerSeq: null,
      },
      'bulk',
    );
  let retried = 0;
  for (;;) {
    const taken = await writeTransaction(db, async (tx) => {
      const atMs = systemClock.now();
      const order = { provider: pool, reason: 'POOL_EMPTY', atMs, limit: perTransaction } as const;
      const rewards = await retryFailedRewards(tx, snapshot.environmentId, order);
      await unownedFactOutbox.add(
        tx,
        rewards.map((reward) => messagesOf(reward, atMs)),
      );
      return rewards.length;
    });
    retried += taken;
    if (taken < perTransaction) return retried;
  }
};
