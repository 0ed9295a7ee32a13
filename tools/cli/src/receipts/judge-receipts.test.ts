import { evaluateRequestCodec, fingerprintOf } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { createJudgeReceipts, outcomeOf } from './judge-receipts.ts';

const [ours, another] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
const sinceMs = 1_000;

test.each([
  ['stored by this run', { fingerprint: ours, storedAtMs: 1_000, refusalCode: null }, { outcome: 'stored' }],
  ['stored before', { fingerprint: ours, storedAtMs: 999, refusalCode: null }, { outcome: 'repeated' }],
  [
    'stored with another content',
    { fingerprint: another, storedAtMs: 1_000, refusalCode: null },
    { outcome: 'differing' },
  ],
  [
    'stored before with another content, and refused for it now',
    { fingerprint: another, storedAtMs: 1, refusalCode: 'TRANSACTION_DUPLICATE' },
    { outcome: 'differing' },
  ],
  [
    'stored now, and refused before',
    { fingerprint: ours, storedAtMs: 1_001, refusalCode: 'MEMBER_SUSPENDED' },
    { outcome: 'stored' },
  ],
  [
    'refused',
    { fingerprint: null, storedAtMs: null, refusalCode: 'MEMBER_ERASED' },
    { outcome: 'refused', code: 'MEMBER_ERASED' },
  ],
  ['neither', { fingerprint: null, storedAtMs: null, refusalCode: null }, { outcome: 'undecided' }],
  ['not found', undefined, { outcome: 'undecided' }],
])('a receipt that is %s', (_, state, outcome) => {
  expect(outcomeOf(state, { fingerprint: ours, sinceMs, isFirst: () => true })).toEqual(outcome);
});

test('a receipt that the file has twice is stored once and repeated once', () => {
  const state = { fingerprint: ours, storedAtMs: 1_000, refusalCode: null };
  expect(outcomeOf(state, { fingerprint: ours, sinceMs, isFirst: () => false })).toEqual({
    outcome: 'repeated',
  });
});

test('a receipt that was stored in other words is repeated, as engines judge it (D125)', async () => {
  const request = evaluateRequest();
  const stored = fingerprintOf(evaluateRequestCodec.encode({ ...request, currency: 'ZAR' }, 1));
  const differing = fingerprintOf(evaluateRequestCodec.encode({ ...request, currency: 'USD' }, 1));
  const judgeOver = (fingerprint: Buffer) =>
    createJudgeReceipts({
      db: {
        query: () =>
          // The settings are read from the same rows.
          Promise.resolve([{ fingerprint, storedAtMs: 1, refusalCode: null, stored: {}, nowMs: 1 }]),
      } as unknown as Queryable,
      environmentId: 1 as EnvironmentId,
      schemaId: 1,
      loadBeganAtMs: () => Promise.resolve(sinceMs),
    });
  const receipts = [{ line: { number: 1, bytes: Buffer.alloc(0), isTooLong: false }, request }];
  expect(await judgeOver(stored)(receipts)).toEqual([{ outcome: 'repeated' }]);
  expect(await judgeOver(differing)(receipts)).toEqual([{ outcome: 'differing' }]);
});
