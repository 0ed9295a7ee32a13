import { evaluateRequestCodec, type Reply, schemaIdOf } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { EnvironmentId } from '@loyalty/kernel';
import type { RequestClient } from '@loyalty/streams/request-reply';
import type { StoredReply } from '../usecases/engines/ask-engine.ts';
import { BulkShares } from './bulk-shares.ts';
import {
  createKafkaBulkBurnEngine,
  createKafkaBulkEvaluateEngine,
  createKafkaBurnEngine,
  createKafkaEvaluateEngine,
  createKafkaEventEngine,
  createKafkaRedeemEngine,
} from './kafka-engines.ts';

const engineRequest = {
  environmentId: 12 as EnvironmentId,
  memberKey: Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
  message: Buffer.from('receipt'),
  traceparent: '00-a-b-01',
  author: Buffer.from('pann'),
};

const stored: StoredReply = {
  name: { environmentId: engineRequest.environmentId, operation: 'evaluate', ref: 'r' },
  replyOf: () => reply,
};

const message: OutgoingMessage = {
  topic: 'loyalty.evaluate',
  key: Buffer.from('ABEiM0RVZneImaq7zN3u_w'),
  value: engineRequest.message,
  headers: { loyalty_environment: '12', traceparent: '00-a-b-01', loyalty_author: Buffer.from('pann') },
};

const reply: Reply = { code: null, replayed: false, mismatch: false, body: Buffer.from('{}') };

const replied = { outcome: 'replied', reply } as const;

/** A client and a producer for an engine, with a record of their calls. */
const kafkaThatReplies = () => {
  const asked: unknown[] = [];
  const sent: unknown[] = [];
  const client: RequestClient<Reply, StoredReply> = {
    request: (...call) => {
      asked.push(call);
      return Promise.resolve(replied);
    },
    requestAll: (...call) => {
      asked.push(call);
      return Promise.resolve([replied]);
    },
  };
  const send = (messages: readonly OutgoingMessage[]): Promise<void> => {
    sent.push(messages);
    return Promise.resolve();
  };
  const shares = new BulkShares({ slotsMax: 100 });
  return {
    asked,
    sent,
    options: { client, producer: { send }, shares, schemaId: () => 7, deadlineMs: 3_000 },
  };
};

describe('the engine for many requests', () => {
  const bulk = { ...message, topic: 'loyalty.receipts' };

  it('is asked on the topic of streams, beside which tills do not wait', async () => {
    const { asked, options } = kafkaThatReplies();
    expect(await createKafkaBulkEvaluateEngine(options).ask([engineRequest], [stored])).toEqual([replied]);
    expect(asked).toEqual([[[bulk], 3_000, [stored]]]);
  });

  it('keeps the turn of receipts without a reply as long as their slots are taken, and frees that of the others', async () => {
    const { options } = kafkaThatReplies();
    const taken: string[] = [];
    const shares = {
      take: (owner: EnvironmentId, slots: number) => {
        taken.push(`${owner.toString()}: +${slots.toString()}`);
        return Promise.resolve();
      },
      free: (owner: EnvironmentId, slots: number) => taken.push(`${owner.toString()}: -${slots.toString()}`),
    };
    const timeout = { outcome: 'timeout' } as const;
    const late = { ...options.client, requestAll: () => Promise.resolve([replied, timeout, timeout]) };
    const requests = [engineRequest, engineRequest, engineRequest];
    await createKafkaBulkEvaluateEngine({ ...options, client: late, shares }).ask(requests, []);
    expect(taken).toEqual(['12: +3', '12: -1']);
    const away = { ...options.client, requestAll: () => Promise.reject(new Error('away')) };
    await expect(
      createKafkaBulkEvaluateEngine({ ...options, client: away, shares }).ask(requests, []),
    ).rejects.toThrow('away');
    expect(taken.slice(2)).toEqual(['12: +3', '12: -3']);
  });

  it('is given requests for nobody to wait for without any address for a reply', async () => {
    const { sent, options } = kafkaThatReplies();
    await createKafkaBulkEvaluateEngine(options).submit([engineRequest, engineRequest]);
    expect(sent).toEqual([[bulk, bulk]]);
  });
});

describe('the engine behind Kafka', () => {
  const { asked, sent, options } = kafkaThatReplies();
  const engine = createKafkaEvaluateEngine(options);

  it('is asked on the partition of the member, with the environment beside the receipt', async () => {
    expect(await engine.ask(engineRequest, stored)).toEqual(replied);
    expect(asked).toEqual([[message, 3_000, stored]]);
  });

  it('is given a request for nobody to wait for without any address for a reply', async () => {
    await engine.submit(engineRequest);
    expect(sent).toEqual([[message]]);
  });

  it('reads receipts in the registered schema', () => {
    const receipt = evaluateRequest();
    const bytes = engine.encode(receipt);
    expect(schemaIdOf(bytes)).toBe(7);
    expect(evaluateRequestCodec.decode(bytes.subarray(5))).toEqual(receipt);
  });
});

describe('the engine of events', () => {
  const event = { ...message, topic: 'loyalty.member-events' };

  it('is asked on the topic of events, with the revision of the definition beside the event (D63)', async () => {
    const { asked, options } = kafkaThatReplies();
    const engine = createKafkaEventEngine(options);
    await engine.ask({ ...engineRequest, definitionRevision: 4 }, stored);
    await engine.ask(engineRequest, stored);
    const headers = { ...event.headers, loyalty_definitionRevision: '4' };
    expect(asked).toEqual([
      [{ ...event, headers }, 3_000, stored],
      [event, 3_000, stored],
    ]);
  });
});

test('a redeem says by the clock that it is given until when its caller waits, less half a second (D42); asynchronously there is no deadline', async () => {
  const { asked, sent, options } = kafkaThatReplies();
  const engine = createKafkaRedeemEngine(options, { now: () => 1_700_000_000_000 });
  await engine.ask(engineRequest, stored);
  await engine.submit(engineRequest);
  const redeem = { ...message, topic: 'loyalty.redeem' };
  const headers = { ...message.headers, loyalty_notAfter: '1700000002500' };
  expect([asked, sent]).toEqual([[[{ ...redeem, headers }, 3_000, stored]], [[redeem]]]);
});

test('returns of waiting callers and those of bulk calls go different ways, with the same key (D179)', async () => {
  const { options, asked, sent } = kafkaThatReplies();
  await createKafkaBurnEngine(options).ask(engineRequest, stored);
  const bulk = createKafkaBulkBurnEngine(options);
  await bulk.ask([engineRequest], [stored]);
  await bulk.submit([engineRequest]);
  expect(asked).toEqual([
    [{ ...message, topic: 'loyalty.burn-requests' }, 3_000, stored],
    [[{ ...message, topic: 'loyalty.burn-requests-bulk' }], 3_000, [stored]],
  ]);
  expect(sent.flat()).toEqual([{ ...message, topic: 'loyalty.burn-requests-bulk' }]);
});
