import type { ConfigurationSource } from '@loyalty/configuration';
import { lockAccounts } from '@loyalty/accounts';
import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { EngineRequest } from '../requests/request.ts';
import { AccountBook } from './account-book.ts';

/** The state that every engine needs; `owned` are the members' rows besides their accounts. */
export interface LoadedAccounts<Owned> {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly owned: Owned;
}

export interface LoadOptions<Owned> {
  readonly configuration: ConfigurationSource;
  readonly tx: Transaction;
  readonly requests: readonly EngineRequest<unknown>[];
  /** Reads the members' rows; its statements are sent between the locks and the versions. */
  readonly readOwned: () => Promise<Owned>;
}

/**
 * Locks the accounts, then reads their members' rows, then the configuration's versions. Versions are read after the locks, so that every
 * change that was confirmed before is seen (D33).
 */
export const loadAccounts = async <Owned>({
  configuration,
  tx,
  requests,
  readOwned,
}: LoadOptions<Owned>): Promise<LoadedAccounts<Owned>> => {
  const [known, owned, versions] = await awaitAll([
    lockAccounts(tx, requests),
    readOwned(),
    configuration.readVersions(tx, [...new Set(requests.map(({ environmentId }) => environmentId))]),
  ]);
  return {
    accounts: new AccountBook(known),
    owned,
    snapshots: await configuration.findBehindLocks(versions),
  };
};
