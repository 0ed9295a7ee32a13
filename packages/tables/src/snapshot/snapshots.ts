import { setImmediate as nextTurn } from 'node:timers/promises';
import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { indexCampaigns } from '@loyalty/rules/campaign-index';
import { exclusiveFromOf } from '@loyalty/rules/tiers';
import type { Database, Queryable } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { memoryBytesOf, createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import {
  type LoadedCampaigns,
  type LoadedSnapshot,
  readSnapshotEnvironments,
  readPart,
  type SnapshotReader,
  type SnapshotReading,
} from './loaded-snapshot.ts';
import {
  readActiveEventDefinitions,
  readCampaigns,
  readSnapshotTiers,
  readTargetedSegments,
} from './read-parts.ts';

export type Snapshots = VersionedCache<Snapshot>;

export interface SnapshotsOptions {
  readonly db: Database;
  readonly metrics?: Pick<Metrics, 'count'>;
  /**
   * True for services that evaluate receipts or events: campaigns are then indexed before a configuration is
   * used.
   */
  readonly indexesCampaigns?: boolean;
  /** The service that reads. By default it reads all that engines decide by. */
  readonly reader?: SnapshotReader;
  /** The maximum size of the cache. Default: that of every cache of configuration. */
  readonly bytesMax?: number;
}

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
        for (const [id, snapshot] of snapshots) await indexInSteps(snapshot, held.get(id) ?? null);
      return snapshots;
    },
    bytesOf: bytesOfSnapshot,
    ...(bytesMax !== undefined && { bytesMax }),
    reloaded: () => metrics?.count('loyalty_snapshot_reloads_total', {}),
  });

/** A large index takes 0.2 s, so the event loop runs other work between its steps. */
const indexInSteps = async (snapshot: Snapshot, earlier: Snapshot | null): Promise<void> => {
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
  zone = [],
}: LoadedSnapshot): number => {
  let bytes = emptyBytes;
  for (const row of rows.values()) bytes += row.bytes;
  return bytes + memoryBytesOf([idleCampaigns, tiers, segmentIds, eventDefinitions, zone]);
};

/**
 * Loads what has changed in one consistent read. Unknown environments are left out, because they must not
 * stop an engine.
 */
export const loadSnapshots = (
  db: Database,
  held: ReadonlyMap<EnvironmentId, LoadedSnapshot | null>,
  reader: SnapshotReader = 'engines',
): Promise<ReadonlyMap<EnvironmentId, LoadedSnapshot>> =>
  db.readConsistently(async (tx) => {
    const environments = await readSnapshotEnvironments(tx, [...held.keys()], reader);
    return readSnapshots(tx, { environments, held, reader });
  });

const noCampaigns: LoadedCampaigns = { campaigns: [], idleCampaigns: [], rows: new Map() };
const noTiers: Pick<LoadedSnapshot, 'tiers' | 'exclusiveFrom'> = { tiers: [], exclusiveFrom: new Map() };
const noDefinitions: LoadedSnapshot['eventDefinitions'] = new Map();
const noSegments: LoadedSnapshot['segmentIds'] = new Set();

const readSnapshots = async (
  tx: Queryable,
  reading: SnapshotReading,
): Promise<ReadonlyMap<EnvironmentId, LoadedSnapshot>> => {
  const [campaignsOf, tiersOf, definitionsOf] = await awaitAll([
    readPart<LoadedCampaigns>(reading, {
      kinds: ['campaigns'],
      held: ({ campaigns, idleCampaigns, rows }) => ({ campaigns, idleCampaigns, rows }),
      read: (ids) => readCampaigns(tx, readableAmong(reading, ids)),
      none: noCampaigns,
    }),
    readPart(reading, {
      kinds: ['tiers'],
      held: ({ tiers, exclusiveFrom }) => ({ tiers, exclusiveFrom }),
      read: async (ids) => withExclusive(await readSnapshotTiers(tx, ids)),
      none: noTiers,
    }),
    readPart(reading, {
      kinds: ['definitions'],
      held: ({ eventDefinitions }) => eventDefinitions,
      read: (ids) => readActiveEventDefinitions(tx, ids),
      none: noDefinitions,
    }),
  ]);
  const segmentsOf = await readPart(reading, {
    kinds: ['campaigns', 'segments'],
    held: ({ segmentIds }) => segmentIds,
    read: (ids) => readTargetedSegments(tx, ids, { campaignsOf, held: reading.held }),
    none: noSegments,
  });
  return new Map(
    reading.environments.map((environment) => {
      const id = environment.environmentId;
      const parts = { segmentIds: segmentsOf(id), eventDefinitions: definitionsOf(id) };
      return [id, { ...environment, ...campaignsOf(id), ...tiersOf(id), ...parts }];
    }),
  );
};

/** A campaign of a newer release may be of a form that this one cannot even read. */
const readableAmong = ({ environments, held }: SnapshotReading, ids: readonly EnvironmentId[]) => {
  const unreadable = new Set(
    environments.flatMap(({ environmentId, unknownRules }) =>
      unknownRules === undefined ? [] : [environmentId],
    ),
  );
  return new Map(ids.filter((id) => !unreadable.has(id)).map((id) => [id, held.get(id) ?? null]));
};

const withExclusive = (tiersBy: Awaited<ReturnType<typeof readSnapshotTiers>>) =>
  new Map([...tiersBy].map(([id, tiers]) => [id, { tiers, exclusiveFrom: exclusiveFromOf(tiers) }]));
