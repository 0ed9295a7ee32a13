import type { Database } from '@loyalty/storage';

/**
 * What `make` makes, made anew when the history of `db` changes. A load that is under way then ends in what was thrown away, and nobody
 * joins it any more.
 */
export const renewed = <T>(db: Pick<Database, 'onHistoryChange'>, make: () => T): (() => T) => {
  let present = make();
  db.onHistoryChange(() => {
    present = make();
  });
  return () => present;
};
