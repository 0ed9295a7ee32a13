import { headers as names } from '@loyalty/contracts';
import type { Decoded } from '../decoder.ts';
import { createRecordReader } from './group-lane.ts';

const record = (headers = {}) => ({
  topic: 't',
  partition: 0,
  offset: 0,
  timestamp: 1,
  key: null,
  value: null,
  headers,
});

const readerOf = (decoded: Decoded<string>, isTenantOwned = false) =>
  createRecordReader({
    lane: 'bulk',
    consumerGroup: 'tier-service',
    isTenantOwned,
    decoder: { decode: () => decoded, learn: () => Promise.resolve() },
  });

const decoded = { outcome: 'decoded', value: 'v' } as const;

test.each<[Decoded<string>, object]>([
  [decoded, { outcome: 'queued', queued: { item: { value: 'v' } } }],
  [
    { outcome: 'rejected', rejection: { reason: 'UNDECODABLE', detail: '' } },
    { outcome: 'queued', queued: { item: { rejection: { reason: 'UNDECODABLE' } } } },
  ],
  [{ outcome: 'skipped' }, { outcome: 'skipped' }],
  [
    { outcome: 'unknown-schema', schemaId: 3 },
    { outcome: 'unknown-schema', schemaId: 3 },
  ],
])('what is %j to the decoder becomes %j', (given, reading) => {
  expect(readerOf(given)(record())).toMatchObject(reading);
});

test('a message replayed for another group is skipped, undecoded', () => {
  const rejecting = readerOf({ outcome: 'rejected', rejection: { reason: 'UNDECODABLE', detail: '' } });
  expect(rejecting(record({ [names.retryGroup]: 'webhooks' }))).toEqual({ outcome: 'skipped' });
});

test('a message replayed for this group is read', () => {
  const read = readerOf(decoded);
  expect(read(record({ [names.retryGroup]: Buffer.from('tier-service') })).outcome).toBe('queued');
});

test('on a topic of one tenant, no header makes a message be skipped', () => {
  expect(readerOf(decoded, true)(record({ [names.retryGroup]: 'webhooks' })).outcome).toBe('queued');
});
