import type { TypedFact } from '@loyalty/contracts';
import { webhookValidatorFor } from '@loyalty/contracts/documents';
import type { PublicFactType } from '@loyalty/contracts/webhooks';
import { randomId } from '@loyalty/kernel';
import { webhookDataOf } from './webhook-data.ts';

const [memberId, campaignId] = [randomId(), randomId()];
const beside = { ledgerSeq: 4, memberRef: 'customer-42', rewardValue: {}, campaignName: null };
const member = { memberId, memberRef: 'customer-42' };
const campaigns = [{ campaignId, campaignName: 'A friend', pointsEarned: 50, rewardIds: [] }];
const earned = { pointsAwarded: 50, pointsBalance: 400, campaigns };
const ofEvent = { eventId: randomId(), eventKey: null, ref: 'event-1' };
const ofReceipt = { transactionId: randomId(), transactionRef: 'receipt-1' };
const matured = { transactionId: randomId(), points: 50, pointsBalance: 400 };
const returned = {
  returnTransactionId: randomId(),
  returnRef: 'return-1',
  transactionRef: 'receipt-1',
  amountReturned: 100,
  amountRemaining: 0,
  isWhole: true,
  pointsReversed: 200,
  pointsFromPending: 0,
  pointsFromBalance: 50,
  pointsExpired: 0,
  pointsForgiven: 0,
  pointsToDeduct: 150,
  pointsBalance: 0,
  awards: [],
  stampCards: [],
  redeemed: null,
  reason: null,
};
const forgiven = {
  returnTransactionId: randomId(),
  returnRef: 'return-1',
  transactionRef: 'receipt-1',
  pointsForgiven: 80,
};
const refused = {
  operation: 'redeem',
  transactionRef: 'redeem-1',
  code: 'MEMBER_SUSPENDED',
  context: {},
  source: null,
};
const unreadable = {
  operation: 'evaluate',
  transactionRef: null,
  code: 'UNREADABLE',
  context: { reason: 'NOT_WIRE_FORMAT', detail: 'the first byte is not 0' },
  source: { topic: 'loyalty.receipts', partition: 3, offset: 41 },
};
const ofCredit = { creditId: randomId(), ref: 'event:event-1' };

test.each<[type: string, TypedFact<PublicFactType>, data: object]>([
  [
    'event.processed',
    { type: 'event.processed', data: { ...ofEvent, memberId, ...earned } },
    { ...ofEvent, ...member, ...earned, ledgerSeq: 4 },
  ],
  [
    'points.credited',
    { type: 'points.credited', data: { ...ofCredit, memberId, ...earned } },
    { ...ofCredit, ...member, ...earned, ledgerSeq: 4 },
  ],
  [
    'points.credited',
    { type: 'points.credited', data: { ...ofCredit, memberId, ...earned, pointsDeducted: 20 } },
    { ...ofCredit, ...member, ...earned, pointsDeducted: 20, ledgerSeq: 4 },
  ],
  [
    'points.matured',
    { type: 'points.matured', data: { memberId, ...matured, pointsDeducted: 20 } },
    { ...member, ...matured, pointsDeducted: 20, ledgerSeq: 4 },
  ],
  [
    'transaction.processed',
    { type: 'transaction.processed', data: { ...ofReceipt, memberId, ...earned, pointsDeducted: 20 } },
    { ...ofReceipt, ...member, ...earned, pointsDeducted: 20, ledgerSeq: 4 },
  ],
  [
    'transaction.returned',
    { type: 'transaction.returned', data: { ...returned, memberId, state: 'PROCESSED' } },
    { ...returned, ...member, ledgerSeq: 4 },
  ],
  [
    'member.points_forgiven',
    { type: 'member.points_forgiven', data: { memberId, ...forgiven } },
    { ...member, ...forgiven },
  ],
  [
    'transaction.refused',
    { type: 'transaction.refused', data: { ...refused, memberId } },
    { ...refused, ...member },
  ],
  [
    'transaction.refused',
    { type: 'transaction.refused', data: { ...unreadable, memberId: null } },
    { ...unreadable, memberId: null, memberRef: null },
  ],
  [
    'points.adjusted',
    { type: 'points.adjusted', data: { memberId, points: -50, pointsBalance: 0 } },
    { ...member, points: -50, pointsBalance: 0, ledgerSeq: 4 },
  ],
  [
    'member.suspended',
    { type: 'member.state_changed', data: { memberId, from: 'active', to: 'suspended' } },
    member,
  ],
  [
    'member.reference_changed',
    {
      type: 'member.reference_changed',
      data: { memberId, state: 'BLOCKED', isReleased: false },
    },
    { ...member, state: 'BLOCKED', isReleased: false },
  ],
  [
    'member.merged',
    {
      type: 'member.merged',
      data: { memberId, mergedMemberId: campaignId, points: 5, lifetimePoints: 9, pointsBalance: 7 },
    },
    { ...member, mergedMemberId: campaignId, points: 5, lifetimePoints: 9, pointsBalance: 7, ledgerSeq: 4 },
  ],
  [
    'member.reinstated',
    { type: 'member.state_changed', data: { memberId, from: 'suspended', to: 'active' } },
    member,
  ],
])('▲ %s has the fields of its schema, and no other field of its fact (D109)', (type, fact, data) => {
  const ofALaterBuild: object = { ...fact.data, more: 1 };
  const more = { type: fact.type, data: ofALaterBuild } as typeof fact;
  const made = webhookDataOf(more, beside);
  expect(made).toEqual({ type, data });
  const at = '2026-03-01T08:00:00.000Z';
  const envelope = { id: randomId(), event: type, tenantId: randomId(), mode: 'live', createdAt: at };
  const body = { ...envelope, deliveryId: randomId(), timestamp: at, data: made.data };
  expect(webhookValidatorFor(made.type)(body)).toEqual({ ok: true, value: body });
});

test('an event without points has no ledger number', () => {
  const data = { ...ofEvent, memberId, pointsAwarded: 0, pointsBalance: 400, campaigns: [] };
  const made = webhookDataOf({ type: 'event.processed', data }, { ...beside, ledgerSeq: null });
  expect(made.data).toEqual({ ...data, memberRef: 'customer-42' });
});
