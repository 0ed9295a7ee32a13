import {
  raiseConfigVersion,
  readConfigVersions,
  type Snapshots,
  type StreamDirectory,
} from '@loyalty/configuration';
import type { Database } from '@loyalty/storage';
import type { ConfigurationSource } from '../requests/ports.ts';
import { NewerVersions } from './newer-versions.ts';

/** The programme of every environment, read from Postgres when its version has changed. */
export const createConfigurationSource = (
  db: Database,
  snapshots: Snapshots,
  streams: StreamDirectory,
): ConfigurationSource => {
  const newer = new NewerVersions(snapshots);
  return {
    findEnvironmentOfStream: (topic) => streams.findEnvironment(topic),
    loadAny: async (environmentId) => {
      const held = snapshots.peek(environmentId);
      if (held !== null) return held;
      const versions = await readConfigVersions(db, [environmentId]);
      const version = versions.get(environmentId);
      return version === undefined ? null : snapshots.get(environmentId, version);
    },
    loadAtLeast: (environmentId, version) => snapshots.get(environmentId, version),
    findBehindLocks: (versions) => newer.find(versions),
    loadMissed: () => newer.load(),
    readVersions: (tx, environmentIds) => readConfigVersions(tx, environmentIds),
    raiseVersion: (tx, environmentId) => raiseConfigVersion(tx, environmentId),
  };
};
