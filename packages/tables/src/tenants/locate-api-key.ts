import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import { type ApiKeyRecord, type ApiKeyRow, keyColumns, recordOfKey } from './api-keys.ts';
import { isActiveKey } from './key-state.ts';

export interface LocatedKey {
  readonly record: ApiKeyRecord;
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  readonly mode: Mode;
}

/**
 * Finds a key of any tenant, for operators, who name a key by its id alone. Returns null if there is none.
 */
export const locateApiKey = async (db: Queryable, keyId: string): Promise<LocatedKey | null> => {
  if (!isUuid(keyId)) return null;
  type Row = ApiKeyRow & Pick<LocatedKey, 'environmentId' | 'tenantId' | 'mode'>;
  const [row] = await db.query<Row>(
    `SELECT ${keyColumns}, e.id AS "environmentId", e.tenant_id AS "tenantId", e.mode
       FROM api_keys r JOIN environments e ON e.id = r.environment_id WHERE r.id = $1`,
    [keyId],
  );
  if (row === undefined) return null;
  const { environmentId, tenantId, mode } = row;
  return { record: recordOfKey(row), environmentId, tenantId, mode };
};

const inForceStatement: Statement = {
  name: 'api-key-in-force',
  text: `SELECT FROM api_keys r WHERE r.environment_id = $1 AND r.id = $2 AND ${isActiveKey('r')}`,
};

/** Returns whether the key is active now, whatever a directory still remembers. */
export const isKeyActive = async (
  db: Queryable,
  environmentId: EnvironmentId,
  keyId: string,
): Promise<boolean> => (await db.query(inForceStatement, [environmentId, keyId])).length > 0;
