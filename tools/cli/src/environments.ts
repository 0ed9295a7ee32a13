import { type EnvironmentId, Fault } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { type EnvironmentRecord, findEnvironment } from '@loyalty/tables/tenants';
import type { EnvironmentName } from './arguments.ts';

/** Finds an environment. Throws a Fault if there is no such tenant. */
export const requireEnvironment = async (
  db: Queryable,
  { tenant, mode }: EnvironmentName,
): Promise<EnvironmentRecord> => {
  const environment = await findEnvironment(db, tenant, mode);
  if (environment !== null) return environment;
  throw new Fault(
    'TENANT_NOT_FOUND',
    `There is no tenant ${tenant}: «loyaltyctl tenants list» lists all tenants.`,
  );
};

export const requireEnvironmentId = async (db: Queryable, name: EnvironmentName): Promise<EnvironmentId> =>
  (await requireEnvironment(db, name)).environmentId;
