import { readAccounts } from '@loyalty/accounts';
import { readConfigVersions, type Snapshots } from '@loyalty/programme';
import type { Queryable } from '@loyalty/storage';
import type { Preview } from '../usecases/ports.ts';

/** Accounts and configurations as the primary has them now. */
export const createDatabasePreview = (db: Queryable, snapshots: Pick<Snapshots, 'get'>): Preview => ({
  account: async (environmentId, memberKey) => {
    const [known] = await readAccounts(db, [{ environmentId, memberKey }]);
    return known?.account ?? null;
  },
  snapshot: async (environmentId) => {
    const version = (await readConfigVersions(db, [environmentId])).get(environmentId);
    return version === undefined ? null : snapshots.get(environmentId, version);
  },
});
