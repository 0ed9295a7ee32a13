import { tierGroup } from '@loyalty/contracts';
import { followFacts, memberNewsDecoder, type MemberNews } from '@loyalty/engine';
import type { Kafka, LaneOptions } from '@loyalty/messaging';

/** That a member's lifetime points may have changed. */
export type TierNews = MemberNews<true>;

/** What adds to lifetime points; a member who is enrolled comes into a tier that begins at 0. */
const changes = {
  'member.enrolled': true,
  'transaction.processed': true,
  'event.processed': true,
  'points.credited': true,
} as const;

/** News of members whose tier may have changed. */
export const consumeFacts = (kafka: Kafka): LaneOptions<TierNews> =>
  followFacts({ kafka, consumerGroup: tierGroup, decoder: memberNewsDecoder(changes) });
