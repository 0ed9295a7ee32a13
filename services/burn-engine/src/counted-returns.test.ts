import { utcDayOf } from '@loyalty/kernel';
import type { ScriptedResult } from '@loyalty/testkit/engine';
import { environmentId, memberId, returnOf, run } from './testing/run-burn-batch.ts';
import { boughtAtMs, campaignId, stored } from './testing/stored-receipts.ts';

/** 1 %, counted by a limit of a day and one for ever, on the day after that of UTC; with a cap of the month. */
const terms = Buffer.from('01' + '41' + '09' + '904e' + '14', 'hex');
const day = utcDayOf(boughtAtMs) + 1;

const use = (period: number, startsOn: number, [times, points]: readonly [number, number]) => ({
  environmentId,
  memberId,
  campaignId,
  period,
  startsOn,
  times,
  points,
});

const counted = (uses: readonly unknown[], more: Readonly<Record<string, ScriptedResult>> = {}) =>
  stored({ terms }, { 'member-uses-read-places': () => uses, ...more });

describe('what limits counted of a receipt (D247)', () => {
  it('▲ is read by its own day, of just these places, behind the locks, and stored in the order of locks', async () => {
    const { tx } = await run([returnOf('a')], counted([use(1, day, [3, 500])]));
    const [, , campaigns, periods, days] = tx.valuesOf('member-uses-read-places');
    expect([periods, days]).toEqual([
      [1, 0, 3],
      [day, 0, expect.any(Number)],
    ]);
    expect(campaigns).toEqual([campaignId, campaignId, '00000000-0000-0000-0000-000000000000']);
    expect(tx.names.indexOf('member-uses-read-places')).toBeGreaterThan(tx.names.indexOf('accounts-lock'));
    const stores = ['accounts-update', 'postings-insert', 'member-uses-lower', 'returned-receipts-write'];
    expect(tx.names.filter((name) => stores.includes(name))).toEqual(stores);
  });

  it('▲ only counts that are there are lowered: what was forgotten does not come back', async () => {
    const { tx } = await run([returnOf('a')], counted([use(1, day, [3, 500])]));
    expect(tx.valuesOf('member-uses-lower').slice(2)).toEqual([[campaignId], [1], [day], [2], [300]]);
    expect((await run([returnOf('a')], counted([]))).tx.names).not.toContain('member-uses-lower');
  });

  it('▲ two returns in one batch are one row, with its newest values, and never below 0', async () => {
    const parts = [returnOf('a', { amountCents: 5_000 }), returnOf('b')];
    const lowered = async (uses: readonly unknown[]) =>
      (await run(parts, counted(uses))).tx.valuesOf('member-uses-lower').slice(3);
    expect(await lowered([use(0, 0, [3, 500])])).toEqual([[0], [0], [2], [300]]);
    expect(await lowered([use(0, 0, [0, 20])])).toEqual([[0], [0], [0], [0]]);
  });

  it('▲ points that nobody had any more stay used, and so does the time; the receipt says so', async () => {
    const poor = { ...counted([use(0, 0, [3, 500])]), account: { pointsBalance: 120 } };
    const { tx } = await run([returnOf('a')], poor);
    expect(tx.valuesOf('member-uses-lower').slice(3)).toEqual([[0], [0], [3], [380]]);
    expect(tx.valuesOf('returned-receipts-write').at(-1)).toEqual([80]);
  });

  it('also by an earlier return', async () => {
    const before = { terms, amountReturned: 10_000, kept: [100], returnIds: ['x'], unrecovered: 1 };
    const uses = { 'member-uses-read-places': () => [use(0, 0, [3, 500])] };
    const { tx } = await run([returnOf('b')], stored(before, uses));
    expect(tx.valuesOf('member-uses-lower').slice(3)).toEqual([[0], [0], [3], [400]]);
  });

  it('is not asked for where nothing was counted', async () => {
    const plain = stored({ terms: Buffer.from('0101904e', 'hex') });
    expect((await run([returnOf('a')], plain)).tx.names).not.toContain('member-uses-read-places');
  });
});
