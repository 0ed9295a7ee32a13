import type { ConfigurationSource } from '@loyalty/configuration';
import { lockAccounts } from '@loyalty/accounts';
import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { EngineRequest } from '../requests/request.ts';
import { AccountBook } from './account-book.ts';

/** What every engine decides on; `owned` is what its members own besides their accounts. */
export interface LoadedAccounts<Owned> {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly owned: Owned;
}

export interface LoadOptions<Owned> {
  readonly configuration: ConfigurationSource;
  readonly tx: Transaction;
  readonly requests: readonly EngineRequest<unknown>[];
  /** Reads what the members own; its statements travel between the locks and the versions. */
  readonly readOwned: () => Promise<Owned>;
}

/**
 * Locks the accounts, reads what their members own, then the configuration's versions: after the locks, so that every
 * change answered before is seen (D33).
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
