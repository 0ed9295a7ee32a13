import type { InboundRecord } from '@loyalty/kafka';
import { createAvroDecoder, TopicReaders } from './decoder.ts';

const read = () => 'read';

let readers: TopicReaders<string>;
beforeEach(() => {
  readers = new TopicReaders();
});

const learn = (schemaId: number, textLength: number, nowMs = 0): void => {
  readers.add({ schemaId, read, textLength, nowMs });
};

test('▲ readers of a topic are bounded by the text of their schemas: those learned first are forgotten', () => {
  for (let id = 0; id < 10_000; id += 1) learn(id, 100);
  expect(readers.size).toBeLessThanOrEqual(256);
  expect([readers.find(0), readers.find(9_999)]).toEqual([undefined, read]);
  for (let id = 0; id < 100; id += 1) learn(id, 131_072);
  expect(readers.size).toBe(7);
});

test('a reader that is learned again counts once', () => {
  learn(1, 100);
  for (let times = 0; times < 10_000; times += 1) learn(2, 100);
  expect(readers.size).toBe(2);
});

test('one schema of more than the bound is kept, or its topic would never go on', () => {
  learn(1, 100);
  learn(2, 10_000_000);
  expect([readers.find(1), readers.find(2)]).toEqual([undefined, read]);
});

test('▲ a topic rests after each schema, in proportion to its text, and at most five seconds', () => {
  expect(readers.restMs(1_000)).toBe(0);
  learn(1, 3_000, 1_000);
  expect(readers.restMs(1_000)).toBeCloseTo(23, 0);
  expect(readers.restMs(1_023)).toBe(0);
  learn(2, 131_000, 2_000);
  expect(readers.restMs(2_000)).toBe(1_000);
  for (let id = 3; id < 20; id += 1) learn(id, 131_000, 2_000);
  expect(readers.restMs(2_000)).toBe(5_000);
  expect(readers.restMs(0)).toBe(5_000);
});

const recordOf = (topic: string, schemaId: number): InboundRecord => ({
  topic,
  partition: 0,
  offset: 0,
  timestamp: 0,
  key: null,
  headers: {},
  value: Buffer.of(0, 0, 0, schemaId >> 8, schemaId & 0xff),
});

/** It goes on by as much as somebody sleeps. */
const clock = {
  nowMs: 0,
  now: () => clock.nowMs,
  sleep: (ms: number) => {
    clock.nowMs += ms;
    return Promise.resolve();
  },
};

test('▲ a topic with ever other schemas makes no other topic learn its own again', async () => {
  const decoder = createAvroDecoder({
    registry: {
      findId: () => Promise.resolve(1),
      findSchema: () => Promise.resolve('x'.repeat(10_000)),
      register: () => Promise.resolve(1),
    },
    readerFor: () => read,
    clock,
  });
  await decoder.learn(1, 'quiet');
  for (let id = 1; id <= 1_000; id += 1) await decoder.learn(id, 'busy');
  expect(decoder.decode(recordOf('busy', 1))).toEqual({ outcome: 'unknown-schema', schemaId: 1 });
  expect(decoder.decode(recordOf('busy', 1_000))).toEqual({ outcome: 'decoded', value: 'read' });
  expect(decoder.decode(recordOf('quiet', 1))).toEqual({ outcome: 'decoded', value: 'read' });
});
