import { entriesByDay, pointColumns } from '../statistics/point-days.ts';
import type { InvariantCheck } from './subject-checks.ts';

const negated = pointColumns.map((column) => `-${column}`).join(', ');
const sums = pointColumns.map((column) => `sum(${column})`).join(', ');
const zeros = pointColumns.map(() => '0').join(', ');

/** The closing figures of finance are the ledger (I26). */
export const dayChecks: readonly InvariantCheck[] = [
  {
    invariant: 'I26',
    promise: 'the points of each day by what moved them are those of its ledger entries',
    sql: `SELECT environment_id || ' on ' || day AS example
            FROM (${entriesByDay}
                  UNION ALL SELECT environment_id, day, ${negated} FROM point_days) moved
           GROUP BY environment_id, day
          HAVING (${sums}) <> (${zeros})`,
  },
  {
    invariant: 'I26',
    promise: 'the points of erased members are what their balances were and are',
    sql: `SELECT 'environment ' || environment_id AS example
            FROM (SELECT environment_id, points_balance AS points FROM members WHERE state = 'anonymized'
                  UNION ALL SELECT environment_id, -erased FROM point_days) erased
           GROUP BY environment_id
          HAVING sum(points) <> 0`,
  },
];
