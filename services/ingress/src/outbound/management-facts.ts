import { type Scope, adjustedFactOf, type PointsAdjusted } from '@loyalty/accounts';
import type { TypedFact } from '@loyalty/contracts';
import { randomId, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { factMessage, type FactOutbox, type PublishingOutbox } from '@loyalty/messaging';
import type { SuspendedCampaign } from '@loyalty/configuration';
import { budgetAlert, budgetSuspended } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { PublishWrite } from './managed-database.ts';

/** Something that a management call has done to one entity. */
export interface ManagementFact {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  /** The Kafka key. */
  readonly entityId: string;
  readonly fact: TypedFact;
  /** Of a member's fact that tells of an entry: its number. Default: none. */
  readonly ledgerSeq?: number;
}

/** Tells of it in the transaction that makes it true. */
export type PublishFact = (tx: Transaction, fact: ManagementFact) => Promise<void>;

/** Facts of management calls, by way of the outbox; `schemaId` is that of the fact schema in the registry. */
export const createManagementFacts =
  (outbox: FactOutbox, schemaId: number, clock: Pick<Clock, 'now'>): PublishFact =>
  (tx, { entityId: key, ledgerSeq = null, ...content }) => {
    const message = { ...content, key, id: randomId(), occurredAt: clock.now(), ledgerSeq };
    return outbox.add(tx, [factMessage(message, schemaId)]);
  };

/** A larger record is not told: whoever lists it names it alone. In bytes of JSON. */
const bodyBytesMax = 262_144;

/** What a management call has written, by way of the outbox, for whoever waits until Kafka has it. */
export const createPublishWrite =
  (outbox: PublishingOutbox, schemaId: number, clock: Pick<Clock, 'now'>): PublishWrite =>
  (tx, { actor: { kind, id, environmentId, tenantId }, body, ...written }) => {
    const actor = kind === 'key' ? `key:${id}` : 'token';
    const isTold = Buffer.byteLength(JSON.stringify(body)) <= bodyBytesMax;
    const data = { actor, ...written, body: isTold ? body : null };
    const fact = { type: 'management.written', data } as const;
    const envelope = { environmentId, tenantId, key: written.entityId, id: randomId(), ledgerSeq: null };
    return outbox.publish(tx, [factMessage({ ...envelope, fact, occurredAt: clock.now() }, schemaId)]);
  };

/** A fact of one member; `memberKey` has 16 bytes. */
export const memberFactOf = (
  { environmentId, tenantId }: Scope,
  memberKey: Buffer,
  fact: TypedFact,
): ManagementFact => ({ environmentId, tenantId, entityId: memberKey.toString('base64url'), fact });

/** Of a campaign that a change of its budget has paused: the alert, unless it has gone out, then the suspension (D31, D81). */
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

/** `points.adjusted`, on the partition of the member's other facts. */
export const adjustmentFactOf = (adjusted: PointsAdjusted): ManagementFact => ({
  ...memberFactOf(adjusted.scope, adjusted.member.memberKey, adjustedFactOf(adjusted)),
  ledgerSeq: adjusted.ledgerSeq,
});
