import { uuidOf } from '../large/uuid-of.ts';

/** The id of a copy: it follows from the environment of the copy and the id of the original. */
const copyOf = (id: string): string => uuidOf('1704067200000::bigint', `e.id || ':' || ${id}`);

/** Tenants $1 to $2 with their two environments, each with a secret of its own. */
export const insertTenants = `
  WITH made AS (
    INSERT INTO tenants (id, name)
    SELECT ${uuidOf('1704067200000::bigint + n', "'tenant' || n")}, 'Bench ' || n FROM generate_series($1::bigint, $2::bigint) AS n
    RETURNING id)
  INSERT INTO environments (tenant_id, mode, secret)
  SELECT id, mode, sha256(uuid_send(gen_random_uuid())) FROM made, unnest(ARRAY['test', 'live']) AS mode
  RETURNING id, mode`;

/** The live environments $2 of the copies, beside the rows of environment $1 of a table. */
const copies = (table: string): string =>
  `${table} m CROSS JOIN unnest($2::int[]) AS e (id), LATERAL jsonb_populate_record(m, `;

/** Statements that copy the configuration of environment $1 to environments $2, table by table. */
export const copyStatements: readonly string[] = [
  `INSERT INTO segments
   SELECT r.* FROM ${copies('segments')}
     jsonb_build_object('environment_id', e.id, 'id', ${copyOf('m.id')})) AS r WHERE m.environment_id = $1`,
  `INSERT INTO segment_states
   SELECT r.* FROM ${copies('segment_states')}
     jsonb_build_object('environment_id', e.id, 'segment_id', ${copyOf('m.segment_id')})) AS r WHERE m.environment_id = $1`,
  `INSERT INTO campaigns
   SELECT r.* FROM ${copies('campaigns')}
     jsonb_build_object('environment_id', e.id, 'id', ${copyOf('m.id')}, 'activation_seq', nextval('campaign_activations'),
       'target_segment_ids', ARRAY(SELECT ${copyOf('t.id')} FROM unnest(m.target_segment_ids) AS t (id)))) AS r
    WHERE m.environment_id = $1`,
  `INSERT INTO campaign_budgets
   SELECT r.* FROM ${copies('campaign_budgets')}
     jsonb_build_object('environment_id', e.id, 'campaign_id', ${copyOf('m.campaign_id')})) AS r WHERE m.environment_id = $1`,
];

/** Copies the runs of jobs of environment $1 to environments $2: nothing daily is due for them. */
export const copyJobs = `
  INSERT INTO jobs
  SELECT r.* FROM ${copies('jobs')}
    jsonb_build_object('environment_id', e.id)) AS r WHERE m.environment_id = $1 AND m.finished_at IS NOT NULL`;

/** The live environments of the copies, oldest first. */
export const selectCopies = `
  SELECT e.id AS "environmentId", t.id AS "tenantId", e.secret
    FROM environments e JOIN tenants t ON t.id = e.tenant_id WHERE e.id = ANY ($1::int[]) ORDER BY e.id`;
