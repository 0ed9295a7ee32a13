import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookValidatorFor, type WebhookEventType } from '@loyalty/contracts';
import {
  createSigningSecret,
  verifyLoyaltySignature,
  verifyStandardWebhook,
  type SigningSecret,
} from '@loyalty/egress';
import { setLiveSettings, type TestTenant } from './tenant.ts';

/** One received delivery. */
export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The time when its body was complete, by `performance.now()`. */
  readonly atMs: number;
  readonly event: {
    readonly id: string;
    readonly event: WebhookEventType;
    readonly deliveryId: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** A partner's endpoint that checks the signatures and schema of every delivery. */
export interface WebhookReceiver {
  readonly webhookId: string;
  readonly url: string;
  readonly received: ReceivedDelivery[];
  /** Faults found in deliveries. */
  readonly faults: string[];
  /** The status of its responses from now on; null: it never responds. */
  status: number | null;
  /** True: its responses contain the request's body. */
  isEcho: boolean;
  close(): void;
}

const webhookSecret = 'a secret of the partner';

/** Starts a receiver and registers it with a tenant. */
export const openWebhookReceiver = async (
  tenant: TestTenant,
  events: readonly string[] = ['*'],
  mode: 'live' | 'test' = 'live',
): Promise<WebhookReceiver> => {
  const received: ReceivedDelivery[] = [];
  const faults: string[] = [];
  const secret = createSigningSecret(webhookSecret);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const event = JSON.parse(body.toString()) as ReceivedDelivery['event'];
      const delivery = { headers: request.headers, body, event, atMs: performance.now() };
      faults.push(...faultsOf(secret, delivery));
      received.push(delivery);
      if (receiver.status !== null)
        response
          .writeHead(receiver.status)
          .end(receiver.isEcho ? body : `said ${receiver.status.toString()}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/in`;
  if (mode === 'live') await setLiveSettings(tenant, { webhooksOverPlainHttp: true });
  const made = await tenant[mode].post('/webhooks', { url, secret: webhookSecret, events });
  const webhookId = made.body.id;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const receiver: WebhookReceiver = { webhookId, url, received, faults, status: 200, isEcho: false, close };
  return receiver;
};

const faultsOf = (secret: SigningSecret, { headers, body, event }: ReceivedDelivery): string[] => {
  const textOf = (name: string): string => headers[name]?.toString() ?? '';
  const standard = {
    id: textOf('webhook-id'),
    timestamp: textOf('webhook-timestamp'),
    signature: textOf('webhook-signature'),
  };
  const judged = webhookValidatorFor(event.event)(event);
  return [
    ...(verifyLoyaltySignature(secret, body, textOf('x-loyalty-signature')) ? [] : ['X-Loyalty-Signature']),
    ...(verifyStandardWebhook(secret, standard, { body, nowSeconds: Date.now() / 1_000 })
      ? []
      : ['webhook-signature']),
    ...(standard.id === event.id && textOf('x-loyalty-delivery') === event.deliveryId ? [] : ['ids']),
    ...(textOf('x-loyalty-event') === event.event ? [] : ['X-Loyalty-Event']),
    ...(judged.ok ? [] : [`${event.event}: ${JSON.stringify(judged.errors)}`]),
  ];
};
