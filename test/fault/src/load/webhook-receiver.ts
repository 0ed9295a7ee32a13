import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigningSecret, verifyLoyaltySignature, verifyStandardWebhook } from '@loyalty/egress';
import { type RandomNumber } from '@loyalty/kernel';
import type { Violations } from '../violations.ts';

/** The receiver's record of one delivery. */
export interface ReceivedDelivery {
  readonly tenantId: string;
  readonly eventId: string;
  /** The event type. */
  readonly event: string;
  /** SHA-256 of the first delivery's bytes. */
  readonly digest: string;
  /** How often it was received. */
  times: number;
  /** How often it got a 204. */
  taken: number;
}

/** The secret that every tenant registers. */
export const webhookSecret = 'whsec_ZmF1bHQtcnVuLXNlY3JldC1vZi10aGUtcGFydG5lcg==';
const secret = createSigningSecret(webhookSecret);

/** Of a hundred deliveries two get a 500, and one loses its connection. */
const refusedShare = 0.02;
const brokenShare = 0.01;

/** The endpoint of every tenant. It runs in the test's process, records every delivery, and refuses some after reading them. */
export class WebhookReceiver {
  /** By the id of the delivery. */
  readonly received = new Map<string, ReceivedDelivery>();
  /** False: every delivery is accepted from now on. */
  isRefusing = true;
  /** Requests that got a 500 or no response. */
  refused = 0;
  readonly #server: Server;
  readonly #random: RandomNumber;
  readonly #violations: Violations;

  static async start(random: RandomNumber, violations: Violations): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(random, violations);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    // A failed run must be able to exit.
    receiver.#server.unref();
    return receiver;
  }

  private constructor(random: RandomNumber, violations: Violations) {
    this.#random = random;
    this.#violations = violations;
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      // A killed dispatcher closes its connections.
      request.on('error', () => undefined);
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        this.#receive(request, Buffer.concat(parts), response);
      });
    });
  }

  /** Returns the URL for a tenant's events. */
  urlOf(tenantId: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port.toString()}/${tenantId}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #receive(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const message = JSON.parse(body.toString()) as WebhookMessage;
    const fault = faultOf(request, body, message);
    if (fault !== null) this.#violations.add('webhook not as promised', `${fault}: ${body.toString()}`);
    const delivery = this.#note(message, body);
    const dice = this.isRefusing ? this.#random() : 1;
    if (dice < refusedShare + brokenShare) this.refused += 1;
    else delivery.taken += 1;
    if (dice < brokenShare) request.socket.destroy();
    else response.writeHead(dice < refusedShare + brokenShare ? 500 : 204).end();
  }

  #note({ id: eventId, event, deliveryId, tenantId }: WebhookMessage, body: Buffer): ReceivedDelivery {
    const digest = hash('sha256', body, 'base64');
    const known = this.received.get(deliveryId);
    const delivery = known ?? { tenantId, eventId, event, digest, times: 0, taken: 0 };
    if (known === undefined) this.received.set(deliveryId, delivery);
    delivery.times += 1;
    if (delivery.eventId !== eventId || delivery.digest !== digest)
      this.#violations.add('webhook with other bytes', `${event} ${deliveryId}: ${body.toString()}`);
    return delivery;
  }
}

interface WebhookMessage {
  readonly id: string;
  readonly event: string;
  readonly tenantId: string;
  readonly deliveryId: string;
}

/** Returns what is wrong with a request; null when nothing is. */
const faultOf = (
  { headers, url }: IncomingMessage,
  body: Buffer,
  { id, event, tenantId, deliveryId }: WebhookMessage,
): string | null => {
  const textOf = (name: string): string => headers[name]?.toString() ?? '';
  if (url !== `/${tenantId}`) return 'tenant';
  if (textOf('webhook-id') !== id || textOf('x-loyalty-delivery') !== deliveryId) return 'ids';
  if (textOf('x-loyalty-event') !== event) return 'X-Loyalty-Event';
  if (!verifyLoyaltySignature(secret, body, textOf('x-loyalty-signature'))) return 'X-Loyalty-Signature';
  const standard = { id, timestamp: textOf('webhook-timestamp'), signature: textOf('webhook-signature') };
  const isSigned = verifyStandardWebhook(secret, standard, { body, nowSeconds: Date.now() / 1_000 });
  return isSigned ? null : 'webhook-signature';
};
