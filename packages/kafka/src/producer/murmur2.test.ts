import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { murmur2 } from './murmur2.ts';

test('a key has the partition that Java’s default partitioner chooses', () => {
  const choose = Partitioners.DefaultPartitioner();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 200 }), (bytes, count) => {
      const key = Buffer.from(bytes);
      const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({
        partitionId,
        leader: 1,
        partitionErrorCode: 0,
        replicas: [],
        isr: [],
      }));
      const theirs = choose({ topic: 't', partitionMetadata, message: { key, value: null } });
      expect((murmur2(key) & 0x7fffffff) % count).toBe(theirs);
    }),
  );
});

test.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
])('the hash of Kafka’s own tests: %s', (key, hash) => {
  expect(murmur2(Buffer.from(key))).toBe(hash);
});
