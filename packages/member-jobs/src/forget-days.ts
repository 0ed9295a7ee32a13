import { forgetDays, readMemberDayPages } from '@loyalty/accounts';
import { utcDayOf, windowDays } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { wholeDatabase, type Job } from '@loyalty/jobs';

/** The longest window ends today; one day more, because a process may believe that it is still yesterday. */
const keptDays = Math.max(...windowDays) + 1;

/** 4 MiB, some 40,000 days: a tenth of a second when all of them go, a few milliseconds in most nights. */
const pagesPerChunk = 500;

/**
 * Forgets days of purchase that no window reaches any more. Totals stay as they are; a receipt of such a day still counts in
 * them, and its day is forgotten the next night. Walks through the table page by page, so a chunk costs the same however many
 * days there are; the cursor is the next page.
 */
export const createForgetDaysJob = (): Job<Transaction, number> => ({
  name: 'forget-days',
  schedule: { dailyAtHourUtc: 3 },
  sizes: { min: pagesPerChunk, max: pagesPerChunk },
  // Nobody waits for it: whoever reads from the same disk has two thirds of the time.
  restPerChunk: 2,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, cursor, size }) => {
    const from = cursor ?? 0;
    const to = from + size;
    const taken = await forgetDays(tx, { from, to, before: utcDayOf(atMs) - keptDays });
    return { cursor: to < (await readMemberDayPages(tx)) ? to : null, taken };
  },
});
