import { MemoryBroker, MemoryStore, startToyEngine, toyMessage } from '@loyalty/testkit/memory';
import { directLine, eventually } from '@loyalty/testkit/runs';

test('a log that was replaced while the database is unreachable is parked once it is back', async () => {
  const broker = new MemoryBroker();
  broker.createTopic('receipts', 1);
  const at = { consumerGroup: 'engine', topic: 'receipts', partition: 0 };
  broker.append(toyMessage('receipts', 'm', { ref: 'other', amount: 1 }));
  let refusals = 2;
  const store = new MemoryStore({
    line: {
      call: (what, work) => {
        if (what !== 'park alone' || refusals === 0) return directLine.call(what, work);
        refusals -= 1;
        return Promise.reject(new Error('the database is unavailable'));
      },
    },
  });
  store.setPosition(at, { nextOffset: 1, lastTimestamp: broker.now - 5, state: 'RUNNING' });
  const { runtime } = await startToyEngine({ broker, store, topic: 'receipts', consumerGroup: 'engine' });
  await eventually('parked', () => store.positionOf(at)?.state === 'PARKED').finally(() => runtime.stop());
  expect(refusals).toBe(0);
});
