import type { WebhookDataByType, WebhookEventType } from '@loyalty/contracts';
import type { Mode } from '@loyalty/rules';

/** The contents of a body, without the id of the delivery. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly tenantId: string;
  readonly mode: Mode;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** The id of the event with a different result that was published in a lost history. */
  readonly corrects?: string | undefined;
  readonly data: WebhookDataByType[WebhookEventType];
}

/** A body that all deliveries of an event share, with blanks in place of the delivery's id. */
export interface SharedBody {
  readonly body: Buffer;
  /** The byte offset of the blanks. */
  readonly deliveryIdAt: number;
}

const blanks = ' '.repeat(36);
const beforeId = '"deliveryId":"';

/** Builds the body once. The bytes of a delivery follow from stored data, so they are the same in every attempt (D68). */
export const sharedBodyOf = ({
  id,
  type,
  tenantId,
  mode,
  createdAtMs,
  corrects,
  data,
}: WebhookMessage): SharedBody => {
  const createdAt = new Date(createdAtMs).toISOString();
  const text = JSON.stringify({
    id,
    event: type,
    tenantId,
    mode,
    createdAt,
    deliveryId: blanks,
    timestamp: createdAt,
    // Undefined is left out of the JSON.
    corrects,
    data,
  });
  // Everything before it is ASCII, so its offset in bytes is its offset in the text.
  return { body: Buffer.from(text), deliveryIdAt: text.indexOf(beforeId) + beforeId.length };
};

/** Returns the body of one delivery. */
export const bodyOf = ({ body, deliveryIdAt }: SharedBody, deliveryId: string): Buffer => {
  const own = Buffer.from(body);
  own.write(deliveryId, deliveryIdAt, 'latin1');
  return own;
};
