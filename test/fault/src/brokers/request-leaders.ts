import pg from 'pg';
import type { OwnStack } from '@loyalty/stack';
import type { Operation } from '../load/operations.ts';
import type { ClusterView, Leaders } from './cluster-view.ts';

interface LeaderSources {
  readonly keys: ReadonlyMap<string, Buffer>;
  readonly leaders: Leaders;
  readonly view: ClusterView;
}

/** Returns the broker to which a request went; null when Kafka had no part in it. */
export const leaderOf = (
  { kind, tenant, memberRef }: Operation,
  { keys, leaders, view }: LeaderSources,
): number | null => {
  const key = keys.get(`${tenant.tenantId}/${memberRef}`);
  return key === undefined ? null : view.leaderOf(kind, key, leaders);
};

/** Reads the keys of all members, by tenant and reference. */
export const memberKeysOf = async (stack: OwnStack): Promise<ReadonlyMap<string, Buffer>> => {
  const db = new pg.Client({ connectionString: stack.now().databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<{ tenant: string; ref: string; key: Buffer }>(
      `SELECT e.tenant_id AS tenant, m.external_ref AS ref, m.member_key AS key
         FROM members m JOIN environments e ON e.id = m.environment_id`,
    );
    return new Map(rows.map(({ tenant, ref, key }) => [`${tenant}/${ref}`, key]));
  } finally {
    await db.end();
  }
};
