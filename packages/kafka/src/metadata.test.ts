import type { Admin, Kafka } from 'kafkajs';
import { createClusterWatch } from './metadata.ts';

/** Fails the asks, counted from 0, whose numbers are given. */
const kafkaThatFails = (...failing: readonly number[]) => {
  const seen = { opened: 0, closed: 0, asked: 0 };
  const admin = {
    connect: () => Promise.resolve(void (seen.opened += 1)),
    disconnect: () => Promise.resolve(void (seen.closed += 1)),
    describeCluster: () =>
      failing.includes(seen.asked++) ? Promise.reject(new Error('gone')) : Promise.resolve({}),
  };
  return { seen, kafka: { admin: () => admin as unknown as Admin } as Pick<Kafka, 'admin'> };
};

test('a cluster is asked again and again on one connection', async () => {
  const { seen, kafka } = kafkaThatFails();
  const watch = createClusterWatch(kafka);
  for (let n = 0; n < 5; n += 1) await watch.ask();
  expect(seen).toEqual({ opened: 1, closed: 0, asked: 5 });
  await watch.close();
  expect(seen.closed).toBe(1);
});

test('a connection that ended is replaced at once, so a broker that left is no absence', async () => {
  const { seen, kafka } = kafkaThatFails(1);
  const watch = createClusterWatch(kafka);
  await watch.ask();
  await watch.ask();
  expect(seen).toEqual({ opened: 2, closed: 1, asked: 3 });
});

test('a cluster that is unavailable is asked once each time, and seen when it is back', async () => {
  const { seen, kafka } = kafkaThatFails(0, 1);
  const watch = createClusterWatch(kafka);
  await expect(watch.ask()).rejects.toThrow('gone');
  await expect(watch.ask()).rejects.toThrow('gone');
  await watch.ask();
  expect(seen).toEqual({ opened: 3, closed: 2, asked: 3 });
});
