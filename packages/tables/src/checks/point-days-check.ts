import { entriesByDay, pointColumns } from '../statistics/point-days.ts';
import type { InvariantCheck } from './subject-checks.ts';

const negated = pointColumns.map((column) => `-${column}`).join(', ');
const sums = pointColumns.map((column) => `sum(${column})`).join(', ');
const zeros = pointColumns.map(() => '0').join(', ');

export const pointDaysCheck: InvariantCheck = {
  invariant: 'I26',
  promise: 'the points of each day by what moved them are those of its ledger entries',
  sql: `SELECT environment_id || ' on ' || day AS example
          FROM (${entriesByDay}
                UNION ALL SELECT environment_id, day, ${negated} FROM point_days) moved
         GROUP BY environment_id, day
        HAVING (${sums}) <> (${zeros})`,
};
