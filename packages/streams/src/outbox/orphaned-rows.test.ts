import { silentLogger } from '@loyalty/telemetry/logger';
import { FactPublisher } from './fact-publisher.ts';
import { OrphanedRows } from './outbox-sweeper.ts';

/** A publisher whose sends the test completes, one after the other. */
const createPublisher = () => {
  const sends: { acknowledge: () => void; fail: () => void }[] = [];
  const failures: unknown[] = [];
  const publisher = new FactPublisher({
    producer: {
      send: () =>
        new Promise((resolve, reject) => {
          sends.push({
            acknowledge: resolve,
            fail: () => {
              reject(new Error('no'));
            },
          });
        }),
      stop: () => Promise.resolve(),
    },
    logger: { ...silentLogger, error: (fields) => failures.push(fields) },
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { publisher, sends, failures, settled, rows: new OrphanedRows((id) => publisher.tracks(id)) };
};

test('an unpublished row is orphaned once it was seen twice in a row', () => {
  const { rows } = createPublisher();
  expect(rows.among([1])).toEqual([]);
  expect(rows.among([1, 2])).toEqual([1]);
  expect(rows.among([2])).toEqual([2]);
});

test('a row that is gone at the second read is not orphaned, nor one that appears again later', () => {
  const { rows } = createPublisher();
  rows.among([1]);
  expect(rows.among([])).toEqual([]);
  expect(rows.among([1])).toEqual([]);
});

test('a row on its way to Kafka is tracked, and a published one until it is deleted', async () => {
  const { publisher, sends, rows, settled } = createPublisher();
  publisher.publish(1, []);
  expect([rows.among([1]), rows.among([1])]).toEqual([[], []]);
  sends[0]?.acknowledge();
  await settled();
  expect(publisher.published()).toEqual([1]);
  expect([rows.among([1]), rows.among([1])]).toEqual([[], []]);
  publisher.forget([1]);
  expect([rows.among([1]), rows.among([1])]).toEqual([[], [1]]);
});

test('a published row stays published until it is deleted, however often that fails', async () => {
  const { publisher, sends, settled } = createPublisher();
  publisher.publish(1, []);
  sends[0]?.acknowledge();
  await settled();
  expect([publisher.published(), publisher.published()]).toEqual([[1], [1]]);
  publisher.forget([1]);
  expect(publisher.published()).toEqual([]);
});

test('rows are counted as unpublished until Kafka has them or their publication has failed', async () => {
  const { publisher, sends, settled } = createPublisher();
  for (const row of [1, 2, 3]) publisher.publish(row, []);
  expect(publisher.unpublished).toBe(3);
  sends[0]?.acknowledge();
  sends[1]?.fail();
  await settled();
  expect(publisher.unpublished).toBe(1);
});

test('a row whose publication failed for good is orphaned', async () => {
  const { publisher, sends, failures, rows, settled } = createPublisher();
  publisher.publish(1, []);
  expect(rows.among([1])).toEqual([]);
  sends[0]?.fail();
  await settled();
  expect(failures).toHaveLength(1);
  expect([rows.among([1]), rows.among([1])]).toEqual([[], [1]]);
});
