import { randomUUID } from 'node:crypto';
import { headers as names } from '@loyalty/contracts';
import type { OutgoingMessage, ProducerPort } from '../ports/broker.ts';
import type { PendingReplies, ReplyOutcome } from './pending-replies.ts';

/** Where an engine sends its answer. */
export interface ReplyAddress {
  readonly topic: string;
  readonly partition: number;
}

export interface RequestClientOptions<R> {
  readonly producer: ProducerPort;
  readonly pending: PendingReplies<R>;
  readonly replyTo: ReplyAddress;
}

/** Sends requests over Kafka and waits for their replies. */
export interface RequestClient<R> {
  /** Throws a retriable Fault when the request could not be sent; nothing was accepted then. */
  request(message: OutgoingMessage, deadlineMs: number): Promise<ReplyOutcome<R>>;
}

/** Builds a client whose replies come to `replyTo`, where a {@link ReplyReader} hands them to `pending`. */
export const createRequestClient = <R>({
  producer,
  pending,
  replyTo,
}: RequestClientOptions<R>): RequestClient<R> => {
  const replyHeaders = {
    [names.replyTopic]: replyTo.topic,
    [names.replyPartition]: replyTo.partition.toString(),
  };
  return {
    request: async (message, deadlineMs) => {
      const correlationId = randomUUID();
      const reply = pending.wait(correlationId, deadlineMs);
      const headers = { ...message.headers, ...replyHeaders, [names.correlationId]: correlationId };
      try {
        await Promise.race([producer.send([{ ...message, headers }]), reply]);
      } catch (failure) {
        pending.cancel(correlationId);
        throw failure;
      }
      return reply;
    },
  };
};
