import { segmentGroup, type FactType } from '@loyalty/contracts';
import { followFacts, memberUpdateDecoder, type MemberUpdate } from '@loyalty/stream-service';
import type { Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import { allMemberChanges, memberChanges, type MemberChangeSet } from '@loyalty/rules';

/** That something of a member may have changed that rules look at. */
export type SegmentUpdate = MemberUpdate<MemberChangeSet>;

const { purchase, points, lifetime, state } = memberChanges;
const earned = points | lifetime;

/** What each fact may change of its member. A tier changes with lifetime points, or by a change of tiers. */
const changes: Readonly<Partial<Record<FactType, MemberChangeSet>>> = {
  'transaction.processed': purchase | earned,
  'event.processed': earned,
  'points.credited': earned,
  'transaction.redeemed': points,
  'points.expired': points,
  'points.adjusted': points,
  'member.tier_changed': lifetime,
  'member.state_changed': state,
  'member.enrolled': allMemberChanges,
  'member.erased': allMemberChanges,
};

/** News of members whom rules may judge otherwise now. */
export const consumeFacts = (kafka: Kafka): ConsumerGroupOptions<SegmentUpdate> =>
  followFacts({ kafka, consumerGroup: segmentGroup, decoder: memberUpdateDecoder(changes) });
