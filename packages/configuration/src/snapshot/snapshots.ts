import { setImmediate as nextTurn } from 'node:timers/promises';
import { indexCampaigns, type Snapshot } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { loadSnapshot } from './load-snapshot.ts';

/** Configurations held in memory. */
export type Snapshots = VersionedCache<Snapshot>;

export interface SnapshotsOptions {
  readonly db: Database;
  /** Counts the configurations that were read again because theirs had changed. */
  readonly metrics?: Pick<Metrics, 'count'>;
  /** True where receipts or events are judged: campaigns are indexed before a configuration is handed out. */
  readonly indexesCampaigns?: boolean;
}

/** An empty holder. */
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

/** A large index takes 0.2 s, so others have their turns of the event loop between its steps. */
const indexBitByBit = async (snapshot: Snapshot): Promise<void> => {
  const steps = indexCampaigns(snapshot);
  while (steps.next().done !== true) await nextTurn();
};
