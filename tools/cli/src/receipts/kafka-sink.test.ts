import { evaluateRequestCodec, schemaIdOf } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, memberKeyOf, type TenantId } from '@loyalty/kernel';
import { KafkaSink } from './kafka-sink.ts';
import type { Receipt } from './parse-receipt.ts';

const environment = {
  environmentId: 7 as EnvironmentId,
  tenantId: 'tenant' as TenantId,
  secret: Buffer.alloc(32, 7),
};
const receiptAt = (line: number): Receipt => ({
  line: { number: line, bytes: Buffer.alloc(0), isTooLong: false },
  request: evaluateRequest({ transactionRef: `r-${line.toString()}`, memberRef: 'm' }),
});

/** A broker that acknowledges on demand. */
const createBroker = () => {
  const sent: {
    readonly messages: readonly OutgoingMessage[];
    resolve(): void;
    reject(reason: unknown): void;
  }[] = [];
  const producer = {
    send: (messages: readonly OutgoingMessage[]) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ messages, resolve, reject });
      }),
  };
  return { sent, producer };
};

test('a message is keyed by its member, names its environment and carries the schema', async () => {
  const { sent, producer } = createBroker();
  const sink = new KafkaSink({ producer, environment, schemaId: 300, author: Buffer.from('oops') });
  await sink.take([receiptAt(1)]);
  const message = sent[0]?.messages[0];
  expect(message).toMatchObject({ topic: 'loyalty.receipts', headers: { loyalty_environment: '7' } });
  expect(message?.key).toEqual(memberKeyOf(environment.secret, 'm'));
  const value = message?.value ?? Buffer.alloc(0);
  expect(schemaIdOf(value)).toBe(300);
  expect(evaluateRequestCodec.decode(value.subarray(5))).toEqual(receiptAt(1).request);
});

test('the number of running sends is bounded', async () => {
  const { sent, producer } = createBroker();
  const sink = new KafkaSink({ producer, environment, schemaId: 1, author: Buffer.from('oops') });
  for (let line = 1; line <= 5; line += 1) await sink.take([receiptAt(line)]);
  let hasRoom = false;
  const sixth = sink.take([receiptAt(6)]).then(() => {
    hasRoom = true;
  });
  await new Promise(setImmediate);
  expect([sent.length, hasRoom]).toEqual([6, false]);
  sent[0]?.resolve();
  await sixth;
  expect(sink.acknowledged()).toBe(1);
  for (const send of sent) send.resolve();
  await sink.drain();
  expect(sink.acknowledged()).toBe(6);
});

test('a failed send ends everything, and gives the next line', async () => {
  const { sent, producer } = createBroker();
  const sink = new KafkaSink({ producer, environment, schemaId: 1, author: Buffer.from('oops') });
  await sink.take([receiptAt(1), receiptAt(2)]);
  await sink.take([receiptAt(3)]);
  await sink.take([receiptAt(4)]);
  sent[0]?.resolve();
  sent[1]?.reject(new Error('the broker is unavailable'));
  sent[2]?.resolve();
  await expect(sink.drain()).rejects.toThrow('the broker is unavailable');
  expect(sink.acknowledged()).toBe(3);
  expect(sink.firstUnsettled()).toBe(3);
});

test('nothing is sent for a chunk without sound lines', async () => {
  const { sent, producer } = createBroker();
  await new KafkaSink({ producer, environment, schemaId: 1, author: Buffer.from('oops') }).take([]);
  expect(sent).toEqual([]);
});
