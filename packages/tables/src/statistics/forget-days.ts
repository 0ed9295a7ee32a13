import { forgetDays, readMemberDayPages } from '@loyalty/accounts';
import { utcDayOf, windowDays } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { wholeDatabase, type Job } from '@loyalty/jobs';

/** The days of the longest window, and one more for a process whose clock is still at yesterday. */
const keptDays = Math.max(...windowDays) + 1;

/** Pages of a chunk: 4 MiB, some 40,000 days. Deleting all takes a tenth of a second; most nights take a few milliseconds. */
const pagesPerChunk = 500;

/**
 * Deletes days of purchase that no window reaches any more. Totals stay; a later receipt of such a day still counts in them, and its day
 * is deleted the next night. The job scans the table page by page, so each chunk costs the same; the cursor is the next page.
 */
export const createForgetDaysJob = (): Job<Transaction, number> => ({
  name: 'forget-days',
  schedule: { dailyAtHourUtc: 3 },
  sizes: { min: pagesPerChunk, max: pagesPerChunk },
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, cursor, size }) => {
    const from = cursor ?? 0;
    const to = from + size;
    const taken = await forgetDays(tx, { from, to, before: utcDayOf(atMs) - keptDays });
    return { cursor: to < (await readMemberDayPages(tx)) ? to : null, taken };
  },
});
