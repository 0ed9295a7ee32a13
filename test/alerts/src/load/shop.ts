import { seededRandom } from '@loyalty/kernel/testing';
import type { OwnStack } from '@loyalty/stack';
import type { FaultTenant } from '../../../fault/src/fault-tenant.ts';
import { WebhookReceiver } from '../../../fault/src/load/webhook-receiver.ts';
import { loyaltyctlJson } from '../../../fault/src/loyaltyctl.ts';
import { createTenant, liveOf } from '../../../fault/src/tenants.ts';
import { Violations } from '../../../fault/src/violations.ts';
import { createForeignProducer, type ForeignProducer } from '../../../support/foreign-producer.ts';
import type { DooredStack } from '../stack/doored-stack.ts';

/** A tenant that uses everything: campaigns, tiers that give rewards, segments, an endpoint, a topic of its own. */
export interface Shop {
  readonly tenant: FaultTenant;
  readonly producer: ForeignProducer;
  close(): Promise<void>;
}

/** Opens the shop. Its endpoint takes every delivery. */
export const openShop = async ({ stack, infrastructure }: DooredStack): Promise<Shop> => {
  const receiver = await WebhookReceiver.start(seededRandom(1), new Violations());
  receiver.isRefusing = false;
  const tenant = await createTenant(stack, receiver, 'Alerts');
  const topic = await enableStream(stack, tenant);
  const producer = await createForeignProducer(topic, infrastructure.now());
  const close = async (): Promise<void> => {
    await producer.stop();
    await receiver.close();
  };
  return { tenant, producer, close };
};

const enableStream = async (stack: OwnStack, tenant: FaultTenant): Promise<string> =>
  (await loyaltyctlJson<{ topic: string }>(stack, 'stream', 'enable', ...liveOf(tenant))).topic;
