import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RandomNumber } from '@loyalty/kernel/testing';
import { type ReceivedDelivery, startWebhookReceiver, type TestServer } from '@loyalty/testkit/servers';
import type { Violations } from '../violations.ts';

/** The receiver's record of one delivery. */
export interface DeliveryTally {
  readonly tenantId: string;
  readonly eventId: string;
  readonly event: string;
  /** SHA-256 of the first delivery's bytes. */
  readonly digest: string;
  /** The digest of the body without its balances. */
  readonly digestBesideBalances: string;
  /** How often it was received. */
  times: number;
  /** How often it got a 204. */
  taken: number;
}

/** The secret that every tenant registers. */
export const webhookSecret = 'whsec_ZmF1bHQtcnVuLXNlY3JldC1vZi10aGUtcGFydG5lcg==';

/** Two of a hundred deliveries get a 500, and one loses its connection. */
const refusedShare = 0.02;
const brokenShare = 0.01;

/** The endpoint of every tenant. It runs in the test's process, records every delivery, and refuses some after reading them. */
export class WebhookReceiver {
  /** The tally of each delivery, by its id. */
  readonly received = new Map<string, DeliveryTally>();
  /** False: every delivery is accepted from now on. */
  isRefusing = true;
  /** True: the database was set back, so an event may come again under its id with other balances, and nothing else. */
  mayChangeBalances = false;
  /** Requests that got a 500 or no response. */
  refused = 0;
  #server: TestServer | undefined;
  readonly #random: RandomNumber;
  readonly #violations: Violations;

  static async start(random: RandomNumber, violations: Violations): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(random, violations);
    receiver.#server = await startWebhookReceiver({
      secret: webhookSecret,
      receive: (delivery, response) => {
        receiver.#receive(delivery, response);
      },
    });
    return receiver;
  }

  private constructor(random: RandomNumber, violations: Violations) {
    this.#random = random;
    this.#violations = violations;
  }

  /** Returns the URL for a tenant's events. */
  urlOf(tenantId: string): string {
    return `${this.#server?.origin ?? ''}/${tenantId}`;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #receive(delivery: ReceivedDelivery, response: ServerResponse): void {
    const { path, event, body, faults } = delivery;
    const found = path === `/${event.tenantId}` ? faults : ['tenant', ...faults];
    if (found.length > 0)
      this.#violations.add('webhook not as promised', `${found.join()}: ${body.toString()}`);
    const tally = this.#note(delivery);
    const dice = this.isRefusing ? this.#random() : 1;
    if (dice < refusedShare + brokenShare) this.refused += 1;
    else tally.taken += 1;
    if (dice < brokenShare) response.destroy();
    else response.writeHead(dice < refusedShare + brokenShare ? 500 : 204).end();
  }

  #note({ event: { id: eventId, event, deliveryId, tenantId }, body }: ReceivedDelivery): DeliveryTally {
    const digest = digestOf(body);
    const digestBesideBalances = digestOf(body.toString().replaceAll(balances, ''));
    const known = this.received.get(deliveryId);
    const first = { tenantId, eventId, event, digest, digestBesideBalances, times: 0, taken: 0 };
    const tally = known ?? first;
    if (known === undefined) this.received.set(deliveryId, tally);
    tally.times += 1;
    const isSame = this.mayChangeBalances
      ? tally.digestBesideBalances === digestBesideBalances
      : tally.digest === digest;
    if (tally.eventId !== eventId || !isSame)
      this.#violations.add('webhook with other bytes', `${event} ${deliveryId}: ${body.toString()}`);
    return tally;
  }
}

/** They follow from the order in which a member's requests were decided, which may differ the second time. */
const balances = /"(?:pointsBalance|balanceBefore|balanceAfter|lifetimePoints|ledgerSeq)":\d+/g;

const digestOf = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64');
