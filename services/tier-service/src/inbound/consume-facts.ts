import { tierGroup } from '@loyalty/contracts';
import { followFacts, memberUpdateDecoder, type MemberUpdate } from '@loyalty/stream-service';
import type { Kafka, ConsumerGroupOptions } from '@loyalty/messaging';

/** That a member's lifetime points may have changed. */
export type TierUpdate = MemberUpdate<true>;

/** What adds to lifetime points; a member who is enrolled comes into a tier that begins at 0. */
const changes = {
  'member.enrolled': true,
  'transaction.processed': true,
  'event.processed': true,
  'points.credited': true,
} as const;

/** News of members whose tier may have changed. */
export const consumeFacts = (kafka: Kafka): ConsumerGroupOptions<TierUpdate> =>
  followFacts({ kafka, consumerGroup: tierGroup, decoder: memberUpdateDecoder(changes) });
