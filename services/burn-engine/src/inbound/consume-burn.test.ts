import { redeemRequestCodec, topics } from '@loyalty/contracts';
import { burnRequestCodec } from '@loyalty/contracts/burning';
import { createKafka, type InboundRecord } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { silentLogger } from '@loyalty/telemetry/logger';
import { consumeBurn } from './consume-burn.ts';

const order = {
  kind: 'RETURN',
  ref: 'return-1',
  transactionRef: 'receipt-1',
  memberKey: Buffer.alloc(16, 7),
  amountCents: 100,
  isWhole: false,
  reason: null,
};
const redeem = {
  transactionRef: 'redeem-1',
  memberRef: 'customer-1',
  amountCents: 100,
  pointsRequested: 10,
  campaignId: null,
  storeRef: null,
  currency: null,
  maxDiscountPercentOfBasket: null,
};

const registry = {
  findSchema: (id: number) =>
    Promise.resolve(id === 1 ? redeemRequestCodec.schemaText : burnRequestCodec.schemaText),
} as unknown as SchemaRegistry;

const recordOf = (topic: string, value: Buffer): InboundRecord =>
  ({ topic, partition: 0, offset: 0, timestamp: 1, key: null, value, headers: {} }) as InboundRecord;

const kafka = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'a test', logger: silentLogger });
const group = () => consumeBurn(kafka, registry);

test('one group reads all topics, and what nobody waits for behind the others (D183)', () => {
  const { bulkTopics, lane, consumerGroup } = group();
  expect({ bulkTopics, lane, consumerGroup }).toEqual({
    bulkTopics: [topics.burnRequestsBulk],
    lane: 'interactive',
    consumerGroup: 'burn-engine',
  });
});

test.each([
  [topics.redeem, 1, redeemRequestCodec.encode(redeem, 1), 'redeem', 0],
  [topics.burnRequests, 2, burnRequestCodec.encode(order, 2), 'return', 200],
  [topics.burnRequestsBulk, 2, burnRequestCodec.encode(order, 2), 'return', 200],
])(
  'a record of %s is decoded by its topic, and costs its tokens',
  async (topic, schemaId, value, kind, cost) => {
    const { decoder } = group();
    await decoder.learn(schemaId, topic);
    const record = recordOf(topic, value);
    const decoded = decoder.decode(record);
    expect(decoded).toMatchObject({ outcome: 'decoded', value: { kind } });
    expect(decoded.outcome === 'decoded' ? decoder.costOf?.(decoded.value, record) : null).toBe(cost);
  },
);
