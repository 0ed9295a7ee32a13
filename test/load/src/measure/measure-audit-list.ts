import { withDatabase } from '@loyalty/testkit/database';
import { timesOfOurs } from '../ask-ours.ts';
import { openOurTenant } from '../our-service.ts';
import { noteTimes } from '../webhooks/note-times.ts';
import type { BenchRun } from './bench-run.ts';

const rowsAtOnce = 100_000;

/** Inserts entries in turn: one actor makes the older half, three make the newer one. */
const insertEntries = `
  INSERT INTO audit_entries (environment_id, created_at, id, actor_kind, actor_id, action, object_type, object_id, object_name, changes, is_truncated)
  SELECT $1, now() - interval '300 days' + i * (interval '290 days' / $4::bigint), gen_random_uuid(), 'OPERATOR',
         CASE WHEN i < $4::bigint / 2 THEN 'former' ELSE 'present-' || i % 3 END, 'campaign.changed', 'campaign',
         CASE WHEN i < $4::bigint / 2 THEN 'old-' ELSE 'new-' END || i % 10, 'Spring',
         '[{"pointer": "/description", "from": "For spring", "to": "For all of spring"}]', false
    FROM generate_series($2::bigint, $3::bigint) AS i`;

/** The last one finds nothing. */
const filters = [
  ['no filter', ''],
  ['an actor of the newest rows', '?actor=present-1'],
  ['an actor of the oldest rows', '?actor=former'],
  ['an object of the newest rows', '?objectType=campaign&objectId=new-1'],
  ['an object of the oldest rows', '?objectType=campaign&objectId=old-1'],
  ['an actor and an action', '?actor=former&action=tier.changed'],
] as const;

/** Measures a page of the audit log of one environment that has many rows (`--entries`), by each filter. */
export const measureAuditList = async (run: BenchRun): Promise<void> => {
  const { stack, options } = run;
  run.say(`Listing ${options.entries.toLocaleString('en-US')} entries of the audit log`);
  const tenant = await openOurTenant(stack, []);
  await withDatabase(stack.databaseUrl, async (db) => {
    for (let from = 0; from < options.entries; from += rowsAtOnce) {
      const to = Math.min(from + rowsAtOnce, options.entries) - 1;
      await db.query(insertEntries, [tenant.environmentId, from, to, options.entries]);
    }
    await db.query('VACUUM ANALYZE audit_entries');
  });
  for (const [title, query] of filters)
    noteTimes(run, `audit log, ${title}`, await timesOfOurs(tenant, `GET /audit-log${query}`));
};
