import { setImmediate as nextTurn } from 'node:timers/promises';
import { indexCampaigns, type Snapshot } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { loadSnapshot } from './load-snapshot.ts';

/** Configurations cached in memory. */
export type Snapshots = VersionedCache<Snapshot>;

export interface SnapshotsOptions {
  readonly db: Database;
  /** Counts the configurations that were read again because their version had changed. */
  readonly metrics?: Pick<Metrics, 'count'>;
  /** True for services that evaluate receipts or events: they index campaigns before a configuration is used. */
  readonly indexesCampaigns?: boolean;
}

/** Creates an empty cache of snapshots. */
export const createSnapshots = ({ db, metrics, indexesCampaigns = false }: SnapshotsOptions): Snapshots =>
  createVersionedCache(
    db,
    async (environmentId) => {
      const snapshot = await loadSnapshot(db, environmentId);
      if (snapshot !== null && indexesCampaigns) await indexBitByBit(snapshot);
      return snapshot;
    },
    () => metrics?.count('loyalty_snapshot_reloads_total', {}),
  );

/** A large index takes 0.2 s, so the event loop runs other work between its steps. */
const indexBitByBit = async (snapshot: Snapshot): Promise<void> => {
  const steps = indexCampaigns(snapshot);
  while (steps.next().done !== true) await nextTurn();
};
