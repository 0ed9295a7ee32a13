import { uuidMin } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import {
  type EarningRule,
  faultsOfLimits,
  readConditions,
  readEarnOn,
  subjectOf,
} from '@loyalty/rules/campaigns';
import type { Queryable } from '@loyalty/storage';
import type { InvariantFinding } from './invariant-checks.ts';

const promise =
  'every stored condition and limit of a campaign can be read; otherwise the campaign never fires';

const examplesMax = 5;

/** Trees of up to 256 KiB each. */
const pageSize = 100;

/**
 * Another build decides conditions of newer rules. `$3` is null or the moment from which on changes are read.
 */
const pageText = `
  SELECT environment_id AS "environmentId", id, conditions, earn_on AS "earnOn", limits, earning_rule AS "earningRule"
    FROM campaigns
   WHERE (environment_id, id) > ($1::int, $2::uuid) AND (conditions IS NOT NULL OR earn_on IS NOT NULL OR limits IS NOT NULL) AND state <> 'ARCHIVED'
     AND rules_version <= ${rulesVersion.toString()} AND ($3::timestamptz IS NULL OR updated_at >= $3)
   ORDER BY environment_id, id LIMIT ${pageSize.toString()}`;

interface StoredTree {
  readonly environmentId: number;
  readonly id: string;
  readonly conditions: unknown;
  readonly earnOn: unknown;
  readonly limits: unknown;
  readonly earningRule: EarningRule;
}

/** Checks the campaigns that were changed since, or all of them, and names those with faults. */
export const checkConditions = async (
  db: Queryable,
  since: Date | null = null,
): Promise<InvariantFinding> => {
  const examples: string[] = [];
  let violations = 0;
  let last: Pick<StoredTree, 'environmentId' | 'id'> | undefined = { environmentId: 0, id: uuidMin };
  while (last !== undefined) {
    const page: readonly StoredTree[] = await db.query<StoredTree>(pageText, [
      last.environmentId,
      last.id,
      since,
    ]);
    const unread = page.filter((stored) => !isReadable(stored));
    violations += unread.length;
    const shown = unread.slice(0, examplesMax - examples.length);
    examples.push(...shown.map(({ environmentId, id }) => `${environmentId.toString()}/${id}`));
    last = page.length < pageSize ? undefined : page.at(-1);
  }
  return { invariant: 'conditions', promise, violations, examples };
};

const isReadable = ({ conditions, earnOn, limits, earningRule }: StoredTree): boolean => {
  const subject = subjectOf(earningRule);
  return (
    (conditions === null || readConditions(conditions, subject) !== null) &&
    (earnOn === null || readEarnOn(earnOn, subject) !== null) &&
    (limits === null || faultsOfLimits(limits).length === 0)
  );
};
