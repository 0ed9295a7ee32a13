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

export interface FactContent {
  readonly id: string;
  readonly fact: TypedFact;
  readonly snapshot: { readonly environmentId: EnvironmentId; readonly tenantId: TenantId };
  /** The Kafka key: facts of one key stay in order within their lane. */
  readonly key: string;
  readonly occurredAtMs: number;
  readonly ledgerSeq: number | null;
  /** The place of the streamed receipt whose outcome it is, where there is a stream out; absent elsewhere (D352). */
  readonly source?: string;
}

export interface FactWriter {
  /**
   * Creates the message of a fact. `lane` is that of the work from which the fact follows. Default:
   * interactive.
   */
  factOf(fact: FactContent, lane?: Lane): OutgoingMessage;
}

/** Creates a writer of facts. `factId` is the id of the fact schema in the registry. */
export const createFactWriter = (factId: SchemaId): FactWriter => ({
  factOf: (
    { id, fact, snapshot: { environmentId, tenantId }, key, occurredAtMs: occurredAt, ledgerSeq, source },
    lane,
  ) => factMessage({ id, fact, environmentId, tenantId, key, occurredAt, ledgerSeq, source }, factId(), lane),
});

export interface FactToPublish extends Omit<Fact, 'type' | 'data'> {
  /** The Kafka key: facts of one key stay in order within their lane. */
  readonly key: string;
  readonly fact: TypedFact;
  readonly source?: string | undefined;
}

/** Followers read the bulk one after the other. */
const factTopics = { interactive: topics.facts, bulk: topics.factsBulk } as const;

/**
 * Creates the message of a fact. It is in the bulk lane if nobody waits for what follows: streamed receipts,
 * bulk evaluate, jobs. Both topics have one `schemaId`.
 */
export const factMessage = (
  {
    key,
    fact: { type, data: content },
    id,
    environmentId,
    tenantId,
    occurredAt,
    ledgerSeq,
    source,
  }: FactToPublish,
  schemaId: number,
  lane: Lane = 'interactive',
): OutgoingMessage => {
  const data = Buffer.from(JSON.stringify(content));
  const environment = environmentId.toString();
  return {
    topic: factTopics[lane],
    key: Buffer.from(key),
    // Field by field: a spread costs a tenth of it.
    value: factCodec.encode({ id, type, environmentId, tenantId, occurredAt, ledgerSeq, data }, schemaId),
    // Readers that filter by type or environment need not decode the value.
    headers:
      source === undefined
        ? { [names.factType]: type, [names.environment]: environment }
        : { [names.factType]: type, [names.environment]: environment, [names.source]: source },
  };
};

interface ErasedRow {
  readonly memberId: string;
  /** The key of 16 bytes of the member or reference. */
  readonly memberKey: Buffer;
  readonly erasedAt: Date;
}

export interface ErasureToPublish extends ErasedRow {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  /** The member's further references. The fact is about the member alone. */
  readonly references?: readonly ErasedRow[];
}

export interface ErasureSchemaIds {
  readonly fact: number;
  readonly erasure: number;
}

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
  return [factMessage({ ...envelope, key, fact }, schemas.fact), ...erasureRecords(erasure, schemas.erasure)];
};

/**
 * Creates the records of an erasure: one for the member, and one for each of their references, by its own key.
 * They may be published again, because the topic keeps the newest record of each key.
 */
export const erasureRecords = (
  { environmentId, references = [], memberId, memberKey, erasedAt }: ErasureToPublish,
  schemaId: number,
): OutgoingMessage[] =>
  [{ memberId, memberKey, erasedAt }, ...references].map((row) => recordOf(environmentId, row, schemaId));

const recordOf = (
  environmentId: EnvironmentId,
  { memberId, memberKey, erasedAt }: ErasedRow,
  schemaId: number,
): OutgoingMessage => ({
  topic: topics.erasures,
  key: Buffer.from(memberKey.toString('base64url')),
  value: erasureCodec.encode({ memberId, erasedAt: erasedAt.getTime() }, schemaId),
  headers: { [names.environment]: environmentId.toString() },
});
