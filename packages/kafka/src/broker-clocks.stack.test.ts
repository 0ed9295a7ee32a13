import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createTopicsAndWait } from './admin/topics.ts';
import { BrokerClocks } from './broker-clocks.ts';
import { createKafka } from './client.ts';
import { CoalescingProducer } from './producer/coalescing-producer.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });

/** Returns this process' readings of brokers after it has sent a message to a topic with append times. */
const heardFrom = async (timestampType: string, offMs: number) => {
  const clocks = new BrokerClocks({ clock: { now: () => Date.now() + offMs } });
  const producer = new CoalescingProducer({
    kafka,
    acks: -1,
    patienceMs: 10_000,
    waitingMax: 10,
    logger: silentLogger,
  });
  const admin = kafka.admin();
  await admin.connect();
  const topic = `test.clocks.${randomId()}`;
  const configEntries = [{ name: 'message.timestamp.type', value: timestampType }];
  await createTopicsAndWait(admin, [{ topic, numPartitions: 1, configEntries }]);
  await producer.start();
  const endListening = clocks.listen();
  await producer.send([{ topic, key: null, value: Buffer.from('1'), headers: {} }]);
  endListening();
  await producer.send([{ topic, key: null, value: Buffer.from('2'), headers: {} }]);
  await producer.stop();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
  return [...clocks.leads().values()];
};

test.each([-300_000, 0, 300_000])(
  'the response to a message shows how far this process is ahead of the broker that appended it: %i ms',
  async (offMs) => {
    const [{ least, most } = { least: NaN, most: NaN }, ...others] = await heardFrom('LogAppendTime', offMs);
    expect([least <= offMs, most >= offMs, others]).toEqual([true, true, []]);
  },
);

test('a topic that keeps the times of producers gives no reading', async () => {
  expect(await heardFrom('CreateTime', 0)).toEqual([]);
});
