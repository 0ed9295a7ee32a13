import { dayMs, derivedIds } from '@loyalty/kernel';
import { type ScriptedResult, testAtMs, testSnapshot } from '@loyalty/testkit/engine';
import { environmentId, memberId } from './run-burn-batch.ts';

export const idOf = (ref: string, kind = 'transaction') =>
  derivedIds({ secret: testSnapshot().secret, atMs: testAtMs, operation: 'return', ref })(kind);

export const campaignId = '0198c0de-1111-7000-8000-000000000001';

export const boughtAtMs = testAtMs - 30 * dayMs;

/** A receipt of R200.00 that earned 200 points. */
const receipt = (given: Readonly<Record<string, unknown>> = {}) => ({
  environmentId,
  ref: 'receipt-1',
  transactionId: 'b0000000-0000-4000-8000-000000000001',
  memberId,
  response: Buffer.from(
    JSON.stringify({
      campaigns: [{ campaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [] }],
      stampCards: [],
    }),
  ),
  amountCents: 20_000,
  ledgerSeq: 2,
  occurredAtMs: boughtAtMs,
  amountReturned: null,
  terms: null,
  amountUnnamed: null,
  skus: null,
  kept: null,
  returnIds: null,
  ...given,
});

const entry = {
  transactionId: 'b0000000-0000-4000-8000-000000000001',
  points: 200,
  slidingDays: null,
  expiresAtMs: null,
  addedAtMs: boughtAtMs,
};

export const stored = (
  given: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, ScriptedResult>> = {},
) => ({
  responses: {
    'receipts-to-return': () => [receipt(given)],
    'entries-of-receipts': () => [entry],
    ...more,
  },
});
