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

/** What is told of an erasure: the fact `member.erased`, and the record by which it is found again after a restore. */
export const erasureMessages = (erasure: ErasureToPublish, schemas: ErasureSchemaIds): OutgoingMessage[] => {
  const { environmentId, tenantId, memberId, memberKey } = erasure;
  const key = memberKey.toString('base64url');
  const erasedAt = erasure.erasedAt.getTime();
  const fact = { type: 'member.erased', data: { memberId } } as const;
  const envelope = { environmentId, tenantId, id: randomId(), occurredAt: erasedAt, ledgerSeq: null };
  return [
    factMessage({ ...envelope, key, fact }, schemas.fact),
    {
      topic: topics.erasures,
      key: Buffer.from(key),
      value: erasureCodec.encode({ memberId, erasedAt }, schemas.erasure),
      headers: { [names.environment]: environmentId.toString() },
    },
  ];
};
