import { type ScriptedResult, testAtMs } from '@loyalty/testkit/engine';
import {
  environmentId,
  factIn,
  memberId,
  redeem,
  replyIn,
  returnOf,
  run,
  tenARand,
} from './testing/run-burn-batch.ts';
import { campaignId, idOf, stored } from './testing/stored-receipts.ts';

describe('what hangs on a receipt', () => {
  const rewardId = 'd0000000-0000-4000-8000-000000000001';
  const waitingId = 'd0000000-0000-4000-8000-000000000002';
  const award = { campaignId, campaignName: 'Coffees', pointsEarned: 0, rewardIds: [rewardId, waitingId] };
  const card = { campaignId, stampsCollected: 0, stampsRequired: 10, completed: true };
  const response = Buffer.from(JSON.stringify({ campaigns: [award], stampCards: [card] }));
  const reward = (id: string, state: string) => ({
    environmentId,
    id,
    state,
    expiresAtMs: null,
    rewardType: 'GIFT_CARD',
    value: { amount: 2_500 },
  });
  const hanging = (more: Readonly<Record<string, ScriptedResult>> = {}) =>
    stored(
      { response },
      {
        'rewards-read-returned': () => [reward(rewardId, 'ISSUED'), reward(waitingId, 'PENDING_FULFILMENT')],
        'stamps-read': () => [{ environmentId, memberId, campaignId, stamps: 3 }],
        ...more,
      },
    );

  it('is locked behind budgets, given back before the positions, and stored in the order of locks', async () => {
    const { tx } = await run([returnOf('a')], hanging());
    expect(tx.names.slice(5)).toEqual([
      'redeems-to-refund',
      'stamps-read',
      'spent-points',
      'rewards-lock-returned',
      'rewards-read-returned',
      'budgets-give-back',
      'transactions-insert',
      'accounts-update',
      'stamps-write',
      'rewards-take-back',
      'returned-receipts-write',
    ]);
    expect(tx.valuesOf('budgets-give-back')).toEqual([[environmentId], [campaignId], [5_000]]);
    expect(tx.valuesOf('stamps-write').at(-1)).toEqual([22]);
    expect(tx.valuesOf('rewards-take-back').slice(1, 3)).toEqual([
      [rewardId, waitingId],
      ['EXPIRED', 'FAILED'],
    ]);
  });

  it('has facts behind that of the return (D174)', async () => {
    const { effects } = await run([returnOf('a')], hanging());
    const [reply] = effects.replies.map(replyIn);
    expect(effects.facts.map(factIn)).toMatchObject([
      { type: 'transaction.returned', data: reply?.body },
      {
        type: 'reward.expired',
        id: idOf('a', `reward.expired:${rewardId}`),
        data: { rewardId, memberId, expiredAt: new Date(testAtMs).toISOString(), reason: 'RETURNED' },
      },
      { type: 'reward.failed', data: { rewardId: waitingId, memberId, failureReason: 'RETURNED' } },
    ]);
  });

  it('▲ a campaign that a redeem of the batch may pause is locked before the rewards', async () => {
    const { tx } = await run([redeem('b'), returnOf('a')], {
      ...hanging(),
      campaigns: [{ ...tenARand, maxBudgetCents: 1_000_000 }],
      responses: {
        ...hanging().responses,
        'budgets-read': () => [
          {
            environmentId,
            campaignId: tenARand.id,
            spentCents: 0,
            allowedCents: 0,
            alertedForCents: null,
            maxBudgetCents: 1_000_000,
            alertThreshold: 0.8,
          },
        ],
      },
    });
    const at = (name: string) => tx.names.indexOf(name);
    expect(at('budgets-lock')).toBeGreaterThan(0);
    expect(at('budgets-lock-campaigns')).toBeGreaterThan(at('budgets-lock'));
    expect(at('rewards-lock-returned')).toBeGreaterThan(at('budgets-lock-campaigns'));
    expect(at('budgets-give-back')).toBeGreaterThan(at('budgets-spend'));
  });

  it('of another member is not looked at', async () => {
    const other = stored({ response, memberId: 'c0000000-0000-4000-8000-000000000001' });
    expect((await run([returnOf('a')], other)).tx.names).not.toContain('rewards-lock-returned');
  });
});
