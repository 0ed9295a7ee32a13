import { isStreamTopic, streamNameOf, streamTopicOf } from './tenant-streams.ts';

const tenantId = '0198c0de-0000-7000-8000-000000000001';

test.each(['live', 'test'] as const)('the topic of a %s environment names it', (mode) => {
  const topic = streamTopicOf({ tenantId: tenantId.toUpperCase(), mode });
  expect(topic).toBe(`loyalty.receipts.${tenantId}.${mode}`);
  expect(streamNameOf(topic)).toEqual({ tenantId, mode });
});

test.each([
  'loyalty.receipts',
  'loyalty.evaluate',
  `loyalty.receipts.${tenantId}`,
  `loyalty.receipts.${tenantId}.prod`,
  `loyalty.receipts.${tenantId}.live.more`,
  'loyalty.receipts.no-uuid.live',
])('%s is the stream of nobody', (topic) => {
  expect(streamNameOf(topic)).toBeNull();
});

test('the shared topic of receipts is no stream of a tenant', () => {
  expect(isStreamTopic('loyalty.receipts')).toBe(false);
  expect(isStreamTopic('loyalty.receipts.anything')).toBe(true);
});
