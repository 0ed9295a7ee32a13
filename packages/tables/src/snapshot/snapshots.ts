import { setImmediate as nextTurn } from 'node:timers/promises';
import { indexCampaigns, type Snapshot } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { approximateBytes } from '../lookup/approximate-bytes.ts';
import { createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { loadSnapshots } from './load-snapshot.ts';
import type { LoadedSnapshot } from './loaded-snapshot.ts';
import type { SnapshotReader } from './read-environments.ts';

/** Configurations cached in memory. */
export type Snapshots = VersionedCache<Snapshot>;

export interface SnapshotsOptions {
  readonly db: Database;
  /** Counts the configurations that were read again because their version had changed. */
  readonly metrics?: Pick<Metrics, 'count'>;
  /** True for services that evaluate receipts or events: they index campaigns before a configuration is used. */
  readonly indexesCampaigns?: boolean;
  /** The kinds that are read. Default: all that engines decide by. */
  readonly reader?: SnapshotReader;
  /** Bytes of all cached configurations. Default: that of every cache of configuration. */
  readonly bytesMax?: number;
}

/** Creates an empty cache of snapshots. */
export const createSnapshots = ({
  db,
  metrics,
  indexesCampaigns = false,
  reader = 'engines',
  bytesMax,
}: SnapshotsOptions): Snapshots =>
  createVersionedCache<LoadedSnapshot>({
    db,
    reader,
    read: async (held) => {
      const snapshots = await loadSnapshots(db, held, reader);
      if (indexesCampaigns)
        for (const [id, snapshot] of snapshots) await indexBitByBit(snapshot, held.get(id) ?? null);
      return snapshots;
    },
    bytesOf: bytesOfSnapshot,
    ...(bytesMax !== undefined && { bytesMax }),
    reloaded: () => metrics?.count('loyalty_snapshot_reloads_total', {}),
  });

/** A large index takes 0.2 s, so the event loop runs other work between its steps. */
const indexBitByBit = async (snapshot: Snapshot, earlier: Snapshot | null): Promise<void> => {
  const steps = indexCampaigns(snapshot, earlier);
  while (steps.next().done !== true) await nextTurn();
};

/** Every snapshot takes this much: its maps, and an index without values. */
const emptyBytes = 3_000;

const bytesOfSnapshot = ({
  rows,
  idleCampaigns,
  tiers,
  segmentIds,
  eventDefinitions,
}: LoadedSnapshot): number => {
  let bytes = emptyBytes;
  for (const row of rows.values()) bytes += row.bytes;
  return bytes + approximateBytes([idleCampaigns, tiers, segmentIds, eventDefinitions]);
};
