import { JobTimeShares } from '@loyalty/jobs';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, randomId, systemClock } from '@loyalty/kernel';
import { rewardRequested } from '@loyalty/rules/rewards';
import { type Database, writeTransaction } from '@loyalty/storage';
import { unownedFactOutbox } from '@loyalty/streams/outbox';
import { findCodeFault, type PoolId } from '@loyalty/tables/rewards';
import {
  addCodes,
  codesPerChunk,
  type RetriedReward,
  retryFailedRewards,
} from '@loyalty/tables/rewards/management';
import type { EnvironmentName } from '../arguments.ts';
import { requireEnvironment } from '../environments.ts';
import { importLines } from '../files/import-lines.ts';
import type { LineSource } from '../files/line-source.ts';
import type { ListFormat } from '../files/list-faults.ts';
import type { Listed } from '../files/list-reader.ts';
import type { Reject } from '../files/rejects-file.ts';
import { authorOfOperator, factWriterOf } from '../published-writes.ts';
import type { CommandContext } from '../session.ts';

interface CodesPlan {
  readonly source: LineSource;
  readonly name: string;
  readonly form: ListFormat;
  readonly rejectsPath: string;
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
}

export interface CodesReport {
  readonly source: string;
  readonly read: number;
  readonly added: number;
  /** The codes that the file repeats, that a pool of the environment has, or that were given before. */
  readonly duplicates: number;
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly furtherColumns: number;
  readonly seconds: number;
  readonly readPerSecond: number;
  readonly nextLine: number | null;
  readonly unfinished: string | null;
}

/** Jobs for which somebody waits have the same burst: a small file is imported without a pause. */
const burstMs = 2_000;

/**
 * Imports codes. After 2 s it works for only a fifth of the time, so that rewards get their codes meanwhile
 * (D118).
 */
export const importCodes = async (
  { terminal }: Pick<CommandContext, 'terminal'>,
  db: Database,
  { source, name, form, rejectsPath, environmentId, poolId }: CodesPlan,
): Promise<CodesReport> => {
  const duty = new JobTimeShares({ clock: systemClock, burstMs });
  const counts = { added: 0, duplicates: 0 };
  const { read, ...report } = await importLines({
    terminal,
    source,
    form,
    rejectsPath,
    chunkSize: codesPerChunk,
    repeatable: 'no code is added twice',
    store: async (lines) => {
      await systemClock.sleep(duty.waitMsOf(environmentId));
      const beganMs = systemClock.now();
      const judged = lines.map(codeIn);
      const done = await addCodes(
        db,
        poolId,
        judged.flatMap((one) => (typeof one === 'string' ? one : [])),
      );
      duty.worked(environmentId, systemClock.now() - beganMs);
      counts.added += done.added;
      counts.duplicates += done.duplicates;
      return judged.flatMap((one) => (typeof one === 'string' ? [] : one));
    },
  });
  return { source: name, read, ...counts, ...report };
};

const codeIn = ({ line, value, text }: Listed): string | Reject => {
  const message = findCodeFault(value);
  return message === null ? value : { line, errors: [{ pointer: '', message }], text };
};

/** Locked and added to the outbox in one transaction, some 100 ms. */
const perTransaction = 500;

/** Retries rewards that failed because a pool was empty, after the rewards of tills. */
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
  const author = authorOfOperator(task);
  let retried = 0;
  for (;;) {
    const taken = await writeTransaction(db, async (tx) => {
      const atMs = systemClock.now();
      const order = { provider: pool, reason: 'POOL_EMPTY', atMs, author, limit: perTransaction } as const;
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
