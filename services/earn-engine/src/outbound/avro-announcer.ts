import { factCodec, headers as names, replyCodec, topics } from '@loyalty/contracts';
import { isStreamTopic } from '@loyalty/programme';
import type { Announcer } from '../usecases/ports.ts';

/** Ids under which the registry knows the schemas that this service writes. */
export interface WrittenSchemas {
  readonly replyId: number;
  readonly factId: number;
}

/** Replies and facts as Avro, in the registry's wire format. */
export const createAvroAnnouncer = ({ replyId, factId }: WrittenSchemas): Announcer => ({
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
  factOf: ({ id, type, snapshot, memberKey, occurredAtMs, ledgerSeq, data }) => ({
    topic: topics.facts,
    key: Buffer.from(memberKey.toString('base64url')),
    value: factCodec.encode(
      {
        id,
        type,
        environmentId: snapshot.environmentId,
        tenantId: snapshot.tenantId,
        occurredAt: occurredAtMs,
        ledgerSeq,
        data: Buffer.from(JSON.stringify(data)),
      },
      factId,
    ),
    headers: { [names.factType]: type },
  }),
});
