import { type FactType, segmentGroup } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { allMemberChanges, memberChanges, type MemberChangeSet } from '@loyalty/rules/segments';
import { followFacts, memberUpdateDecoder } from '@loyalty/service/facts';
import type { ConsumerGroupOptions } from '@loyalty/streams/runtime';
import type { MemberRecheck } from '../usecases/membership-batch.ts';

const { purchase, points, lifetime, state } = memberChanges;
const earned = points | lifetime;

/** A tier changes with lifetime points, or by a change of tiers. */
const changes: Readonly<Partial<Record<FactType, MemberChangeSet>>> = {
  'transaction.processed': purchase | earned,
  'event.processed': earned,
  'points.credited': earned,
  'points.matured': earned,
  'transaction.redeemed': points,
  'transaction.authorized': points,
  'transaction.voided': points,
  'transaction.returned': purchase | earned,
  'points.expired': points,
  'points.adjusted': points,
  'member.tier_changed': lifetime,
  'member.state_changed': state,
  'member.enrolled': allMemberChanges,
  'member.erased': allMemberChanges,
  // Of the one who stays: the other one has left their segments in the merge.
  'member.merged': allMemberChanges,
};

export const consumeFacts = (kafka: Kafka): ConsumerGroupOptions<MemberRecheck> =>
  followFacts({ kafka, consumerGroup: segmentGroup, decoder: memberUpdateDecoder(changes) });
