import type { KeptErasure } from '@loyalty/accounts';
import { erasureCodec, schemaIdOf, topics } from '@loyalty/contracts';
import type { MemberId } from '@loyalty/kernel';
import { environmentInHeader, readLog, type InboundRecord, type Kafka } from '@loyalty/messaging';

export interface ReadErasuresOptions {
  /** Milliseconds since the epoch. Default: from the start of the topic. */
  readonly sinceMs?: number;
  /** Its abort makes the reading throw. */
  readonly signal?: AbortSignal;
}

/** Reads the topic of erasures up to its present end. Returns the newest erasure of each member. Fails as {@link readLog} does. */
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
