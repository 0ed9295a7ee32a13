import type { FactType } from '@loyalty/contracts';

/**
 * Where a fact comes from. `stream`: from a record of Kafka or from another fact or row, so engines, followers and jobs bring it about
 * again. `redeem`: from a record that is decided again only with evidence that it was accepted. `call`: from a call that nobody repeats.
 */
export type FactOrigin = 'stream' | 'redeem' | 'call';

/** A new type without an origin does not compile. */
const origins: Readonly<Record<FactType, FactOrigin>> = {
  'campaign.budget_alert': 'stream',
  'campaign.budget_suspended': 'stream',
  'event.processed': 'stream',
  'management.written': 'call',
  // Receipts enrol most members. Those whom a call enrolled stay missing until somebody repeats the call.
  'member.enrolled': 'stream',
  'member.erased': 'call',
  'member.stamp_card_completed': 'stream',
  'member.state_changed': 'call',
  'member.tier_changed': 'stream',
  'points.adjusted': 'call',
  'points.credited': 'stream',
  'points.expired': 'stream',
  'reward.expired': 'stream',
  'reward.failed': 'stream',
  'reward.issued': 'stream',
  'reward.redeemed': 'call',
  'reward.requested': 'stream',
  'transaction.processed': 'stream',
  'transaction.redeemed': 'redeem',
};

const types = Object.keys(origins) as readonly FactType[];

/** Returns the origin of a fact; a type that this build does not know counts as repeated. */
export const originOf = (type: string): FactOrigin =>
  Object.hasOwn(origins, type) ? origins[type as FactType] : 'stream';

/** The types that are rare, and that matter most after a restore: redeems, and what calls wrote. */
export const rareFactTypes: readonly FactType[] = types.filter((type) => origins[type] !== 'stream');

/** The types that records of Kafka bring about again, most of all facts. */
export const repeatedFactTypes: readonly FactType[] = types.filter((type) => origins[type] === 'stream');
