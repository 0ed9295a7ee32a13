import { type Scope, adjustedFactOf, type PointsAdjusted } from '@loyalty/accounts';
import type { TypedFact } from '@loyalty/contracts';
import { randomId, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { factMessage, type FactOutbox, type PublishingOutbox, type SchemaId } from '@loyalty/messaging';
import type { SuspendedCampaign } from '@loyalty/configuration';
import { budgetAlert, budgetSuspended } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { PublishWrite } from './managed-database.ts';

/** The effect of a management call on one entity. */
export interface ManagementFact {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  /** The Kafka key. */
  readonly entityId: string;
  readonly fact: TypedFact;
  /** The number of the ledger entry of a member's fact. Default: none. */
  readonly ledgerSeq?: number;
}

/** Publishes a fact in the transaction that makes it true. */
export type PublishFact = (tx: Transaction, fact: ManagementFact) => Promise<void>;

/**
 * Creates the publication of facts of management calls through the outbox; `schemaId` is the id of the fact schema in the
 * registry.
 */
export const createManagementFacts =
  (outbox: FactOutbox, schemaId: SchemaId, clock: Pick<Clock, 'now'>): PublishFact =>
  (tx, { entityId: key, ledgerSeq = null, ...content }) => {
    const message = { ...content, key, id: randomId(), occurredAt: clock.now(), ledgerSeq };
    return outbox.add(tx, [factMessage(message, schemaId())]);
  };

/** The body of a larger record is not published; readers get its name alone. In bytes of JSON. */
const bodyBytesMax = 262_144;

/** Creates the publication of a management call's write through the outbox, for callers that wait for Kafka's acknowledgement. */
export const createPublishWrite =
  (outbox: PublishingOutbox, schemaId: SchemaId, clock: Pick<Clock, 'now'>): PublishWrite =>
  (tx, { actor: { kind, id, environmentId, tenantId }, body, ...written }) => {
    const actor = kind === 'key' ? `key:${id}` : 'token';
    const fits = Buffer.byteLength(JSON.stringify(body)) <= bodyBytesMax;
    const data = { actor, ...written, body: fits ? body : null };
    const fact = { type: 'management.written', data } as const;
    const envelope = { environmentId, tenantId, key: written.entityId, id: randomId(), ledgerSeq: null };
    return outbox.publish(tx, [factMessage({ ...envelope, fact, occurredAt: clock.now() }, schemaId())]);
  };

/** Returns a fact of one member; `memberKey` has 16 bytes. */
export const memberFactOf = (
  { environmentId, tenantId }: Scope,
  memberKey: Buffer,
  fact: TypedFact,
): ManagementFact => ({ environmentId, tenantId, entityId: memberKey.toString('base64url'), fact });

/**
 * Returns the facts of a campaign that a change of its budget has paused: the alert, unless it was sent before, then the
 * suspension (D31, D81).
 */
export const suspensionFactsOf = (
  environmentId: EnvironmentId,
  { campaign, alerts, pointValueCents }: SuspendedCampaign,
): readonly ManagementFact[] => {
  const { id: entityId, tenantId } = campaign;
  const snapshot = { pointValueCents };
  const facts = [
    ...(alerts ? [budgetAlert(campaign, campaign, snapshot)] : []),
    budgetSuspended(campaign, snapshot),
  ];
  return facts.map((fact) => ({ environmentId, tenantId, entityId, fact }));
};

/** Returns `points.adjusted`, on the partition of the member's other facts. */
export const adjustmentFactOf = (adjusted: PointsAdjusted): ManagementFact => ({
  ...memberFactOf(adjusted.scope, adjusted.member.memberKey, adjustedFactOf(adjusted)),
  ledgerSeq: adjusted.ledgerSeq,
});
