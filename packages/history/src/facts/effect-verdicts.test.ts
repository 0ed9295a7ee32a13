import type { EnvironmentId } from '@loyalty/kernel';
import {
  budgetVerdict,
  cardVerdict,
  effectOf,
  entityVerdict,
  memberVerdict,
  partVerdict,
  placeVerdict,
  rewardVerdict,
} from './fact-effects.ts';

const environmentId = 7 as EnvironmentId;
const member = { environmentId, id: 'm', state: 'active', enrolledAtMs: 100 } as const;

test.each([
  ['been enrolled', {}, 'happened'],
  ['been enrolled', { enrolledAtMs: 200 }, 'published-again'],
  ['been enrolled', { enrolledAtMs: 200, state: 'anonymized' }, 'happened'],
  ['active', {}, 'happened'],
  ['suspended', {}, 'nothing'],
  ['anonymized', {}, 'nothing'],
  ['suspended', { state: 'anonymized' as const }, 'happened'],
] as const)('a member published as %s, and stored as %j: %s', (has, is, verdict) => {
  expect(memberVerdict({ ...member, ...is }, has, 100)).toEqual({ kind: verdict });
  expect(memberVerdict(undefined, has, 100)).toEqual({ kind: 'nothing' });
});

const pending = {
  environmentId,
  id: 'r',
  state: 'PENDING_FULFILMENT' as const,
  issuedAtMs: null,
  retriedAtMs: null,
  returnedAtMs: null,
};

test.each([
  ['been given', {}, 'happened'],
  ['ISSUED', {}, 'nothing'],
  ['ISSUED', { state: 'ISSUED', issuedAtMs: 100 }, 'happened'],
  ['ISSUED', { state: 'ISSUED', issuedAtMs: 200 }, 'published-again'],
  ['ISSUED', { state: 'REDEEMED', issuedAtMs: 100 }, 'happened'],
  ['FAILED', {}, 'nothing'],
  ['FAILED', { retriedAtMs: 101 }, 'happened'],
  ['FAILED', { state: 'FAILED' }, 'happened'],
  ['REDEEMED', { state: 'ISSUED', issuedAtMs: 1 }, 'nothing'],
  ['REDEEMED', { state: 'REDEEMED', issuedAtMs: 1 }, 'happened'],
  ['EXPIRED', { state: 'EXPIRED', issuedAtMs: 1 }, 'happened'],
  ['RETURNED EXPIRED', { state: 'ISSUED', issuedAtMs: 1 }, 'nothing'],
  ['RETURNED EXPIRED', { state: 'EXPIRED', issuedAtMs: 1 }, 'nothing'],
  ['RETURNED EXPIRED', { state: 'EXPIRED', returnedAtMs: 100 }, 'happened'],
  ['RETURNED EXPIRED', { state: 'EXPIRED', returnedAtMs: 101 }, 'published-again'],
  ['RETURNED EXPIRED', { state: 'FAILED', returnedAtMs: 100 }, 'published-again'],
  ['RETURNED FAILED', { state: 'FAILED', returnedAtMs: 100 }, 'happened'],
  ['RETURNED FAILED', { state: 'FAILED' }, 'nothing'],
] as const)('a reward published as %s, and stored as %j: %s', (has, is, verdict) => {
  expect(rewardVerdict({ ...pending, ...is }, has, 100)).toEqual({ kind: verdict });
  expect(rewardVerdict(undefined, has, 100)).toEqual({ kind: 'nothing' });
});

test.each([
  [100, 100, 'happened'],
  [100, 200, 'happened'],
  [100, 99, 'nothing'],
  [100, undefined, 'nothing'],
  ['gone', undefined, 'happened'],
  ['gone', 100, 'nothing'],
] as const)('an entity published as written at %p, and stored with %p: %s', (has, updatedAtMs, verdict) => {
  const entity = updatedAtMs === undefined ? undefined : { updatedAtMs };
  expect(entityVerdict(entity, has)).toEqual({ kind: verdict });
});

test.each([
  ['in-place', 'happened'],
  ['later', 'published-again'],
  ['elsewhere', 'published-again'],
  [null, 'nothing'],
] as const)('an entry or a change of tier whose place is %s: %s', (place, verdict) => {
  expect(placeVerdict(place)).toEqual({ kind: verdict });
});

test.each([
  [{ completed: 1, stampedAtMs: 100 }, 'happened'],
  [{ completed: 0, stampedAtMs: 100 }, 'nothing'],
  [{ completed: 1, stampedAtMs: 99 }, 'nothing'],
])('a stamp card published as completed, and stored as %j: %s', (is, verdict) => {
  const card = { environmentId, memberId: 'm', campaignId: 'c', ...is } as Parameters<typeof cardVerdict>[0];
  expect(cardVerdict(card, 100)).toEqual({ kind: verdict });
  expect(cardVerdict(undefined, 100)).toEqual({ kind: 'nothing' });
});

test.each([
  ['alerted', { isAlerted: true }, 'happened'],
  ['alerted', {}, 'nothing'],
  ['suspended', { state: 'PAUSED' }, 'happened'],
  ['suspended', {}, 'nothing'],
  ['suspended', { updatedAtMs: 100 }, 'happened'],
] as const)('a budget published to have %s its campaign, which is stored as %j: %s', (has, is, verdict) => {
  const budget = {
    environmentId,
    campaignId: 'c',
    state: 'ACTIVE',
    isAlerted: false,
    updatedAtMs: 99,
    ...is,
  };
  expect(budgetVerdict(budget, has, 100)).toEqual({ kind: verdict });
  expect(budgetVerdict(undefined, has, 100)).toEqual({ kind: 'nothing' });
});

const forgiven = { memberId: 'm', returnRef: 'return-1', pointsForgiven: 20 };

test.each([
  [{ pointsClaimable: 5, pointsDeducted: 7 }, 'happened'],
  [{ pointsForgiven: 30 }, 'published-again'],
  [{ memberId: 'n' }, 'published-again'],
])('a part of a result whose request is stored with %j: %s', (more, verdict) => {
  expect(partVerdict(forgiven, { ...forgiven, ...more })).toEqual({ kind: verdict });
});

test('a refusal proves nothing: it left nothing behind, so nothing of it can be missing (D332)', () => {
  const fact = { id: 'f', environmentId, tenantId: null, occurredAtMs: 1, ledgerSeq: null };
  const data = { operation: 'evaluate', transactionRef: 'a', code: 'MEMBER_SUSPENDED' };
  expect(effectOf({ ...fact, type: 'transaction.refused', data })).toBeNull();
});

test('a fact of a type that this build does not know has no effect that could be missing', () => {
  const fact = { id: 'f', environmentId, tenantId: null, occurredAtMs: 1, ledgerSeq: null, data: {} };
  expect(effectOf({ ...fact, type: 'something.new' })).toBeNull();
  expect(effectOf({ ...fact, type: 'toString' })).toBeNull();
});
