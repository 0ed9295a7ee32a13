import { KafkaJSProtocolError } from 'kafkajs';
import { createTopicsAndWait } from './topics.ts';

const unknown = new KafkaJSProtocolError(new Error('This server does not host this topic-partition'));
const topics = [{ topic: 'new' }];

/** An admin client of a broker that learns of its topics late. */
const adminHearingAfter = (failures: number) => {
  const calls = { created: [] as unknown[], asked: 0 };
  const admin = {
    createTopics: (request: unknown) => {
      calls.created.push(request);
      return Promise.resolve(true);
    },
    fetchTopicMetadata: () => {
      calls.asked += 1;
      return calls.asked > failures ? Promise.resolve({ topics: [] }) : Promise.reject(unknown);
    },
  };
  return { admin, calls };
};
const atOnce = { sleep: () => Promise.resolve() };

test('a broker that does not know a newly created topic yet is asked again', async () => {
  const { admin, calls } = adminHearingAfter(3);
  await createTopicsAndWait(admin, topics, atOnce);
  expect(calls).toEqual({ created: [{ waitForLeaders: false, topics }], asked: 4 });
});

test('a broker that never learns of the topic fails in the end', async () => {
  const { admin, calls } = adminHearingAfter(Infinity);
  await expect(createTopicsAndWait(admin, topics, atOnce)).rejects.toBe(unknown);
  expect(calls.asked).toBe(100);
});
