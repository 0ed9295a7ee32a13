import { databaseUrlOf, readLocalStack } from '@loyalty/stack';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';

/** Reads the database of the running stack, for state that no route shows. */
export interface StoredRows {
  rowsOf<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Returns one hash per table of an environment's rows. It leaves out what jobs write at any time: their checkpoints, counts
   * and the grams of profiles; uses of keys; and the logs of the requests themselves.
   */
  contentOf(tenantId: string, mode: 'test' | 'live'): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** Opens the reader, by default as the owner of the server; the caller closes it. */
export const openStoredRows = (role?: string): StoredRows => {
  const stack = readLocalStack();
  const url = role === undefined ? stack.databaseUrl : databaseUrlOf(stack, role);
  const db = createDatabase({ url, applicationName: 'test', poolMax: 2, logger: silentLogger });
  return {
    rowsOf: (text, values) => db.query(text, values),
    contentOf: (tenantId, mode) => contentOf(db, tenantId, mode),
    close: () => db.close(),
  };
};

const contentOf = async (db: Database, tenantId: string, mode: string): Promise<Record<string, string>> => {
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'environment_id'
        AND table_name NOT IN ('jobs', 'request_logs', 'activity', 'people_reads', 'balance_counts') ORDER BY table_name`,
    [],
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ hash: string }>(
      `SELECT md5(coalesce(string_agg(content, ',' ORDER BY content), '')) AS hash
         FROM ${name} t, LATERAL (SELECT (to_jsonb(t) - '{grams,last_used_on,used_permissions}'::text[])::text AS content) c
        WHERE environment_id = (SELECT id FROM environments WHERE tenant_id = $1 AND mode = $2)`,
      [tenantId, mode],
    );
    content[name] = row?.hash ?? '';
  }
  return content;
};

/** Stores so many revoked keys in the tenant's test environment, instead of thousands of calls. */
export const fillKeys = async (
  stored: Pick<StoredRows, 'rowsOf'>,
  { tenantId }: { readonly tenantId: string },
  count: number,
): Promise<void> => {
  await stored.rowsOf(
    `INSERT INTO api_keys (id, environment_id, name, hash, hint, revoked_at)
     SELECT gen_random_uuid(), e.id, 'Filler', sha256(gen_random_uuid()::text::bytea), '', now()
       FROM environments e, generate_series(1, $2::int) WHERE e.tenant_id = $1 AND e.mode = 'test'`,
    [tenantId, count],
  );
};
