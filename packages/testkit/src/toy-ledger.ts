import type { InboundRecord, OutgoingMessage } from '@loyalty/kafka';
import { type BatchHandler, type Message, MessageFailure } from '@loyalty/streams';
import type { Decoder } from '@loyalty/streams/decoder';
import type { MemoryTransaction } from './memory-database.ts';

/** A toy message: adds an amount once under its reference. */
export interface ToyMessage {
  readonly ref: string;
  readonly amount: number;
  /** True if deciding it throws, as with a defect in the rules. */
  readonly isPoison?: boolean;
}

/** The plan of a batch of toy messages. */
export interface ToyPlan {
  readonly messages: readonly Message<ToyMessage>[];
}

/** Creates a toy message to send; `badBytes` stands for bytes that fit no schema. */
export const toyMessage = (topic: string, member: string, toy: ToyMessage | 'badBytes'): OutgoingMessage => ({
  topic,
  key: Buffer.from(member),
  value: Buffer.from(toy === 'badBytes' ? '{' : JSON.stringify(toy)),
  headers: {},
});

/** Decodes toy messages from JSON. */
export const toyDecoder: Decoder<ToyMessage> = {
  decode: ({ value }: InboundRecord) => {
    try {
      return { outcome: 'decoded', value: JSON.parse(value?.toString() ?? '') as ToyMessage };
    } catch {
      return { outcome: 'rejected', rejection: { reason: 'UNDECODABLE', detail: 'not JSON' } };
    }
  },
  learn: () => Promise.resolve(),
};

/** The smallest engine: it stores each amount once per reference and publishes one fact for it. */
export const toyHandler: BatchHandler<ToyMessage, MemoryTransaction, ToyPlan> = {
  plan: async (_, batch) => {
    await Promise.resolve();
    if (batch.some(({ value }) => value.isPoison === true)) throw new MessageFailure('poison');
    return { messages: batch };
  },
  store: async (tx, { messages }) => {
    await Promise.resolve();
    const { effects } = tx.database;
    for (const { record, consumerGroup, value } of messages) {
      if (effects.read(tx, value.ref) !== undefined) continue;
      const { topic, partition, offset, key } = record;
      const { amount } = value;
      const member = key?.toString() ?? '';
      effects.write(tx, value.ref, {
        consumerGroup,
        topic,
        partition,
        offset,
        member,
        amount,
        balanceAfter: amount,
      });
    }
  },
  effectsOf: ({ messages }) => ({
    facts: messages.map(({ record, value }) => toyFact(record, value)),
    replies: [],
    rejected: [],
  }),
  committed: () => undefined,
};

const toyFact = ({ key }: InboundRecord, { ref }: ToyMessage): OutgoingMessage => ({
  topic: 'facts',
  key,
  value: Buffer.from(ref),
  headers: {},
});
