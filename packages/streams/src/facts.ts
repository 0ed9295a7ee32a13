import {
  erasureCodec,
  type Fact,
  factCodec,
  headers as names,
  topics,
  type TypedFact,
} from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { SchemaId } from '@loyalty/kafka/registry';
import { type EnvironmentId, randomId, type TenantId } from '@loyalty/kernel';
import type { Lane } from './ports.ts';

/** Something that happened to one member, or to a campaign. */
export interface FactContent {
  readonly id: string;
  readonly fact: TypedFact;
  /** The fact's environment; a snapshot has this form. */
  readonly snapshot: { readonly environmentId: EnvironmentId; readonly tenantId: TenantId };
  /** The Kafka key, so that facts of one member, or of one campaign, stay in order within their lane. */
  readonly key: string;
  readonly occurredAtMs: number;
  readonly ledgerSeq: number | null;
}

export interface FactWriter {
  /** The lane is that of the work that the fact follows from. Default: interactive. */
  factOf(fact: FactContent, lane?: Lane): OutgoingMessage;
}

/** Creates a {@link FactWriter} of Avro; `factId` is the id of the fact schema in the registry. */
export const createFactWriter = (factId: SchemaId): FactWriter => ({
  factOf: ({ snapshot: { environmentId, tenantId }, occurredAtMs: occurredAt, ...fact }, lane) =>
    factMessage({ ...fact, environmentId, tenantId, occurredAt }, factId(), lane),
});

/** Something that happened, with its data as it goes into JSON. */
export interface FactToPublish extends Omit<Fact, 'type' | 'data'> {
  /** The Kafka key: facts of one member, or of one entity, stay in order within their lane. */
  readonly key: string;
  readonly fact: TypedFact;
}

/** The topic of the facts of each lane. Followers read the bulk one behind the other. */
const factTopics = { interactive: topics.facts, bulk: topics.factsBulk } as const;

/**
 * Returns a fact as a message; `schemaId` is the id of the fact schema in the registry, which is the same for
 * both topics. The lane is bulk where nobody waits for what follows from the fact: streamed receipts, bulk
 * evaluate, jobs.
 */
export const factMessage = (
  { key, fact: { type, data }, ...envelope }: FactToPublish,
  schemaId: number,
  lane: Lane = 'interactive',
): OutgoingMessage => ({
  topic: factTopics[lane],
  key: Buffer.from(key),
  value: factCodec.encode({ ...envelope, type, data: Buffer.from(JSON.stringify(data)) }, schemaId),
  // Readers that filter by type or environment need not decode the value.
  headers: { [names.factType]: type, [names.environment]: envelope.environmentId.toString() },
});

export interface ErasureToPublish {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  readonly memberId: string;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly erasedAt: Date;
}

export interface ErasureSchemaIds {
  readonly fact: number;
  readonly erasure: number;
}

/**
 * Returns the messages about an erasure: the fact `member.erased`, and the record that finds it again after a
 * restore.
 */
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
