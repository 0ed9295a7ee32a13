import type { TypedFact } from '@loyalty/contracts';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { OutgoingMessage } from '../ports/broker.ts';
import type { Lane } from '../ports/handler.ts';
import type { SchemaId } from '../registry/schema-ids.ts';
import { factMessage } from './fact-message.ts';

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

/** Turns facts into messages. */
export interface FactWriter {
  /** The lane is that of the work that the fact follows from. Default: interactive. */
  factOf(fact: FactContent, lane?: Lane): OutgoingMessage;
}

/** Creates a {@link FactWriter} of Avro; `factId` is the id of the fact schema in the registry. */
export const createFactWriter = (factId: SchemaId): FactWriter => ({
  factOf: ({ snapshot: { environmentId, tenantId }, occurredAtMs: occurredAt, ...fact }, lane) =>
    factMessage({ ...fact, environmentId, tenantId, occurredAt }, factId(), lane),
});
