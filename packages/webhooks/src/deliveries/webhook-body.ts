import type { WebhookDataByType, WebhookEventType } from '@loyalty/contracts';
import type { Mode } from '@loyalty/rules';

/** What a body says, but for the id of the delivery. */
export interface WebhookMessage {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly tenantId: string;
  readonly mode: Mode;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** The id of the event that told another result, in a history that is lost. */
  readonly corrects?: string | undefined;
  readonly data: WebhookDataByType[WebhookEventType];
}

/** A body that all deliveries of an event share, with blanks where the id of the delivery is written. */
export interface SharedBody {
  readonly body: Buffer;
  /** The byte at which the blanks begin. */
  readonly deliveryIdAt: number;
}

const blanks = ' '.repeat(36);
const beforeId = '"deliveryId":"';

/** Made once: the bytes of a delivery follow from what is stored, so they are the same in every attempt (D68). */
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
    // Absent in JSON where there is none.
    corrects,
    data,
  });
  // All that stands before it is ASCII: its place in bytes is that in the text.
  return { body: Buffer.from(text), deliveryIdAt: text.indexOf(beforeId) + beforeId.length };
};

/** The body of one delivery. */
export const bodyOf = ({ body, deliveryIdAt }: SharedBody, deliveryId: string): Buffer => {
  const own = Buffer.from(body);
  own.write(deliveryId, deliveryIdAt, 'latin1');
  return own;
};
