import type { Clock } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { createTimedLookup } from '../lookup/timed-lookup.ts';
import { findEnvironment, type EnvironmentRecord } from './environments.ts';
import { tenantExists } from './tenants.ts';

/** Finds environments for bearer tokens, which name a tenant and a mode (D4); answers are up to 10 s old. */
export interface EnvironmentDirectory {
  /** Null when there is no such tenant. Throws a retryable Fault when the database is away. */
  find(tenantId: string, mode: Mode): Promise<EnvironmentRecord | null>;
  /** Tells 404 `TENANT_NOT_FOUND` from 403 `FORBIDDEN` (D2). Throws a retryable Fault when the database is away. */
  tenantExists(tenantId: string): Promise<boolean>;
}

/** Tenants and environments are only ever added; 10 s is how long a new one may go unseen after it was asked for. */
const keptMs = 10_000;
const sizeMax = 10_000;

/** An {@link EnvironmentDirectory} over the database, holding at most 10,000 answers of each kind. */
export const createEnvironmentDirectory = ({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): EnvironmentDirectory => {
  const kept = { db, clock, freshMs: keptMs, usableMs: keptMs, sizeMax };
  const known = createTimedLookup({
    ...kept,
    what: 'a tenant',
    load: (tenantId) => tenantExists(db, tenantId),
  });
  const inMode = (mode: Mode) =>
    createTimedLookup({
      ...kept,
      what: 'an environment',
      load: (tenantId) => findEnvironment(db, tenantId, mode),
    });
  const environments = { test: inMode('test'), live: inMode('live') };
  return {
    find: (tenantId, mode) => environments[mode].find(tenantId.toLowerCase()),
    tenantExists: (tenantId) => known.find(tenantId.toLowerCase()),
  };
};
