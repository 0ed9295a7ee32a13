import { isUuid, type EnvironmentId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';

/** What a request needs to know of its environment. */
export interface EnvironmentRecord {
  readonly environmentId: EnvironmentId;
  /** 32 bytes that key everything derived: member keys, ids, draws. */
  readonly secret: Uint8Array;
}

const findStatement: Statement = {
  name: 'environment-find',
  text: 'SELECT id AS "environmentId", secret FROM environments WHERE tenant_id = $1 AND mode = $2',
};

/** The environment of a tenant, or null when there is no such tenant (also for a text that is no UUID). */
export const findEnvironment = async (
  db: Queryable,
  tenantId: string,
  mode: Mode,
): Promise<EnvironmentRecord | null> => {
  if (!isUuid(tenantId)) return null;
  const [found] = await db.query<EnvironmentRecord>(findStatement, [tenantId, mode]);
  return found ?? null;
};
