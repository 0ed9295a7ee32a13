import { evaluateRequestCodec, schemaIdOf, type Reply } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import type { OutgoingMessage } from '@loyalty/messaging';
import { createKafkaEvaluateEngine } from './kafka-evaluate-engine.ts';

const order = {
  environmentId: 12 as EnvironmentId,
  memberKey: Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
  message: Buffer.from('receipt'),
  traceparent: '00-a-b-01',
};

const message: OutgoingMessage = {
  topic: 'loyalty.evaluate',
  key: Buffer.from('ABEiM0RVZneImaq7zN3u_w'),
  value: order.message,
  headers: { loyalty_environment: '12', traceparent: '00-a-b-01' },
};

const reply: Reply = { code: null, replayed: false, mismatch: false, body: Buffer.from('{}') };

describe('the engine behind Kafka', () => {
  const asked: unknown[] = [];
  const sent: unknown[] = [];
  const engine = createKafkaEvaluateEngine({
    client: {
      request: (...call) => {
        asked.push(call);
        return Promise.resolve({ outcome: 'replied', reply });
      },
    },
    producer: {
      send: (messages) => {
        sent.push(messages);
        return Promise.resolve();
      },
    },
    schemaId: 7,
    deadlineMs: 3_000,
  });

  it('is asked on the partition of the member, with the environment beside the receipt', async () => {
    expect(await engine.ask(order)).toEqual({ outcome: 'replied', reply });
    expect(asked).toEqual([[message, 3_000]]);
  });

  it('is given an order for nobody to wait for without any address for a reply', async () => {
    await engine.submit(order);
    expect(sent).toEqual([[message]]);
  });

  it('reads receipts in the registered schema', () => {
    const receipt = {
      transactionRef: 'r',
      memberRef: 'm',
      amountCents: 1,
      storeRef: null,
      currency: null,
      occurredAt: null,
      products: [],
    };
    const bytes = engine.encode(receipt);
    expect(schemaIdOf(bytes)).toBe(7);
    expect(evaluateRequestCodec.decode(bytes.subarray(5))).toEqual(receipt);
  });
});
