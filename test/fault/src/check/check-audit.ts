import type pg from 'pg';
import type { Violations } from '../violations.ts';

/** Counts how often each adjustment is stored, and how often the audit log says so, by reference. */
const adjustmentsText = `
  WITH stored AS (
    SELECT environment_id, ref, count(*) AS times FROM transactions WHERE operation = 'adjust' GROUP BY 1, 2),
  noted AS (
    SELECT environment_id, c ->> 'to' AS ref, count(*) AS times
      FROM audit_entries CROSS JOIN jsonb_array_elements(changes) AS c
     WHERE action = 'member.points_adjusted' AND c ->> 'pointer' = '/ref' GROUP BY 1, 2)
  SELECT ref, coalesce(s.times, 0)::int AS stored, coalesce(n.times, 0)::int AS noted
    FROM stored s FULL JOIN noted n USING (environment_id, ref)
   WHERE s.times IS DISTINCT FROM n.times`;

/** Each adjustment that is stored has one entry in the audit log, and no entry is of another (D208). */
export const checkAdjustments = async (db: pg.Client, violations: Violations): Promise<void> => {
  const { rows } = await db.query<{ ref: string; stored: number; noted: number }>(adjustmentsText);
  for (const { ref, stored, noted } of rows)
    violations.add(
      'audit log differs',
      `adjustment ${ref}: ${stored.toString()} stored, ${noted.toString()} noted`,
    );
};

/** A campaign whose description was counted up from 0, change by change. */
export interface CountedCampaign {
  readonly campaignId: string;
  /** The value that the last acknowledged change has stored. */
  readonly reached: number;
}

const changesText = `
  SELECT (c ->> 'from')::int AS "from", (c ->> 'to')::int AS "to"
    FROM audit_entries CROSS JOIN jsonb_array_elements(changes) AS c
   WHERE object_type = 'campaign' AND object_id = $1 AND action = 'campaign.changed'
     AND c ->> 'pointer' = '/description'
   ORDER BY 2, 1`;

/** Each step has one entry: a change without one would be missing between two others, and no step was stored twice. */
export const checkCountedCampaign = async (
  db: pg.Client,
  { campaignId, reached }: CountedCampaign,
  violations: Violations,
): Promise<void> => {
  const { rows } = await db.query<{ from: number; to: number }>(changesText, [campaignId]);
  const steps = rows.map(({ from, to }) => `${from.toString()} to ${to.toString()}`);
  const expected = Array.from({ length: reached }, (_, n) => `${n.toString()} to ${(n + 1).toString()}`);
  if (steps.join() === expected.join()) return;
  const counts = new Map<string, number>();
  for (const step of expected) counts.set(step, 1);
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) - 1);
  for (const [step, missing] of counts)
    if (missing !== 0)
      violations.add(
        'audit log differs',
        `the change from ${step}: ${(1 - missing).toString()} entries of 1`,
      );
};
