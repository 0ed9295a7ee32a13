import type { HttpSchemas } from '@loyalty/contracts/http';
import type { WindowDays } from '../statistics/purchase-statistics.ts';

export type SegmentField = HttpSchemas['SegmentField'];

export const memberChanges = { purchase: 1, points: 2, lifetime: 4, state: 8 } as const;

export type MemberChangeSet = number;

export const allMemberChanges: MemberChangeSet =
  memberChanges.purchase | memberChanges.points | memberChanges.lifetime | memberChanges.state;

export type CountedFigure = 'spendCents' | 'txnCount';

export type NumberSource =
  | { readonly from: 'points'; readonly column: 'pointsBalance' | 'lifetimePoints' }
  | { readonly from: 'total'; readonly of: CountedFigure }
  | { readonly from: 'window'; readonly days: WindowDays; readonly of: CountedFigure }
  | { readonly from: 'average'; readonly days: WindowDays }
  | { readonly from: 'daysSince'; readonly day: 'lastTxn' | 'enrolled' };

export type NumberField = Exclude<SegmentField, 'tier_id' | 'state'>;

/** The changes that can change it on the same day. */
interface FieldDescription {
  readonly kind: 'number' | 'tier' | 'state';
  readonly changes: MemberChangeSet;
}

interface NumberDescription extends FieldDescription {
  readonly kind: 'number';
  readonly source: NumberSource;
}

const numberOf = (changes: MemberChangeSet, source: NumberSource): NumberDescription => ({
  kind: 'number',
  source,
  changes,
});

const { purchase, points, lifetime, state } = memberChanges;

/**
 * The number fields of D57. Windows and days since an event also change with time alone, which the nightly
 * job sees.
 */
export const segmentFields: Readonly<Record<NumberField, NumberDescription>> & {
  readonly tier_id: FieldDescription & { readonly kind: 'tier' };
  readonly state: FieldDescription & { readonly kind: 'state' };
} = {
  spend_cents_7d: numberOf(purchase, { from: 'window', days: 7, of: 'spendCents' }),
  spend_cents_30d: numberOf(purchase, { from: 'window', days: 30, of: 'spendCents' }),
  spend_cents_90d: numberOf(purchase, { from: 'window', days: 90, of: 'spendCents' }),
  spend_cents_365d: numberOf(purchase, { from: 'window', days: 365, of: 'spendCents' }),
  txn_count_7d: numberOf(purchase, { from: 'window', days: 7, of: 'txnCount' }),
  txn_count_30d: numberOf(purchase, { from: 'window', days: 30, of: 'txnCount' }),
  txn_count_90d: numberOf(purchase, { from: 'window', days: 90, of: 'txnCount' }),
  txn_count_365d: numberOf(purchase, { from: 'window', days: 365, of: 'txnCount' }),
  spend_cents_lifetime: numberOf(purchase, { from: 'total', of: 'spendCents' }),
  txn_count_lifetime: numberOf(purchase, { from: 'total', of: 'txnCount' }),
  avg_basket_cents_30d: numberOf(purchase, { from: 'average', days: 30 }),
  days_since_last_txn: numberOf(purchase, { from: 'daysSince', day: 'lastTxn' }),
  // It is set once, by enrolment.
  days_since_enrolled: numberOf(state, { from: 'daysSince', day: 'enrolled' }),
  points_balance: numberOf(points, { from: 'points', column: 'pointsBalance' }),
  lifetime_points: numberOf(lifetime, { from: 'points', column: 'lifetimePoints' }),
  tier_id: { kind: 'tier', changes: lifetime },
  state: { kind: 'state', changes: state },
};
