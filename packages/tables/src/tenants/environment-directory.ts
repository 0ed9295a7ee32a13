import type { Clock } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { createLruMap } from '../lookup/lru-map.ts';
import { createTimedLookup, type HeldValue } from '../lookup/timed-lookup.ts';
import { findEnvironment, type EnvironmentRecord } from './environments.ts';
import { tenantExists } from './tenants.ts';

/** Finds environments for bearer tokens, which name a tenant and a mode (D4). Results are up to 10 s old. */
export interface EnvironmentDirectory {
  /** Null when there is no such tenant. Throws a retryable Fault when the database is down. */
  find(tenantId: string, mode: Mode): Promise<EnvironmentRecord | null>;
  /** Distinguishes 404 `TENANT_NOT_FOUND` from 403 `FORBIDDEN` (D2). Throws a retryable Fault when the database is down. */
  tenantExists(tenantId: string): Promise<boolean>;
}

/** Tenants and environments are only added. A new one may be missed for 10 s if it was looked up before. */
const keptMs = 10_000;
const sizeMax = 10_000;

/** Creates an {@link EnvironmentDirectory} over the database. It caches at most 10,000 results of each kind. */
export const createEnvironmentDirectory = ({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): EnvironmentDirectory => {
  const kept = { db, clock, freshMs: keptMs, usableMs: keptMs };
  const known = createTimedLookup({
    ...kept,
    what: 'a tenant',
    createHeld: () => createLruMap<string, HeldValue<boolean>>(sizeMax),
    load: (tenantId) => tenantExists(db, tenantId),
  });
  const inMode = (mode: Mode) =>
    createTimedLookup({
      ...kept,
      what: 'an environment',
      createHeld: () => createLruMap<string, HeldValue<EnvironmentRecord | null>>(sizeMax),
      load: (tenantId) => findEnvironment(db, tenantId, mode),
    });
  const environments = { test: inMode('test'), live: inMode('live') };
  return {
    find: (tenantId, mode) => environments[mode].find(tenantId.toLowerCase()),
    tenantExists: (tenantId) => known.find(tenantId.toLowerCase()),
  };
};
