import { erasureCodec, schemaIdOf, topics } from '@loyalty/contracts';
import type { InboundRecord, Kafka } from '@loyalty/kafka';
import { readLog } from '@loyalty/kafka/read-log';
import type { MemberId } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';
import { environmentInHeader } from '@loyalty/streams';
import { type KeptErasure, reapplyErasure } from '@loyalty/tables/erasure';
import { type EpochStep, lostSinceMs } from './history-part.ts';

/**
 * Erases again the members whose erasures were lost. The topic has all erasures, because ingress responds to
 * an erasure only after publishing it.
 */
export const reapplyErasures = (kafka: Kafka, db: Database): EpochStep => ({
  name: 'erasures',
  run: async (epoch, signal) => {
    for (const erasure of await readErasures(kafka, { sinceMs: lostSinceMs(epoch), signal })) {
      signal.throwIfAborted();
      await writeTransaction(db, (tx) => reapplyErasure(tx, erasure));
    }
  },
});

interface ReadErasuresOptions {
  /** Milliseconds since the epoch. Default: from the start of the topic. */
  readonly sinceMs?: number;
  /** The reading throws when this signal is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Reads the erasures up to the present end, and keeps the newest one of each member. Fails as {@link readLog}
 * does.
 */
export const readErasures = async (
  kafka: Kafka,
  options: ReadErasuresOptions = {},
): Promise<readonly KeptErasure[]> => {
  const kept = new Map<string, KeptErasure>();
  await readLog(kafka, {
    ...options,
    topic: topics.erasures,
    onRecord: (record) => {
      const erasure = erasureIn(record);
      // Keys of members are derived with the secret of their environment, so no two environments share one.
      if (erasure !== null) kept.set(erasure.memberKey.toString('hex'), erasure);
    },
  });
  return [...kept.values()];
};

/** A zero and the schema's id precede the payload. */
const wireHeadBytes = 5;

const erasureIn = (record: InboundRecord): KeptErasure | null => {
  const { key, value } = record;
  const environmentId = environmentInHeader(record);
  if (key === null || value === null || environmentId === null || schemaIdOf(value) === null) return null;
  const { memberId, erasedAt } = erasureCodec.decode(value.subarray(wireHeadBytes));
  const memberKey = Buffer.from(key.toString(), 'base64url');
  return { environmentId, memberId: memberId as MemberId, memberKey, erasedAtMs: erasedAt };
};
