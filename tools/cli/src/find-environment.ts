import { Fault, type EnvironmentId } from '@loyalty/kernel';
import { findEnvironment, type EnvironmentRecord } from '@loyalty/configuration';
import type { Mode } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';

/** One of a tenant's two environments, as a command line names it. */
export interface EnvironmentName {
  readonly tenant: string;
  readonly mode: Mode;
}

/** Returns the environment that a command line names; throws a Fault when there is no such tenant. */
export const requireEnvironment = async (
  db: Queryable,
  { tenant, mode }: EnvironmentName,
): Promise<EnvironmentRecord> => {
  const environment = await findEnvironment(db, tenant, mode);
  if (environment !== null) return environment;
  throw new Fault('TENANT_NOT_FOUND', `There is no tenant ${tenant}: «loyaltyctl tenants list» shows them.`);
};

/** Returns only its id. */
export const requireEnvironmentId = async (db: Queryable, name: EnvironmentName): Promise<EnvironmentId> =>
  (await requireEnvironment(db, name)).environmentId;
