import { headers as names } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import type { OutgoingMessage } from '@loyalty/kafka';
import { createRequestClient, PendingReplies } from './request-client.ts';

const message = (text: string): OutgoingMessage => ({
  topic: 'requests',
  key: Buffer.from('member'),
  value: Buffer.from(text),
  headers: { own: 'header' },
});

/** A client whose sends the test sees and completes. */
const clientThat = (slots: number, send: (messages: readonly OutgoingMessage[]) => Promise<void>) => {
  const pending = new PendingReplies<string>(slots);
  const packs: (readonly OutgoingMessage[])[] = [];
  const producer = {
    send: (messages: readonly OutgoingMessage[]) => {
      packs.push(messages);
      return send(messages);
    },
    stop: () => Promise.resolve(),
  };
  const client = createRequestClient({
    producer,
    pending,
    replyTo: () => ({ topic: 'replies', partition: 3 }),
  });
  const correlationIds = (): string[] =>
    packs.flat().map(({ headers }) => String(headers[names.correlationId]));
  return { client, pending, packs, correlationIds };
};

const taken = (): Promise<void> => Promise.resolve();

describe('a set of requests', () => {
  it('goes out at once, each with its own address, and gets its replies in its own order', async () => {
    const { client, pending, packs, correlationIds } = clientThat(10, taken);
    const replies = client.requestAll(['a', 'b', 'c'].map(message), 1_000);
    expect(packs).toHaveLength(1);
    const [a, b, c] = correlationIds();
    for (const id of [c, a, b]) pending.settle(id ?? '', `reply to ${id ?? ''}`);
    expect(await replies).toEqual(
      [a, b, c].map((id) => ({ outcome: 'replied', reply: `reply to ${id ?? ''}` })),
    );
    expect(packs[0]?.[0]?.headers).toMatchObject({ own: 'header', [names.replyPartition]: '3' });
    expect(pending.size).toBe(0);
  });

  it('reports which replies arrived by the deadline', async () => {
    const { client, pending, correlationIds } = clientThat(10, taken);
    const replies = client.requestAll(['a', 'b'].map(message), 20);
    pending.settle(correlationIds()[1] ?? '', 'second');
    expect(await replies).toEqual([{ outcome: 'timeout' }, { outcome: 'replied', reply: 'second' }]);
  });

  it('leaves half of the slots to single requests: it is refused before anything is sent', async () => {
    const { client, packs } = clientThat(10, taken);
    const refused = client.requestAll(
      Array.from({ length: 6 }, () => message('x')),
      10,
    );
    await expect(refused).rejects.toMatchObject({ code: 'OVERLOADED', retry: true });
    expect(packs).toEqual([]);
    expect(await client.request(message('alone'), 1)).toEqual({ outcome: 'timeout' });
  });

  it('frees its slots and throws when Kafka does not acknowledge it', async () => {
    const away = new Fault('BROKER_UNAVAILABLE', 'away', { retry: true });
    const { client, pending } = clientThat(10, () => Promise.reject(away));
    await expect(client.requestAll([message('a')], 1_000)).rejects.toBe(away);
    expect(pending.size).toBe(0);
  });

  it('is split when it is too large for one record batch, and sent part by part in order', async () => {
    let isSending = false;
    const { client, packs } = clientThat(10, async () => {
      expect(isSending).toBe(false);
      isSending = true;
      await new Promise(setImmediate);
      isSending = false;
    });
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200 * 1024));
    await client.requestAll(texts.map(message), 50);
    expect(packs.map((pack) => pack.map(({ value }) => value?.toString()[0]))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });
});

describe('a slot', () => {
  it('outlives a deadline that is longer than usual', async () => {
    jest.useFakeTimers();
    const pending = new PendingReplies<string>(10);
    const replies = pending.waitAll(['a'], 60_000);
    jest.advanceTimersByTime(60_000);
    expect(await replies).toEqual([{ outcome: 'timeout' }]);
    expect(pending.size).toBe(1);
    jest.advanceTimersByTime(20_000);
    expect(pending.size).toBe(0);
    jest.useRealTimers();
  });
});
