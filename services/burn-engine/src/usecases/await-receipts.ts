import { earnGroups } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import { readStoredUntil, type Transaction } from '@loyalty/storage';
import type { RedeemEngineRequest } from './redeem-request.ts';

export interface AwaitReceiptsOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
  /** Records up to this time may be of a lost history, milliseconds since the epoch; it identifies the history. */
  readonly lostUntilMs: () => number;
}

/** Resolves when no redeem needs to wait for receipts. Throws a retriable Fault if the batch must be decided again later. */
export type AwaitReceipts = (tx: Transaction, poor: readonly RedeemEngineRequest[]) => Promise<void>;

/** The whole batch waits, but once in a history. Pauses between tries double, so the last try ends within five seconds. */
const waitMaxMs = 2_500;

/**
 * Delays redeems of a lost history that lack points although their callers got a response: earn engines may not have decided the
 * receipts before them again. The wait ends when all records before them are stored, or after five seconds, once in a history.
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
