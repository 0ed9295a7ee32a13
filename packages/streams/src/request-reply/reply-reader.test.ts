import { headers as names } from '@loyalty/contracts';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { MemoryBroker } from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import type { Decoder } from '../decoder.ts';
import { ReplyReader } from './reply-reader.ts';
import { PendingReplies } from './request-client.ts';

const at = { topic: 'replies', partition: 0 };
const decoder: Decoder<string> = {
  decode: ({ value }) => ({ outcome: 'decoded', value: String(value) }),
  learn: () => Promise.resolve(),
};

let reader: ReplyReader<string> | null = null;
afterEach(() => reader?.stop());

test('replies behind an undecodable batch are read', async () => {
  const broker = new MemoryBroker();
  broker.createTopic(at.topic, 1);
  const pending = new PendingReplies<string>(10);
  const started = new ReplyReader({
    consumer: broker.consumer('ingress', [at.topic]),
    decoder,
    pending,
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
    onFailed: (reason) => {
      throw reason;
    },
  });
  reader = started;
  await started.start();
  await eventually('it reads', () => started.isReady);
  broker.appendUndecodable(at);
  const reply = pending.wait('one', 4_000);
  await eventually('a reply is heard', () => {
    const headers = { [names.correlationId]: 'one' };
    broker.append({ ...at, key: null, value: Buffer.from('the answer'), headers });
    return pending.size === 0;
  });
  expect(await reply).toEqual({ outcome: 'replied', reply: 'the answer' });
});
