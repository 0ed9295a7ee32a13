import { memberKeyOf } from '@loyalty/kernel';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryCache,
  MemoryConfiguration,
  replyHeaders,
  ScriptedTransaction,
  testEnvironmentId,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { quickClock } from '@loyalty/testkit/runs';
import { ReferenceMoved } from '@loyalty/tables/accounts';
import { createMessageWriter } from '../outbound/engine-ports.ts';
import { createToyHandler, type ToyBody } from '../testing/toy-engine.ts';
import { createEngineBatch } from './create-engine-batch.ts';
import { blockedDecision } from './references.ts';

const { secret } = testSnapshot();
const keyOf = (reference: string): Buffer => memberKeyOf(secret, reference);

const startEngine = (hasReferences: boolean) => {
  const configuration = new MemoryConfiguration(testSnapshot(hasReferences ? { hasReferences: true } : {}));
  return createEngineBatch(createToyHandler(configuration), {
    configuration,
    cache: new MemoryCache(),
    writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
    clock: quickClock(),
    metrics: createMetrics({ service: 'engine-test' }),
  });
};

const toy = (ref: string, member: string, given: Partial<ToyBody> = {}) =>
  testMessage({ ref, member, points: 5, ...given }, { headers: replyHeaders });

const memberId = '0198c0de-7a11-8d4f-8e32-5c8e3b01d002';

/** The row of a reference; without `of` it is the member's own first one. */
const referenceRow = (reference: string, state: string, of: string | null = null) => ({
  environmentId: testEnvironmentId,
  memberKey: keyOf(reference),
  state,
  leadsTo: of === null ? null : memberId,
  endKey: of === null ? null : keyOf(of),
  endRef: of,
});

const accountRow = (member: string, leadsTo: string | null = null) => ({
  environmentId: testEnvironmentId,
  memberKey: keyOf(member),
  id: memberId,
  state: 'active',
  pointsBalance: 100,
  lifetimePoints: 100,
  ledgerSeq: 3,
  lastActivityAtMs: null,
  pointsToDeduct: 0,
  claims: null,
  spendCents: 0,
  txnCount: 0,
  lastTxnDay: null,
  leadsTo,
});

test('an environment without further references sends no statement for them', async () => {
  const tx = new ScriptedTransaction();
  await startEngine(false).plan(tx, [toy('a', 'card-1')]);
  expect(tx.names).not.toContain('references-read');
});

test('two cards of one member in one batch are one account, which the first card has enrolled (D345)', async () => {
  const tx = new ScriptedTransaction({
    'references-read': () => [referenceRow('card-2', 'ACTIVE', 'card-1')],
    'accounts-lock': () => [accountRow('card-1')],
  });
  const { accounts, requests } = await startEngine(true).plan(tx, [toy('a', 'card-1'), toy('b', 'card-2')]);
  expect(tx.valuesOf('accounts-lock')[1]).toEqual([keyOf('card-1'), keyOf('card-1')]);
  expect(accounts.updated.map(({ account }) => account.pointsBalance)).toEqual([110]);
  expect(requests.postings.map(({ posting }) => posting.balanceAfter)).toEqual([105, 110]);
});

test('references are asked for before the accounts are locked', async () => {
  const tx = new ScriptedTransaction();
  await startEngine(true).plan(tx, [toy('a', 'card-1')]);
  expect(tx.names.slice(0, 2)).toEqual(['references-read', 'accounts-lock']);
});

test('a blocked reference is refused, and the member’s others are not', async () => {
  const tx = new ScriptedTransaction({
    'references-read': () => [
      referenceRow('card-2', 'BLOCKED', 'card-1'),
      referenceRow('card-3', 'ACTIVE', 'card-1'),
    ],
    'accounts-lock': () => [accountRow('card-1')],
  });
  const batch = [toy('a', 'card-1'), toy('b', 'card-2'), toy('c', 'card-3')];
  const { outcomes } = await startEngine(true).plan(tx, batch);
  expect(outcomes.map((one) => (one.outcome === 'refused' ? one.code : one.outcome))).toEqual([
    'processed',
    'REFERENCE_BLOCKED',
    'processed',
  ]);
});

test('a member’s first reference can be blocked alone', async () => {
  const tx = new ScriptedTransaction({
    'references-read': () => [referenceRow('card-1', 'BLOCKED'), referenceRow('card-2', 'ACTIVE', 'card-1')],
    'accounts-lock': () => [accountRow('card-1')],
  });
  const { outcomes } = await startEngine(true).plan(tx, [toy('a', 'card-1'), toy('b', 'card-2')]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'processed']);
});

test('▲ a reference that was linked between the question and the lock is a lost race, and the batch asks again whatever its configuration says', async () => {
  const engine = startEngine(false);
  const raced = new ScriptedTransaction({ 'accounts-lock': () => [accountRow('card-2', memberId)] });
  await expect(engine.plan(raced, [toy('a', 'card-2')])).rejects.toThrow(ReferenceMoved);
  const again = new ScriptedTransaction({
    'references-read': () => [referenceRow('card-2', 'ACTIVE', 'card-1')],
    'accounts-lock': () => [accountRow('card-1')],
  });
  const { accounts } = await engine.plan(again, [toy('a', 'card-2')]);
  expect(accounts.updated.map(({ account }) => account.pointsBalance)).toEqual([105]);
});

test.each([
  ['evaluate', 'BLOCKED', true],
  ['event', 'BLOCKED', true],
  ['redeem', 'BLOCKED', true],
  ['evaluate', 'EARN_ONLY', false],
  ['event', 'EARN_ONLY', false],
  ['redeem', 'EARN_ONLY', true],
  ['return', 'BLOCKED', false],
  ['capture', 'BLOCKED', false],
  ['void', 'BLOCKED', false],
  ['credit', 'BLOCKED', false],
] as const)('%s by a reference that is %s: refused is %s (D345)', (operation, referenceState, isRefused) => {
  const decided = blockedDecision({ operation, referenceState, message: toy('a', 'card-1') });
  expect(decided?.code === 'REFERENCE_BLOCKED').toBe(isRefused);
});
