import { readConfigVersions, type Snapshots } from '@loyalty/programme';
import type { Database } from '@loyalty/storage';
import type { Programme } from '../usecases/ports.ts';

/** The programme of every environment, read from Postgres when its version has changed. */
export const createVersionedProgramme = (db: Database, snapshots: Snapshots): Programme => ({
  anyOf: async (environmentId) => {
    const held = snapshots.peek(environmentId);
    if (held !== null) return held;
    const versions = await readConfigVersions(db, [environmentId]);
    const version = versions.get(environmentId);
    return version === undefined ? null : snapshots.get(environmentId, version);
  },
  atLeast: (environmentId, version) => snapshots.get(environmentId, version),
  versionsOf: (tx, environmentIds) => readConfigVersions(tx, environmentIds),
});
