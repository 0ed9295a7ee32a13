import { headers as names, replyCodec, topics } from '@loyalty/contracts';
import { createFactWriter } from '@loyalty/messaging';
import { isStreamTopic } from '@loyalty/configuration';
import type { MessageWriter } from '../requests/ports.ts';

/** Ids under which the registry knows the schemas that every engine writes. */
export interface WrittenSchemas {
  readonly replyId: number;
  readonly factId: number;
}

/** Replies and facts as Avro, in the registry's wire format. */
export const createMessageWriter = ({ replyId, factId }: WrittenSchemas): MessageWriter => ({
  ...createFactWriter(factId),
  replyTo: ({ topic: from, headers }, reply) => {
    // Nobody waits for a tenant's own stream, whatever its headers say.
    if (isStreamTopic(from)) return null;
    const topic = headers[names.replyTopic]?.toString();
    const correlationId = headers[names.correlationId];
    const partition = Number(headers[names.replyPartition]?.toString());
    if (topic === undefined || correlationId === undefined || !Number.isSafeInteger(partition)) return null;
    // Only our own reply topic is written to, whatever a header says.
    if (topic !== topics.replies) return null;
    return {
      topic,
      partition,
      key: null,
      value: replyCodec.encode(reply, replyId),
      headers: { [names.correlationId]: correlationId },
    };
  },
});
