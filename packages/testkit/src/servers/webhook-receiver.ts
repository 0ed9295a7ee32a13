import type { ServerResponse } from 'node:http';
import { webhookValidatorFor } from '@loyalty/contracts/documents';
import type { WebhookEventType } from '@loyalty/contracts/webhooks';
import {
  createSigningSecret,
  type SigningSecret,
  verifyLoyaltySignature,
  verifyStandardWebhook,
} from '@loyalty/egress/signatures';
import { startTestServer, type TestRequest, type TestServer, wholeRequests } from './test-server.ts';

export interface ReceivedDelivery extends TestRequest {
  /** The time when its body was complete, by `performance.now()`. */
  readonly atMs: number;
  readonly event: {
    readonly id: string;
    readonly event: WebhookEventType;
    readonly tenantId: string;
    readonly deliveryId: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
  /** The breaches of the contract: in signatures, headers, or the schema of the event. */
  readonly faults: readonly string[];
}

/** The options of a webhook receiver. */
export interface WebhookReceiverOptions {
  /** The secret that tenants register for it. */
  readonly secret: string;
  /** Called for each delivery. It must send the response; without one the sender waits in vain. */
  readonly receive: (delivery: ReceivedDelivery, response: ServerResponse) => void;
}

/** Starts a partner's endpoint that checks the signatures and the schema of every delivery, at any path. */
export const startWebhookReceiver = ({ secret, receive }: WebhookReceiverOptions): Promise<TestServer> => {
  const signing = createSigningSecret(secret);
  return startTestServer(
    wholeRequests((request, response) => {
      const event = JSON.parse(request.body.toString()) as ReceivedDelivery['event'];
      const { path, headers, body } = request;
      const faults = faultsOf(signing, request, event);
      receive({ path, headers, body, event, atMs: performance.now(), faults }, response);
    }),
  );
};

const faultsOf = (
  secret: SigningSecret,
  { headers, body }: TestRequest,
  event: ReceivedDelivery['event'],
): readonly string[] => {
  const textOf = (name: string): string => headers[name]?.toString() ?? '';
  const standard = {
    id: textOf('webhook-id'),
    timestamp: textOf('webhook-timestamp'),
    signature: textOf('webhook-signature'),
  };
  const nowSeconds = Date.now() / 1_000;
  const judged = webhookValidatorFor(event.event)(event);
  return [
    ...(verifyLoyaltySignature(secret, body, textOf('x-loyalty-signature')) ? [] : ['X-Loyalty-Signature']),
    ...(verifyStandardWebhook(secret, standard, { body, nowSeconds }) ? [] : ['webhook-signature']),
    ...(standard.id === event.id && textOf('x-loyalty-delivery') === event.deliveryId ? [] : ['ids']),
    ...(textOf('x-loyalty-event') === event.event ? [] : ['X-Loyalty-Event']),
    ...(judged.ok ? [] : [`${event.event}: ${JSON.stringify(judged.errors)}`]),
  ];
};
