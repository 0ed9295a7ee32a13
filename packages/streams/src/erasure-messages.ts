import { erasureCodec, headers as names, topics } from '@loyalty/contracts';
import { randomId, type EnvironmentId } from '@loyalty/kernel';
import type { OutgoingMessage } from '../ports/broker.ts';
import { factMessage } from './fact-message.ts';

/** A member who was erased. */
export interface ErasureToPublish {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  readonly memberId: string;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly erasedAt: Date;
}

/** Ids of the schemas of facts and of erasures in the registry. */
export interface ErasureSchemaIds {
  readonly fact: number;
  readonly erasure: number;
}

/** Returns the messages about an erasure: the fact `member.erased`, and the record that finds it again after a restore. */
export const erasureMessages = (
  erasure: ErasureToPublish,
  schemas: ErasureSchemaIds,
): readonly OutgoingMessage[] => {
  const { environmentId, tenantId, memberId, memberKey, erasedAt } = erasure;
  const fact = { type: 'member.erased', data: { memberId } } as const;
  const envelope = {
    environmentId,
    tenantId,
    id: randomId(),
    occurredAt: erasedAt.getTime(),
    ledgerSeq: null,
  };
  const key = memberKey.toString('base64url');
  return [factMessage({ ...envelope, key, fact }, schemas.fact), erasureRecord(erasure, schemas.erasure)];
};

/** Returns the record alone. It may be published again: the topic keeps the newest of each member. */
export const erasureRecord = (
  { environmentId, memberId, memberKey, erasedAt }: ErasureToPublish,
  schemaId: number,
): OutgoingMessage => ({
  topic: topics.erasures,
  key: Buffer.from(memberKey.toString('base64url')),
  value: erasureCodec.encode({ memberId, erasedAt: erasedAt.getTime() }, schemaId),
  headers: { [names.environment]: environmentId.toString() },
});
