import { redeemRequestCodec, topics } from '@loyalty/contracts';
import { type BurnRequest, burnRequestCodec } from '@loyalty/contracts/burning';
import {
  authorizeRequest,
  captureRequest,
  redeemRequest,
  returnRequest,
  voidRequest,
} from '@loyalty/contracts/testing';
import { createKafka } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { silentLogger } from '@loyalty/telemetry/logger';
import { testRecord } from '@loyalty/testkit/engine';
import { consumeBurn } from './consume-burn.ts';

const order = returnRequest();
const redeem = redeemRequest();

const registry = {
  findSchema: (id: number) =>
    Promise.resolve(id === 1 ? redeemRequestCodec.schemaText : burnRequestCodec.schemaText),
} as unknown as SchemaRegistry;

const kafka = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'a test', logger: silentLogger });
const group = () => consumeBurn(kafka, registry);

test('one group reads all topics, and what nobody waits for behind the others (D179)', () => {
  const { bulkTopics, lane, consumerGroup } = group();
  expect({ bulkTopics, lane, consumerGroup }).toEqual({
    bulkTopics: [topics.burnRequestsBulk],
    lane: 'interactive',
    consumerGroup: 'burn-engine',
  });
});

const sent = redeemRequestCodec.encode(redeem, 1);
const encoded = (request: BurnRequest) => burnRequestCodec.encode(request, 2);
const ordered = encoded(order);

test.each([
  [topics.redeem, sent, { kind: 'redeem', cost: 0 }],
  [topics.burnRequests, ordered, { kind: 'return', cost: 200 }],
  [topics.burnRequestsBulk, ordered, { kind: 'return', cost: 200 }],
  [topics.burnRequests, encoded(authorizeRequest('redeem-1')), { kind: 'authorize', cost: 0 }],
  [topics.burnRequests, encoded(captureRequest('redeem-1')), { kind: 'capture', cost: 100 }],
  [topics.burnRequestsBulk, encoded(voidRequest('redeem-1')), { kind: 'void', cost: 100 }],
  [topics.burnRequests, encoded({ ...order, kind: 'SETTLE' }), { kind: 'unknown', cost: 200 }],
])('a record of %s is decoded by its topic, and costs its tokens', async (topic, value, expected) => {
  const { decoder } = group();
  await decoder.learn(topic === topics.redeem ? 1 : 2, topic);
  const record = testRecord({ topic, value });
  const decoded = decoder.decode(record);
  if (decoded.outcome !== 'decoded') throw new Error(decoded.outcome);
  const { kind } = decoded.value;
  expect({ kind, cost: decoder.costOf?.(decoded.value, record) }).toEqual(expected);
});
