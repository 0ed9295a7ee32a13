import { createForeignProducer, type ForeignProducer } from './foreign-producer.ts';
import { storyCampaigns } from './independent-points.ts';
import { loyaltyctlJson } from './loyaltyctl.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from './tenant.ts';

/** A tenant with a topic of its own, and a producer that writes to it. */
export interface StreamingShop {
  readonly tenant: TestTenant;
  readonly producer: ForeignProducer;
}

/** The streaming shops of one file. */
export interface StreamingShops {
  readonly opened: readonly StreamingShop[];
  readonly open: (name: string) => Promise<StreamingShop>;
  /** Ends all their producers. */
  readonly stop: () => Promise<void>;
}

export const streamingShops = (): StreamingShops => {
  const opened: StreamingShop[] = [];
  const open = async (name: string): Promise<StreamingShop> => {
    const tenant = await createTestTenant(name);
    await activateCampaigns(tenant.live, storyCampaigns);
    const line = ['stream', 'enable', '--tenant', tenant.tenantId, '--mode', 'live'];
    const { topic } = await loyaltyctlJson<{ topic: string }>(...line);
    const shop = { tenant, producer: await createForeignProducer(topic) };
    opened.push(shop);
    return shop;
  };
  const stop = async (): Promise<void> => {
    for (const { producer } of opened) await producer.stop();
  };
  return { opened, open, stop };
};
