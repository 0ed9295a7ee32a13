import { repeatingPart, textOf, type Part } from '@loyalty/kernel';
import { countOpenRows, type OpenRows, type Queryable } from '@loyalty/storage';
import type { Logger, Metrics } from '@loyalty/telemetry';
import { settleHistory } from './settle-history.ts';

export interface HistoryWatchOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

const everyMs = 15_000;
const kinds = ['ghosts', 'differences'] as const satisfies readonly (keyof OpenRows)[];

/**
 * Creates the part that settles ghosts and differences whose effect is stored by now, and shows how many are open: a person must decide on
 * those. While the database is away there is no figure, rather than an old one.
 */
export const createHistoryWatch = ({ db, logger, metrics }: HistoryWatchOptions): Part => {
  let seen: OpenRows | null = null;
  for (const kind of kinds) metrics.gauge('loyalty_history_open', { kind }, () => seen?.[kind] ?? Number.NaN);
  return repeatingPart({
    name: 'history-watch',
    everyMs,
    work: async () => {
      if (isAny(await countOpenRows(db))) await settleHistory(db);
      seen = await countOpenRows(db);
    },
    onFailed: (failure) => {
      seen = null;
      logger.warn({ error: textOf(failure) }, 'open rows of lost histories could not be counted; retrying');
    },
  });
};

const isAny = ({ ghosts, differences }: OpenRows): boolean => ghosts + differences > 0;
