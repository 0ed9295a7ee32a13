import { tierGroup } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { followFacts, type MemberUpdate, memberUpdateDecoder } from '@loyalty/service/facts';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';

/** An enrolled member enters a tier that begins at 0. */
const changes = {
  'member.enrolled': true,
  'member.merged': true,
  'transaction.processed': true,
  'event.processed': true,
  'points.credited': true,
  'points.matured': true,
  'transaction.returned': true,
} as const;

export const consumeFacts = (kafka: Kafka): ConsumerGroupOptions<MemberUpdate<true>> =>
  followFacts({ kafka, consumerGroup: tierGroup, decoder: memberUpdateDecoder(changes) });
