import { ScriptedTransaction, testAtMs } from '@loyalty/testkit/engine';
import type { BurnEngineRequest } from './burn-request.ts';
import { createAwaitReceipts } from './lost-redeems.ts';

const request = { message: { record: { timestamp: testAtMs } } } as unknown as BurnEngineRequest;
const poor = [{ request }];

/** A database in which earn engines have stored all records up to this time. */
const storedUntil = (untilMs: number | null) =>
  new ScriptedTransaction({ 'positions-stored-until': () => [{ untilMs }] });

const start = () => {
  const at = { elapsedMs: 0, lostUntilMs: 1 };
  const awaitReceipts = createAwaitReceipts({
    elapsedMs: () => at.elapsedMs,
    lostUntilMs: () => at.lostUntilMs,
  });
  return { at, awaitReceipts };
};

test.each([testAtMs - 1, null])(
  '▲ it waits for a bounded time while receipts are stored until %s',
  async (untilMs) => {
    const { at, awaitReceipts } = start();
    const waiting = () => awaitReceipts(storedUntil(untilMs), poor);
    await expect(waiting()).rejects.toMatchObject({ code: 'RECEIPTS_UNREAD', retry: true });
    at.elapsedMs = 24_999;
    await expect(waiting()).rejects.toMatchObject({ code: 'RECEIPTS_UNREAD' });
    at.elapsedMs = 25_000;
    await expect(waiting()).resolves.toBeUndefined();
  },
);

test('▲ a later redeem of the same history does not wait; one of another history does', async () => {
  const { at, awaitReceipts } = start();
  const waiting = () => awaitReceipts(storedUntil(0), poor);
  await expect(waiting()).rejects.toMatchObject({ retry: true });
  at.elapsedMs = 60_000;
  const tx = storedUntil(0);
  await awaitReceipts(tx, poor);
  expect(tx.names).toEqual([]);
  at.lostUntilMs = 2;
  await expect(waiting()).rejects.toMatchObject({ retry: true });
});

test('it does not wait once all records before it are stored', async () => {
  await expect(start().awaitReceipts(storedUntil(testAtMs), poor)).resolves.toBeUndefined();
});

test('without a redeem that lacks points, no statement is sent', async () => {
  const tx = storedUntil(0);
  await start().awaitReceipts(tx, []);
  expect(tx.names).toEqual([]);
});
