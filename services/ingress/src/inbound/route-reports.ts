import { instantOf } from '@loyalty/contracts';
import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { listBalanceCounts } from '@loyalty/tables/statistics/balance-counts';
import type { Routes } from './routes.ts';

interface ReportRoutesOptions {
  readonly db: DatabaseShares;
}

/** Numbers of a whole environment (D207). */
export const createReportRoutes = (options: ReportRoutesOptions): Pick<Routes, 'getLiability'> => ({
  getLiability: liability(options),
});

const liability =
  ({ db }: ReportRoutesOptions): Handler<unknown, QueryOf<'getLiability'>> =>
  async ({ credential: { environmentId }, query: { since } }) => {
    const sinceMs = since === undefined ? 0 : (instantOf(since, 'start') ?? 0);
    const days = await listBalanceCounts(db.of(environmentId), environmentId, new Date(sinceMs));
    return { status: 200, body: { days } };
  };
