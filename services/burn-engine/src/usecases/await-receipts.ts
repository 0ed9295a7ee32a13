import { earnGroups } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import { readStoredUntil, type Transaction } from '@loyalty/storage';
import type { RedeemEngineRequest } from './redeem-request.ts';

export interface AwaitReceiptsOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
  /** Until when records may be of a history that is lost, milliseconds since the epoch; another one for each history. */
  readonly lostUntilMs: () => number;
}

/** Resolves when nobody waits for receipts; throws a retriable Fault when the batch is to be decided once more. */
export type AwaitReceipts = (tx: Transaction, poor: readonly RedeemEngineRequest[]) => Promise<void>;

/** Others of the batch wait as long, once in a history. Pauses between tries double: the last that begins before it ends within five seconds. */
const waitMaxMs = 2_500;

/**
 * Lets redeems wait that lack points, and whose callers were told in a lost history that they are done: receipts of their members may be
 * decided anew behind them. It ends when earn engines have stored all that was recorded before them, or after five seconds; whoever comes later in
 * the same history does not wait. It costs nothing where there is no such redeem.
 */
export const createAwaitReceipts = ({ elapsedMs, lostUntilMs }: AwaitReceiptsOptions): AwaitReceipts => {
  let begun = { lostUntilMs: Number.NaN, atMs: 0 };
  return async (tx, poor) => {
    if (poor.length === 0) return;
    if (begun.lostUntilMs !== lostUntilMs()) begun = { lostUntilMs: lostUntilMs(), atMs: elapsedMs() };
    if (elapsedMs() - begun.atMs >= waitMaxMs) return;
    const newestMs = Math.max(...poor.map(({ message }) => message.record.timestamp));
    const untilMs = await readStoredUntil(tx, Object.values(earnGroups));
    if (untilMs !== null && untilMs >= newestMs) return;
    throw new Fault('RECEIPTS_UNREAD', 'receipts of a lost history may still give the points of a redeem', {
      retry: true,
    });
  };
};
