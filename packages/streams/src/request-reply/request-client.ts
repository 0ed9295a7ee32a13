import { randomUUID } from 'node:crypto';
import { headers as names } from '@loyalty/contracts';
import { sendInOrder } from '../kafka/send-in-order.ts';
import type { OutgoingMessage, ProducerPort } from '../ports/broker.ts';
import type { PendingReplies, ReplyOutcome } from './pending-replies.ts';

/** The place to which an engine sends its reply. */
export interface ReplyAddress {
  readonly topic: string;
  readonly partition: number;
}

export interface RequestClientOptions<R> {
  readonly producer: ProducerPort;
  readonly pending: PendingReplies<R>;
  /** Asked anew for each request. */
  readonly replyTo: () => ReplyAddress;
}

/** Sends requests over Kafka and waits for their replies. */
export interface RequestClient<R> {
  /** Throws a retriable Fault when Kafka did not acknowledge the request. It may have been accepted all the same. */
  request(message: OutgoingMessage, deadlineMs: number): Promise<ReplyOutcome<R>>;
  /**
   * Returns the outcomes in the order of the messages. Throws a retriable Fault before anything is sent when too many requests
   * wait, or when Kafka did not acknowledge all of them. Some may have been accepted all the same.
   */
  requestAll(messages: readonly OutgoingMessage[], deadlineMs: number): Promise<ReplyOutcome<R>[]>;
}

/** Creates a client whose replies arrive at `replyTo`, where a {@link ReplyReader} passes them to `pending`. */
export const createRequestClient = <R>({
  producer,
  pending,
  replyTo,
}: RequestClientOptions<R>): RequestClient<R> => {
  return {
    request: async (message, deadlineMs) => {
      const correlationId = randomUUID();
      const reply = pending.wait(correlationId, deadlineMs);
      try {
        await Promise.race([producer.send([addressed(message, replyTo(), correlationId)]), reply]);
      } catch (failure) {
        pending.cancel(correlationId);
        throw failure;
      }
      return reply;
    },
    requestAll: async (messages, deadlineMs) => {
      const requests = messages.map((message) => ({ message, correlationId: randomUUID() }));
      const ids = requests.map(({ correlationId }) => correlationId);
      const replies = pending.waitAll(ids, deadlineMs);
      const orders = requests.map(({ message, correlationId }) =>
        addressed(message, replyTo(), correlationId),
      );
      try {
        await Promise.race([sendInOrder(producer, orders), replies]);
      } catch (failure) {
        for (const id of ids) pending.cancel(id);
        throw failure;
      }
      return replies;
    },
  };
};

const addressed = (
  message: OutgoingMessage,
  { topic, partition }: ReplyAddress,
  correlationId: string,
): OutgoingMessage => ({
  ...message,
  headers: {
    ...message.headers,
    [names.replyTopic]: topic,
    [names.replyPartition]: partition.toString(),
    [names.correlationId]: correlationId,
  },
});
