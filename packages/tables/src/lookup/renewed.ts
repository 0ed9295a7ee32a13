import type { Database } from '@loyalty/storage';

/**
 * Returns a getter of the value of `make`, which is made again when the history of `db` changes. A load that was running then ends
 * in the discarded value, and no caller joins it any more.
 */
export const renewed = <T>(db: Pick<Database, 'onHistoryChange'>, make: () => T): (() => T) => {
  let present = make();
  db.onHistoryChange(() => {
    present = make();
  });
  return () => present;
};
