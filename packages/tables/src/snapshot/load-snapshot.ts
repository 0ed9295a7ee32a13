import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import { exclusiveFromOf } from '@loyalty/rules';
import type { Database, Queryable } from '@loyalty/storage';
import { readActiveEventDefinitions } from '../event-definitions/event-definitions.ts';
import type { LoadedCampaigns, LoadedSnapshot } from './loaded-snapshot.ts';
import { readCampaigns } from './read-campaigns.ts';
import { readEnvironments, type SnapshotReader } from './read-environments.ts';
import { readPart, type SnapshotReading } from './read-part.ts';
import { readSnapshotTiers } from './read-snapshot-tiers.ts';
import { readTargetedSegments } from './read-targeted-segments.ts';

/**
 * Loads the configuration of environments with its version, in one consistent read. Of a held snapshot, only kinds whose version has
 * changed are read, and of campaigns only the changed ones. Environments that do not exist are left out, because a message that names
 * one must not stop an engine.
 */
export const loadSnapshots = (
  db: Database,
  held: ReadonlyMap<EnvironmentId, LoadedSnapshot | null>,
  reader: SnapshotReader = 'engines',
): Promise<ReadonlyMap<EnvironmentId, LoadedSnapshot>> =>
  db.readConsistently(async (tx) => {
    const environments = await readEnvironments(tx, [...held.keys()], reader);
    return readSnapshots(tx, { environments, held, reader });
  });

/** Loads the whole configuration of an environment; null when there is no such environment. */
export const loadSnapshot = async (
  db: Database,
  environmentId: EnvironmentId,
): Promise<LoadedSnapshot | null> =>
  (await loadSnapshots(db, new Map([[environmentId, null]]))).get(environmentId) ?? null;

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

/** Campaigns of a newer release may be of a form that this one cannot even read. */
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
