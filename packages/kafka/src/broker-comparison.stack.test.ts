import { topics } from '@loyalty/contracts';
import { silentLogger } from '@loyalty/telemetry/logger';
import { BrokerClocks } from './broker-clocks.ts';
import { BrokerComparison, createAskBrokers } from './broker-comparison.ts';
import { createKafka } from './client.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'clocks-test', logger: silentLogger });
const dayMs = 86_400_000;

const comparing = async (topic: string, aheadMs: number): Promise<string | null> => {
  const clocks = new BrokerClocks();
  const endListening = clocks.listen();
  const comparison = new BrokerComparison({ brokers: clocks, ask: createAskBrokers(kafka, topic) });
  const difference = await comparison.differenceOf(Date.now() + aheadMs);
  endListening();
  return difference;
};

test.each([
  [0, /^they agree$/],
  [dayMs, /^the clock of the database is 86400 s ahead of that of broker-\d+/],
  [-dayMs, /^the clock of the database is 86400 s behind that of broker-\d+/],
])(
  '▲ a database that is ahead by %i ms is compared with brokers that nobody has heard before (D132)',
  async (aheadMs, said) => {
    expect((await comparing(topics.clocks, aheadMs)) ?? 'they agree').toMatch(said);
  },
);

test('without the topic no clock is known, and that is said', async () => {
  expect(await comparing('test.no-such-topic', 0)).toBe('the clock of no broker could be read');
});
