import { headers as names, replyCodec, topics } from '@loyalty/contracts';
import { createFactWriter, type SchemaId } from '@loyalty/messaging';
import { isStreamTopic } from '@loyalty/configuration';
import type { MessageWriter } from '../requests/ports.ts';

/** The registry's ids of the schemas that every engine writes. */
export interface WrittenSchemas {
  readonly replyId: SchemaId;
  readonly factId: SchemaId;
}

/** Encodes replies and facts as Avro, in the registry's wire format. */
export const createMessageWriter = ({ replyId, factId }: WrittenSchemas): MessageWriter => ({
  ...createFactWriter(factId),
  replyTo: ({ topic: from, headers }, reply) => {
    // No caller waits on a tenant's own stream: the tenant writes its headers.
    if (isStreamTopic(from)) return null;
    const topic = headers[names.replyTopic]?.toString();
    const correlationId = headers[names.correlationId];
    const partition = Number(headers[names.replyPartition]?.toString());
    if (topic === undefined || correlationId === undefined || !Number.isSafeInteger(partition)) return null;
    // A header may name any topic; only the reply topic is written to.
    if (topic !== topics.replies) return null;
    return {
      topic,
      partition,
      key: null,
      value: replyCodec.encode(reply, replyId()),
      headers: { [names.correlationId]: correlationId },
    };
  },
});
