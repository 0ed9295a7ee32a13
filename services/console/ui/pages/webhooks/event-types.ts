import type { Schemas } from '@loyalty/client';

export type EventType = Exclude<Schemas['WebhookEvent'], '*'>;

export const eventTypes = [
  'transaction.processed',
  'transaction.redeemed',
  'transaction.authorized',
  'transaction.captured',
  'transaction.voided',
  'transaction.returned',
  'transaction.refused',
  'member.enrolled',
  'member.tier_changed',
  'member.stamp_card_completed',
  'member.points_forgiven',
  'member.suspended',
  'member.reinstated',
  'member.reference_changed',
  'member.merged',
  'member.erased',
  'points.credited',
  'points.adjusted',
  'points.matured',
  'points.expired',
  'reward.issued',
  'reward.redeemed',
  'reward.expired',
  'reward.failed',
  'campaign.budget_alert',
  'campaign.budget_suspended',
  'event.processed',
  'webhook.disabled',
] as const satisfies readonly EventType[];

export interface EventGroup {
  /** The word before the dot, or `other`. */
  readonly subject: string;
  readonly types: readonly string[];
}

const subjects = new Set(eventTypes.map((type) => type.split('.')[0] ?? ''));

/**
 * Returns the types that can be chosen, by subject. Types of a later API that a webhook already has are among
 * the others.
 */
export const eventGroupsOf = (chosen: readonly string[]): readonly EventGroup[] => {
  const known = new Set<string>(eventTypes);
  const later = chosen.filter((type) => type !== '*' && !known.has(type));
  const groups: readonly EventGroup[] = [...subjects].map((subject) => ({
    subject,
    types: eventTypes.filter((type) => type.startsWith(`${subject}.`)),
  }));
  return later.length === 0 ? groups : groups.concat({ subject: 'other', types: later });
};
